/** Describes the versions of a card for CardHistory.tsx. */

import { isDay, rowMapOf } from '../../../shared/contract/index.ts';
import { decodeTextDiff, type TextDiffPart } from '../../../shared/domain/text-diff.ts';
import { changeLabel } from '../../model/change-labels.ts';
import { dayMonthYearText } from '../../ui/dates/day-text.ts';
import { diffLines, splitByChangedWords, type WordDiffPart } from '../../ui/text/compare-texts.ts';

/** Undefined if the value or row is not loaded. */
export interface HistoryNameLookups {
  value(property: string, value: string): string | undefined;
  card(id: string): string | undefined;
  attachment(id: string): string | undefined;
  file(id: string): string | undefined;
}

export type FieldChange =
  | { readonly kind: 'value'; readonly label: string; readonly from: string | null; readonly to: string | null }
  | {
      readonly kind: 'list';
      readonly label: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  /** Decoded only when the change is rendered. */
  | { readonly kind: 'text'; readonly label: string; readonly encoded: unknown }
  /** In a format that this app does not know. */
  | { readonly kind: 'unknown'; readonly label: string };

const valueLabels = rowMapOf({
  not_started: 'not started',
  started: 'started',
  snoozing: 'snoozing',
  done: 'done',
  default: 'active',
  archived: 'archived',
  deleted: 'deleted',
});
const textFields = new Set(['content', 'title']);
/** The service changes these as a result of other changes. */
const derivedFields = new Set([
  'tags',
  'title',
  'lastUpdatedAt',
  'version',
  'checkboxStats',
  'checkboxInfo',
  'derivedStatus',
  'mentionedUsers',
]);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isWordList = (value: unknown): value is (string | number)[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number');

function valueText(field: string, value: unknown, names: HistoryNameLookups): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '…';
  const name =
    field === 'parentCardId'
      ? names.card(value)
      : field === 'coverFileId'
        ? names.file(value)
        : names.value(field, value);
  if (name !== undefined) return name;
  if (textsIfNotLoaded[field]) return textsIfNotLoaded[field];
  if (field === 'dueDate' && isDay(value)) return dayMonthYearText(value);
  return valueLabels[value] ?? value;
}

/** By field, for rows that are not loaded. */
const textsIfNotLoaded = rowMapOf({
  assigneeId: 'somebody',
  coverFileId: 'a file',
  deckId: 'a deck no longer visible',
  milestoneId: 'a milestone no longer visible',
  parentCardId: 'a card no longer visible',
  sprintId: 'a run no longer visible',
});
const cardLists = new Set(['childCards', 'inDeps', 'outDeps']);

function changeOf(field: string, change: unknown, names: HistoryNameLookups): FieldChange {
  const label = changeLabel(field);
  if (textFields.has(field)) return { kind: 'text', label, encoded: change };
  if (Array.isArray(change) && change.length === 2) {
    if (change.some(isWordList)) {
      const [before = [], after = []] = change.map((list) => (isWordList(list) ? list.map(String) : []));
      const added = after.filter((item) => !before.includes(item));
      const removed = before.filter((item) => !after.includes(item));
      return listChange(field, label, added, removed, names);
    }
    return { kind: 'value', label, from: valueText(field, change[0], names), to: valueText(field, change[1], names) };
  }
  if (isObject(change) && ('+' in change || '-' in change)) {
    const added = change['+'] ?? [];
    const removed = change['-'] ?? [];
    if (isWordList(added) && isWordList(removed))
      return listChange(field, label, added.map(String), removed.map(String), names);
  }
  return { kind: 'unknown', label };
}

function listChange(
  field: string,
  label: string,
  added: string[],
  removed: string[],
  names: HistoryNameLookups,
): FieldChange {
  const name = (id: string) => {
    if (field === 'attachments') return names.attachment(id) ?? 'a file';
    return cardLists.has(field) ? (names.card(id) ?? 'a card no longer visible') : id;
  };
  return { kind: 'list', label, added: added.map(name), removed: removed.map(name) };
}

/** The changes of a card's first version do not list these. */
const initialValues: Readonly<Record<string, unknown>> = { isDoc: false, status: 'not_started', visibility: 'default' };
const isInitialValue = (field: string, change: unknown) =>
  field in initialValues && Array.isArray(change) && change[0] === null && change[1] === initialValues[field];

/** `diff` is of the model `cardHistory`. Text changes come first. Empty if the diff cannot be read. */
export function fieldChangesOfDiff(diff: unknown, names: HistoryNameLookups, isFirst = false): FieldChange[] {
  if (!isObject(diff)) return [];
  const fields = Object.keys(diff).filter((field) => !(isFirst && isInitialValue(field, diff[field])));
  // Derived fields usually change with another field, such as the title with the content.
  const shownFields = fields.filter((field) => !derivedFields.has(field) || fields.length === 1);
  return shownFields
    .toSorted((a, b) => Number(textFields.has(b)) - Number(textFields.has(a)))
    .map((field) => changeOf(field, diff[field], names));
}

/** Other cards in a diff, such as added sub cards. */
export function cardIdsInDiff(diff: unknown): string[] {
  if (!isObject(diff)) return [];
  return [...cardLists, 'parentCardId'].flatMap((field) => {
    const change = diff[field];
    const values = Array.isArray(change) ? change : isObject(change) ? [change['+'], change['-']] : [];
    return values.flat().filter((value): value is string => typeof value === 'string');
  });
}

/** Consecutive lines. */
export type DiffLineGroup =
  | { readonly kind: 'kept'; readonly text: string }
  /** Unchanged lines that are left out. */
  | { readonly kind: 'skipped'; readonly count: number }
  /** The changed words are marked. */
  | { readonly kind: 'removed' | 'added'; readonly pieces: readonly WordDiffPart[] };

const hasChangedWord = ({ pieces }: { readonly pieces: readonly WordDiffPart[] }) =>
  pieces.some(({ text, isChanged }) => isChanged && text.trim() !== '');

/**
 * In order. If words were removed from a changed passage and other words were added, the passage appears twice: with
 * the old words, then with the new words. Any other passage appears once.
 */
export function diffLineGroups(before: string, after: string): DiffLineGroup[] {
  // The card had no text before.
  if (before === '') return [{ kind: 'kept', text: after }];
  return diffLines(before, after).flatMap((stretch): DiffLineGroup[] => {
    if (stretch.kind === 'skipped') return [stretch];
    if (stretch.kind === 'equal') return [{ kind: 'kept', text: stretch.lines.join('\n') }];
    const [old, now] = [stretch.mine.join('\n'), stretch.theirs.join('\n')];
    const removed = { kind: 'removed' as const, pieces: splitByChangedWords(old, now) };
    const added = { kind: 'added' as const, pieces: splitByChangedWords(now, old) };
    if (hasChangedWord(removed)) return hasChangedWord(added) ? [removed, added] : [removed];
    return [added];
  });
}

export interface TextPair {
  readonly before: string;
  readonly after: string;
}

/** Where the diff omits unchanged text, both have an ellipsis. */
export function textsBeforeAndAfterDiff(parts: readonly TextDiffPart[]): TextPair {
  const shown = removeIncompleteWords(parts).map((part) =>
    part.kind === 'gap' ? { kind: 'kept' as const, text: ' … ' } : part,
  );
  const textWithout = (kind: 'added' | 'removed') =>
    shown
      .filter((part) => part.kind !== kind)
      .map(({ text }) => text)
      .join('')
      .trim();
  return { before: textWithout('added'), after: textWithout('removed') };
}

/** Keeps an only word. In a loop, as `\S+$` takes quadratic time. */
function withoutLastWord(text: string): string {
  let end = text.length;
  while (end > 0 && /\S/.test(text.charAt(end - 1))) end--;
  const rest = text.slice(0, end);
  return rest.trim() === '' ? text : rest;
}

/** A gap is a place where the diff omits unchanged text. */
export function removeIncompleteWords(parts: readonly TextDiffPart[]): TextDiffPart[] {
  return parts.map((part, at) => {
    if (part.kind !== 'kept') return part;
    let { text } = part;
    if (parts[at - 1]?.kind === 'gap')
      // Also removes an incomplete list marker or checkbox.
      text = text.replace(/^\S+(?=\s+\S)/u, '').replace(/^[ \t]*(?:[-*+] +)?(?:\[?[ xX]?\] +)/u, ' ');
    if (parts[at + 1]?.kind === 'gap') text = withoutLastWord(text);
    return { ...part, text };
  });
}

/**
 * An earlier text of a card is found by undoing one change after the other, from the current text. Undefined if the
 * parts do not match `after`.
 */
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
