/** Unicode's stream-safe text format (UAX #15) has the same bound. Chromium draws a longer run for minutes. */
const maxCombiningMarks = 30;
const longRun = new RegExp(`(\\p{M}{${maxCombiningMarks}})\\p{M}+`, 'gu');

/** Offsets of the parts that no window must draw: what exceeds the bound of each run of marks. */
export const excessMarksIn = (text: string): { readonly from: number; readonly to: number }[] =>
  [...text.matchAll(longRun)].map((match) => ({
    from: match.index + (match[1]?.length ?? 0),
    to: match.index + match[0].length,
  }));

/** `…` stands in place of what was cut. */
export const withoutExcessMarks = (text: string): string =>
  text.length > maxCombiningMarks ? text.replace(longRun, '$1…') : text;
