/**
 * The short code by which people name a card: `$` and its accountSeq as a bijective base 28 number, shifted so that the
 * first card already has three digits.
 */
const digits = '123456789acefghijkoqrsuvwxyz';
const base = digits.length;
/** Count of numbers with one or two digits, which no card gets: 28 + 28². */
const skipped = base + base * base;
const maxSeq = 2 ** 31 - 1;

/** The code of a card's accountSeq, without the dollar sign; accountSeq counts from 1. */
export function codeOf(seq: number): string {
  if (!Number.isInteger(seq) || seq < 1 || seq > maxSeq) throw new RangeError(`No short code for accountSeq ${seq}`);
  let rest = seq + skipped;
  let code = '';
  while (rest > 0) {
    const digit = (rest - 1) % base;
    code = digits.charAt(digit) + code;
    rest = (rest - 1 - digit) / base;
  }
  return code;
}

/** The accountSeq of a code, with or without `$`, in either letter case; undefined for a text that is no code. */
export function seqOf(code: string): number | undefined {
  const text = code.trim().replace(/^\$/, '').toLowerCase();
  // Seven digits are enough for every int32; longer text would overflow.
  if (text.length < 3 || text.length > 7) return undefined;
  let value = 0;
  for (const char of text) {
    const digit = digits.indexOf(char);
    if (digit < 0) return undefined;
    value = value * base + digit + 1;
  }
  const seq = value - skipped;
  return seq >= 1 && seq <= maxSeq ? seq : undefined;
}
