/**
 * Converts a card's `accountSeq` to its short code and back. The code is a bijective base 28 number, shifted so that
 * even the code of the first card has three digits. In texts people write the code as `$code`.
 */
const digits = '123456789acefghijkoqrsuvwxyz';
const base = digits.length;
/** Number of codes with one or two digits: 28 + 28². Cards get only longer codes. */
const skipped = base + base * base;
const maxSeq = 2 ** 31 - 1;

/** Without `$`. @throws RangeError if `seq` is not an integer from 1 to `maxSeq` */
export function shortCodeOf(seq: number): string {
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

/** With or without `$`, in any letter case; undefined if the text is no code. */
export function accountSeqOfShortCode(code: string): number | undefined {
  const text = code.trim().replace(/^\$/, '').toLowerCase();
  // Enough for every int32. A longer number might be too large for JavaScript to represent exactly.
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
