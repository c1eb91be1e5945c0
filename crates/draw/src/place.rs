//! Placing labels so that nothing overlaps.

/// A rectangle; y grows downward, as everywhere in a drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

/// A straight stroke, given by its ends.
pub type Stroke = [(f64, f64); 2];

impl Rect {
    /// The rectangle with the given centre and size.
    pub fn centred(x: f64, y: f64, (width, height): (f64, f64)) -> Self {
        Rect {
            left: x - width / 2.0,
            top: y - height / 2.0,
            right: x + width / 2.0,
            bottom: y + height / 2.0,
        }
    }

    pub fn centre(&self) -> (f64, f64) {
        (
            (self.left + self.right) / 2.0,
            (self.top + self.bottom) / 2.0,
        )
    }

    pub fn grown(&self, by: f64) -> Self {
        Rect {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    pub fn union(&self, other: &Rect) -> Self {
        Rect {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    pub fn overlaps(&self, other: &Rect) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// Whether a stroke enters the rectangle: it is cut down to the part
    /// within each pair of sides in turn.
    fn meets(&self, [(x0, y0), (x1, y1)]: Stroke) -> bool {
        let (mut from, mut to) = (0.0f64, 1.0f64);
        for (start, delta, low, high) in [
            (x0, x1 - x0, self.left, self.right),
            (y0, y1 - y0, self.top, self.bottom),
        ] {
            if delta == 0.0 {
                if start <= low || start >= high {
                    return false;
                }
            } else {
                let (a, b) = ((low - start) / delta, (high - start) / delta);
                from = from.max(a.min(b));
                to = to.min(a.max(b));
            }
        }
        from < to
    }
}

/// What has been drawn so far, where labels must not go.
#[derive(Default)]
pub struct Occupied {
    strokes: Vec<Stroke>,
    boxes: Vec<Rect>,
}

impl Occupied {
    pub fn stroke(&mut self, stroke: Stroke) {
        self.strokes.push(stroke);
    }

    pub fn forget_strokes(&mut self) {
        self.strokes.clear();
    }

    /// Takes the first of the candidates that has `clearance` all around, if
    /// any has.
    pub fn place(
        &mut self,
        candidates: impl IntoIterator<Item = Rect>,
        clearance: f64,
    ) -> Option<Rect> {
        let free = candidates.into_iter().find(|candidate| {
            let wide = candidate.grown(clearance);
            !self.boxes.iter().any(|placed| placed.overlaps(&wide))
                && !self.strokes.iter().any(|&stroke| wide.meets(stroke))
        })?;
        self.boxes.push(free);
        Some(free)
    }

    /// The left and right sides of the labels at this height, from the left.
    pub fn along(&self, y: f64) -> Vec<(f64, f64)> {
        let mut sides: Vec<(f64, f64)> = self
            .boxes
            .iter()
            .filter(|placed| placed.top < y && y < placed.bottom)
            .map(|placed| (placed.left - 2.0, placed.right + 2.0))
            .collect();
        sides.sort_by(|a, b| a.0.total_cmp(&b.0));
        sides
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_through_a_label_are_seen() {
        let label = Rect::centred(10.0, 10.0, (8.0, 4.0));
        assert!(label.meets([(0.0, 0.0), (20.0, 20.0)]));
        assert!(label.meets([(10.0, -50.0), (10.0, 50.0)]));
        assert!(label.meets([(9.0, 10.0), (10.0, 10.0)]));
        assert!(!label.meets([(0.0, 0.0), (5.0, 5.0)]));
        assert!(!label.meets([(0.0, 6.0), (20.0, 6.0)]));
        assert!(!label.meets([(0.0, 13.0), (13.0, 0.0)]));
    }

    #[test]
    fn a_label_with_no_room_is_dropped() {
        let mut occupied = Occupied::default();
        let at = |x| Rect::centred(x, 0.0, (10.0, 10.0));
        assert_eq!(occupied.place([at(0.0)], 0.0), Some(at(0.0)));
        assert_eq!(
            occupied.place([at(5.0), at(10.0), at(20.0)], 1.0),
            Some(at(20.0))
        );
        assert_eq!(occupied.place([at(5.0), at(15.0)], 0.0), None);
    }
}
