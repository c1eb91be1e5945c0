// Fractions as people write them: 79/8 is 9⅞.

const SIGNS = { "1/2": "½", "1/4": "¼", "3/4": "¾", "1/8": "⅛", "3/8": "⅜", "5/8": "⅝", "7/8": "⅞" };

export function mixed(text) {
  const negative = text.startsWith("-");
  const [top, bottom] = text.replace("-", "").split("/").map(BigInt);
  const sign = negative ? "−" : "";
  if (bottom === undefined) return `${sign}${top}`;
  const [whole, rest] = [top / bottom, top % bottom];
  const part = SIGNS[`${rest}/${bottom}`];
  if (whole === 0n) return `${sign}${part ?? `${rest}/${bottom}`}`;
  return `${sign}${whole}${part ?? ` ${rest}/${bottom}`}`;
}

// A text with its numbers written so.
export const spoken = (text) => text.replaceAll(/(?<![\w/])-?\d+(\/\d+)?(?!\w)/g, mixed);

export const isZero = (text) => text === "0";

export const isNegative = (text) => text.startsWith("-");

// The number without its sign.
export const size = (text) => mixed(text.replace("-", ""));
