//! Section 2: the cards of Environmental Amazons.

use super::cells;
use crate::{Agreement, Context, Printed, Table, Trouble};
use play::Stack;
use values::Dyadic;

/// Cards are counted in eighths.
const EIGHTHS: u32 = 3;
const KOMI: i64 = 5 * 8;

/// The stack without the initial komi. Who takes the bottom card ends the game.
fn stack() -> Vec<i64> {
    let eight = Dyadic::from(8);
    let cards = Stack::berlekamp();
    let eighths = cards.cards(0).map(|card| (&card * &eight).to_i64());
    eighths.map(|card| card.expect("whole eighths")).collect()
}

fn text(eighths: i64) -> String {
    Dyadic::new(eighths, EIGHTHS).to_string()
}

/// What the first player wins by best play, the komi paid, with optional
/// cards beside the stack: for every number of cards taken from the stack and
/// every set of optional cards left, the better one of the top card and each
/// optional card.
fn best(stack: &[i64], optional: &[i64]) -> i64 {
    let sets = 1usize << optional.len();
    // When the bottom card is taken, the game is over.
    let mut after = vec![0; sets];
    for &top in stack.iter().rev() {
        let mut here = vec![0; sets];
        for set in 0..sets {
            let mut most = top - after[set];
            for (i, &card) in optional.iter().enumerate() {
                if set >> i & 1 == 1 {
                    most = most.max(card - here[set & !(1 << i)]);
                }
            }
            here[set] = most;
        }
        after = here;
    }
    after[sets - 1] - KOMI
}

/// What comes out if both always take the highest card there is.
fn highest_first(stack: &[i64], optional: &[i64]) -> i64 {
    let (mut top, mut left) = (0, optional.to_vec());
    let (mut score, mut sign) = (0, 1);
    while top < stack.len() {
        let highest = (0..left.len()).max_by_key(|&i| left[i]);
        let card = match highest.filter(|&i| left[i] > stack[top]) {
            Some(i) => left.swap_remove(i),
            None => {
                top += 1;
                stack[top - 1]
            }
        };
        score += sign * card;
        sign = -sign;
    }
    score - KOMI
}

/// Calls `each` with every multiset of at most three cards.
fn each_choice(cards: &[i64], mut each: impl FnMut(&[i64])) {
    for (i, &a) in cards.iter().enumerate() {
        each(&[a]);
        for (j, &b) in cards[..=i].iter().enumerate() {
            each(&[a, b]);
            for &c in &cards[..=j] {
                each(&[a, b, c]);
            }
        }
    }
}

pub fn table(_: &mut Context<'_>) -> Result<Table, Trouble> {
    let cells = cells()?;
    let mut table = Table::new(&["what"]);
    let stack = stack();
    table.text(&["cards"], &cells.get("cards", "cards"), stack.len() + 1);
    let signs = [1, -1].into_iter().cycle();
    let alternating: i64 = stack
        .iter()
        .zip(signs)
        .map(|(card, sign)| card * sign)
        .sum();
    let printed = cells.get("cards", "komi");
    table.text(
        &["alternating sum of all but the first"],
        &printed,
        text(alternating),
    );
    table.text(
        &["net score without optional cards"],
        &cells.get("cards", "none"),
        text(best(&stack, &[])),
    );
    for (name, step) in [
        ("integers", 8),
        ("half-integers", 4),
        ("quarter-integers", 2),
    ] {
        let cards: Vec<i64> = (-8..=80).step_by(step).collect();
        let (mut choices, mut other, mut greedy) = (0u64, 0u64, 0u64);
        each_choice(&cards, |optional| {
            let net = best(&stack, optional);
            choices += 1;
            other += u64::from(net != 0);
            greedy += u64::from(net != highest_first(&stack, optional));
        });
        let what = format!("net score with up to 3 optional {name} from -1 to 10");
        let computed = match other {
            0 => format!("0 ({choices} choices)"),
            _ => format!("not 0 in {other} of {choices}"),
        };
        let printed = cells.get("cards", name);
        let agreement = printed.judge(|cell| (cell == "0") == (other == 0));
        table.push(&[&what], &printed, Some(computed), agreement);
        let what = format!("best with optional {name}");
        let printed = Printed::cell("take the highest card");
        let (computed, agreement) = match greedy {
            0 => ("take the highest card".into(), Agreement::Agrees),
            _ => (
                format!("not so in {greedy} of {choices}"),
                Agreement::Disagrees,
            ),
        };
        table.push(&[&what], &printed, Some(computed), agreement);
    }
    let odd: Vec<i64> = (-7..80).step_by(2).collect();
    let failing = odd
        .iter()
        .filter(|&&card| best(&stack, &[card]) != 0)
        .count();
    let printed = cells.get("cards", "eighths");
    let computed = format!("not 0 for {failing} of {}", odd.len());
    let agreement = printed.judge(|cell| (cell == "not 0") == (failing == odd.len()));
    let what = "net score with one optional card of odd eighths from -7/8 to 79/8";
    table.push(&[what], &printed, Some(computed), agreement);
    table.note(format!(
        "The stack: komi 5, then {} to {} in steps of 1/4, six cards of -1, the terminal komi \
         -1/2. Scores are the first player's, who pays the komi; every order of taking cards is \
         tried.",
        text(stack[0]),
        text(stack[43]),
    ));
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_order_is_found() {
        // 3 and 1 on the stack, 2 beside it: 3 - 2 + 1, the game is over.
        assert_eq!(best(&[24, 8], &[16]) + KOMI, 16);
        // Nobody wants −3: the stack ends the game before.
        assert_eq!(best(&[8], &[-24]) + KOMI, 8);
        assert_eq!(highest_first(&[24, 8], &[16]) + KOMI, 16);
    }
}
