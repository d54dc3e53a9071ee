/** Reconstructs earlier texts of a card for the history, by undoing changes one by one from the current text. */
import { decodeTextDiff, type TextPart } from '../../../shared/domain/text-diff.ts';

/** The text before the change that led to `after`; undefined if the parts do not match `after`. */
export function textBefore(after: string, parts: readonly TextPart[]): string | undefined {
  let at = 0;
  let before = '';
  for (const part of parts) {
    if (part.kind === 'removed') before += part.text;
    else if (part.kind === 'gap') {
      if (at + part.length > after.length) return undefined;
      before += after.slice(at, at + part.length);
      at += part.length;
    } else {
      if (!after.startsWith(part.text, at)) return undefined;
      if (part.kind === 'kept') before += part.text;
      at += part.text.length;
    }
  }
  return at === after.length ? before : undefined;
}

/**
 * The text before each version's change, in the order given (newest first); undefined from the first version on whose
 * change cannot be read.
 */
export function textsBefore(current: string, encodedChanges: readonly (unknown | undefined)[]): (string | undefined)[] {
  let text: string | undefined = current;
  return encodedChanges.map((encoded) => {
    if (encoded === undefined || text === undefined) return text;
    const parts = decodeTextDiff(encoded);
    text = parts && textBefore(text, parts);
    return text;
  });
}
