/** Reconstructs earlier texts of a card: starts with the current text and undoes one change after the other. */
import { decodeTextDiff, type TextDiffPart } from '../../../shared/domain/text-diff.ts';

/** Undefined if the parts do not match `after`. */
export function textBeforeChange(after: string, parts: readonly TextDiffPart[]): string | undefined {
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
 * The newest version first. `encodedChanges` has the change of the text for each version, or undefined if it did not
 * change the text. If a change cannot be undone, the results for its version and for all older versions are undefined.
 */
export function textsBeforeChanges(
  current: string,
  encodedChanges: readonly (unknown | undefined)[],
): (string | undefined)[] {
  let text: string | undefined = current;
  return encodedChanges.map((encoded) => {
    if (encoded === undefined || text === undefined) return text;
    const parts = decodeTextDiff(encoded);
    text = parts && textBeforeChange(text, parts);
    return text;
  });
}
