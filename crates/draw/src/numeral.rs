//! Exact numbers as short labels.

use num_bigint::{BigUint, Sign};
use num_traits::Pow;
use values::Dyadic;

/// The characters a label may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Charset {
    Ascii,
    Unicode,
}

/// A number ready to be typeset, as a fraction if it is not an integer.
///
/// A long numerator or denominator is written with a power when that is exact
/// (10³⁰, 3·2⁷⁰), else its middle digits are left out.
pub struct Numeral {
    pub negative: bool,
    pub numerator: String,
    pub denominator: Option<String>,
    charset: Charset,
}

/// Up to this many digits are written out.
const PLAIN: usize = 10;
/// Beyond this many bits all digits are not even computed: it takes quadratic
/// time, and only a few of them would be shown.
const COMPUTED: u64 = 1 << 15;
/// How many digits remain at either end when the middle is left out.
const HEAD: usize = 5;
const TAIL: usize = 4;

impl Numeral {
    pub fn new(number: &Dyadic, charset: Charset) -> Self {
        let denominator = BigUint::from(1u8) << number.exponent();
        Numeral {
            negative: number.numerator().sign() == Sign::Minus,
            numerator: natural(number.numerator().magnitude(), charset),
            denominator: (!number.is_integer()).then(|| natural(&denominator, charset)),
            charset,
        }
    }

    /// The minus sign, or nothing.
    pub fn sign(&self) -> &'static str {
        match (self.negative, self.charset) {
            (false, _) => "",
            (true, Charset::Ascii) => "-",
            (true, Charset::Unicode) => "−",
        }
    }

    /// The number on one line.
    pub fn line(&self) -> String {
        let sign = self.sign();
        match &self.denominator {
            None => format!("{sign}{}", self.numerator),
            Some(denominator) => format!("{sign}{}/{denominator}", self.numerator),
        }
    }
}

fn natural(number: &BigUint, charset: Charset) -> String {
    if let Some(twos) = number.trailing_zeros().filter(|&twos| twos >= 34) {
        let odd = number >> twos;
        if odd.bits() <= 10 {
            return power(&odd.to_string(), 2, twos, charset);
        }
    }
    let (head, tail) = if number.bits() <= COMPUTED {
        let text = number.to_string();
        if text.len() <= PLAIN {
            return text;
        }
        let mantissa = text.trim_end_matches('0');
        if mantissa.len() <= 4 {
            return power(mantissa, 10, (text.len() - mantissa.len()) as u64, charset);
        }
        (
            text[..HEAD].to_string(),
            text[text.len() - TAIL..].to_string(),
        )
    } else {
        ends(number)
    };
    match charset {
        Charset::Ascii => format!("{head}...{tail}"),
        Charset::Unicode => format!("{head}…{tail}"),
    }
}

/// The first and the last digits of a number far too long to write out. One
/// division by a power of ten nearly as long is cheap: the quotient is short.
fn ends(number: &BigUint) -> (String, String) {
    let digits = (number.bits() as f64 * std::f64::consts::LOG10_2) as u64;
    let ten = BigUint::from(10u8);
    let mut head = (number / Pow::pow(&ten, digits.saturating_sub(HEAD as u64))).to_string();
    head.truncate(HEAD);
    let tail = (number % Pow::pow(ten, TAIL as u64)).to_string();
    (head, format!("{tail:0>TAIL$}"))
}

fn power(mantissa: &str, base: u32, exponent: u64, charset: Charset) -> String {
    let factor = match (mantissa, charset) {
        ("1", _) => String::new(),
        (_, Charset::Ascii) => format!("{mantissa}*"),
        (_, Charset::Unicode) => format!("{mantissa}·"),
    };
    match charset {
        Charset::Ascii => format!("{factor}{base}^{exponent}"),
        Charset::Unicode => {
            let raised: String = exponent
                .to_string()
                .bytes()
                .map(|digit| SUPERSCRIPTS[usize::from(digit - b'0')])
                .collect();
            format!("{factor}{base}{raised}")
        }
    }
}

const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigInt;

    fn line(number: &Dyadic, charset: Charset) -> String {
        Numeral::new(number, charset).line()
    }

    #[test]
    fn numbers_are_exact_and_short() {
        let big = |text: &str| Dyadic::new(text.parse::<BigInt>().unwrap(), 0);
        for (number, ascii, unicode) in [
            (Dyadic::zero(), "0", "0"),
            (Dyadic::from(-17), "-17", "−17"),
            (Dyadic::new(-3, 2), "-3/4", "−3/4"),
            (Dyadic::from(1_234_567_890), "1234567890", "1234567890"),
            (big(&format!("1{}", "0".repeat(30))), "10^30", "10³⁰"),
            (
                big(&format!("-25{}", "0".repeat(30))),
                "-25*10^30",
                "−25·10³⁰",
            ),
            (Dyadic::new(1, 100), "1/2^100", "1/2¹⁰⁰"),
            (Dyadic::new(BigInt::from(3) << 70, 0), "3*2^70", "3·2⁷⁰"),
            (big("123456789012345678"), "12345...5678", "12345…5678"),
        ] {
            assert_eq!(line(&number, Charset::Ascii), ascii);
            assert_eq!(line(&number, Charset::Unicode), unicode);
        }
    }

    #[test]
    fn very_long_numbers_keep_their_ends() {
        let number = BigInt::from(7).pow(60_000u32);
        let text = number.to_string();
        let ends = format!("{}...{}", &text[..HEAD], &text[text.len() - TAIL..]);
        assert_eq!(line(&Dyadic::new(number, 0), Charset::Ascii), ends);
    }
}
