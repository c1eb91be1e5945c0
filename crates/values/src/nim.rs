//! Nimbers as a field: nim-addition and nim-multiplication of the nimbers
//! below 2⁶⁴ (Conway, *On Numbers and Games*, chapter 6).

/// a ⊕ b, the nimber of two Nim heaps.
///
/// ```
/// assert_eq!(values::nim_sum(5, 3), 6);
/// ```
#[must_use]
pub fn nim_sum(a: u64, b: u64) -> u64 {
    a ^ b
}

/// a ⊗ b, the nim product.
///
/// ```
/// assert_eq!(values::nim_product(2, 2), 3);
/// assert_eq!(values::nim_product(16, 16), 24);
/// ```
#[must_use]
pub fn nim_product(a: u64, b: u64) -> u64 {
    product_below(a, b, 32)
}

/// a ⊗ b for a, b < 2^(2·half): with the Fermat power F = 2^half,
/// F ⊗ F = F ⊕ F/2, and F ⊗ x = F·x for x < F.
fn product_below(a: u64, b: u64, half: u32) -> u64 {
    if a <= 1 || b <= 1 {
        return a * b;
    }
    let mask = (1u64 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
    let next = half / 2;
    let low = product_below(a0, b0, next);
    if a1 == 0 && b1 == 0 {
        return low;
    }
    let high = product_below(a1, b1, next);
    let cross = product_below(a0 ^ a1, b0 ^ b1, next);
    let reduced = product_below(high, 1 << (half - 1), next);
    (cross ^ low) << half | (low ^ reduced)
}

/// a ⊗ a ⊗ … ⊗ a, n times.
///
/// ```
/// assert_eq!(values::nim_power(2, 3), 1);
/// ```
#[must_use]
pub fn nim_power(a: u64, n: u64) -> u64 {
    let mut power = 1;
    for i in (0..64 - n.leading_zeros()).rev() {
        power = nim_product(power, power);
        if n >> i & 1 == 1 {
            power = nim_product(power, a);
        }
    }
    power
}

/// The b with a ⊗ b = 1; `None` for 0.
///
/// ```
/// assert_eq!(values::nim_inverse(4), Some(15));
/// assert_eq!(values::nim_inverse(0), None);
/// ```
#[must_use]
pub fn nim_inverse(a: u64) -> Option<u64> {
    // The nimbers below 2⁶⁴ are a field, so a^(2⁶⁴−1) = 1.
    (a != 0).then(|| nim_power(a, u64::MAX - 1))
}

/// The b with b ⊗ b = a.
///
/// ```
/// assert_eq!(values::nim_sqrt(3), 2);
/// ```
#[must_use]
pub fn nim_sqrt(a: u64) -> u64 {
    // Squaring 64 times is the identity of the field of 2⁶⁴ nimbers.
    nim_power(a, 1 << 63)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// a ⊗ b by its definition as a least excluded value.
    fn table(n: usize) -> Vec<Vec<u64>> {
        let mut t = vec![vec![0u64; n]; n];
        for a in 0..n {
            for b in 0..n {
                let mut seen = vec![false; 2 * n * n];
                for i in 0..a {
                    for j in 0..b {
                        seen[(t[i][b] ^ t[a][j] ^ t[i][j]) as usize] = true;
                    }
                }
                t[a][b] = seen.iter().position(|s| !s).expect("one is free") as u64;
            }
        }
        t
    }

    #[test]
    fn products_match_the_definition() {
        for (a, row) in table(64).iter().enumerate() {
            for (b, &product) in row.iter().enumerate() {
                assert_eq!(nim_product(a as u64, b as u64), product, "{a} * {b}");
            }
        }
    }

    #[test]
    fn nimbers_are_a_field() {
        let mut x = 0x1234_5678_9abc_def1u64;
        let mut next = || {
            x ^= x << 13;
            x ^= x >> 7;
            x ^= x << 17;
            x
        };
        for _ in 0..100 {
            let (a, b, c) = (next(), next(), next());
            assert_eq!(nim_product(a, b), nim_product(b, a));
            assert_eq!(
                nim_product(nim_product(a, b), c),
                nim_product(a, nim_product(b, c))
            );
            assert_eq!(
                nim_product(a, nim_sum(b, c)),
                nim_sum(nim_product(a, b), nim_product(a, c))
            );
            let inverse = nim_inverse(a).expect("not 0");
            assert_eq!(nim_product(a, inverse), 1);
            let root = nim_sqrt(a);
            assert_eq!(nim_product(root, root), a);
        }
    }

    #[test]
    fn inverses_as_cgsuite_lists_them() {
        let inverses: Vec<_> = (1..=16).filter_map(nim_inverse).collect();
        let expected = [1, 3, 2, 15, 12, 9, 11, 10, 6, 8, 7, 5, 14, 13, 4, 170];
        assert_eq!(inverses, expected);
    }
}
