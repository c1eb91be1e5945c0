//! A finite commutative monoid with a set of lost elements.

use super::bits::Bits;
use super::word::Word;

/// An element of a monoid; 0 is the identity.
pub(super) type Element = u32;

/// The identity: nothing is left to play.
pub(super) const IDENTITY: Element = 0;

/// The elements that words of generators reach from the identity.
#[derive(Clone, Debug)]
pub(super) struct Monoid {
    generators: usize,
    /// By element and generator: their product.
    table: Vec<Element>,
    /// By element: the word that reached it first.
    words: Vec<Word>,
    /// Those that the player to move loses.
    lost: Bits,
    /// By element x: the z for which xz is lost.
    partners: Vec<Bits>,
    /// By element and element.
    products: Vec<Element>,
}

impl Monoid {
    /// The monoid of a table whose generators commute; `parents` are, by
    /// element, the element and the generator that reached it.
    pub fn new(
        generators: usize,
        table: Vec<Element>,
        words: Vec<Word>,
        parents: &[(Element, usize)],
        is_lost: &[bool],
    ) -> Self {
        let order = words.len();
        let mut products = vec![IDENTITY; order * order];
        for x in 0..order {
            products[x * order] = x as Element;
            for y in 1..order {
                let (parent, generator) = parents[y];
                let before = products[x * order + parent as usize] as usize;
                products[x * order + y] = table[before * generators + generator];
            }
        }
        let lost = collect(order, (0..order).filter(|&x| is_lost[x]));
        let partners = (0..order).map(|x| {
            let row = &products[x * order..(x + 1) * order];
            collect(order, (0..order).filter(|&z| is_lost[row[z] as usize]))
        });
        Monoid {
            generators,
            table,
            words,
            partners: partners.collect(),
            lost,
            products,
        }
    }

    /// The monoid of nothing but the identity, which is won.
    pub fn trivial() -> Self {
        let words = vec![Word::default()];
        Monoid::new(0, Vec::new(), words, &[(IDENTITY, 0)], &[false])
    }

    pub fn order(&self) -> usize {
        self.words.len()
    }

    pub fn elements(&self) -> impl Iterator<Item = Element> + use<> {
        0..self.words.len() as Element
    }

    pub fn generators(&self) -> usize {
        self.generators
    }

    pub fn lost(&self) -> &Bits {
        &self.lost
    }

    pub fn word(&self, x: Element) -> &Word {
        &self.words[x as usize]
    }

    pub fn generator(&self, generator: usize) -> Element {
        self.table[generator]
    }

    pub fn product(&self, x: Element, y: Element) -> Element {
        self.products[x as usize * self.order() + y as usize]
    }

    /// The z for which xz is lost. Different elements have different ones.
    pub fn partners(&self, x: Element) -> &Bits {
        &self.partners[x as usize]
    }

    /// The element of a word.
    pub fn of(&self, word: &Word) -> Element {
        word.letters().fold(IDENTITY, |x, generator| {
            self.table[x as usize * self.generators + generator]
        })
    }

    /// An empty set of elements.
    pub fn set(&self) -> Bits {
        Bits::with_room(self.order())
    }

    /// The products of x with a set.
    pub fn multiply(&self, x: Element, set: &Bits) -> Bits {
        let mut products = self.set();
        set.iter().for_each(|y| products.insert(self.product(x, y)));
        products
    }

    pub fn bytes(&self) -> u64 {
        let order = self.order();
        (order * order * 4 + order * order / 8 + order * (self.generators * 5 + 80)) as u64
    }
}

fn collect(order: usize, elements: impl Iterator<Item = usize>) -> Bits {
    let mut set = Bits::with_room(order);
    elements.for_each(|x| set.insert(x as Element));
    set
}
