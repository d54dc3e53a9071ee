/** Describes the versions of a card in words, for History.tsx: the changed fields with their old and new values. */

import { isDay } from '../../../shared/contract/index.ts';
import type { TextPart } from '../../../shared/domain/text-diff.ts';
import { propertyLabel } from '../../model/card-fields/definitions.ts';
import { dayMonthYear } from '../../ui/dates/day-text.ts';
import { compareLines, type DiffPart, markChangedWords } from '../../ui/text/compare-texts.ts';

/** Finds the names of values and rows; undefined for those that are not loaded. */
export interface Names {
  value(property: string, value: string): string | undefined;
  card(id: string): string | undefined;
  attachment(id: string): string | undefined;
  file(id: string): string | undefined;
}

export type Change =
  | { readonly kind: 'value'; readonly label: string; readonly from: string | null; readonly to: string | null }
  | {
      readonly kind: 'list';
      readonly label: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  /** A text diff, which is decoded only when it is shown. */
  | { readonly kind: 'text'; readonly label: string; readonly encoded: unknown }
  /** A change in a format that this app does not know. */
  | { readonly kind: 'unknown'; readonly label: string };

/** Labels of fields that the registry of card fields does not contain. */
const labels: Record<string, string> = {
  attachments: 'Attachments',
  childCards: 'Sub cards',
  content: 'Text',
  coverFileId: 'Cover',
  inDeps: 'Waits for',
  outDeps: 'Blocks',
  tags: 'Tags',
  visibility: 'Kept as',
};
const fieldLabels: Record<string, string> = {
  not_started: 'not started',
  started: 'started',
  snoozing: 'snoozing',
  done: 'done',
  default: 'active',
  archived: 'archived',
  deleted: 'deleted',
};
const textFields = new Set(['content', 'title']);
/** Derived fields, whose changes follow from other changes. */
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isWordList = (value: unknown): value is (string | number)[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string' || typeof item === 'number');

/** A camelCase name as words, for fields without a label. */
const spaced = (field: string) =>
  field
    .replace(/Id$/, '')
    .replace(/([A-Z])/g, ' $1')
    .replace(/^./, (first) => first.toUpperCase());

function shown(field: string, value: unknown, names: Names): string | null {
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
  if (unloadedLabels[field]) return unloadedLabels[field];
  if (field === 'dueDate' && isDay(value)) return dayMonthYear(value);
  return fieldLabels[value] ?? value;
}

/** Text for an id whose row is not loaded. */
const unloadedLabels: Record<string, string> = {
  assigneeId: 'somebody',
  coverFileId: 'a file',
  deckId: 'a deck no longer visible',
  milestoneId: 'a milestone no longer visible',
  parentCardId: 'a card no longer visible',
  sprintId: 'a run no longer visible',
};
const cardLists = new Set(['childCards', 'inDeps', 'outDeps']);

function changeOf(field: string, change: unknown, names: Names): Change {
  const label = labels[field] ?? propertyLabel(field) ?? spaced(field);
  if (textFields.has(field)) return { kind: 'text', label, encoded: change };
  if (Array.isArray(change) && change.length === 2) {
    if (isWordList(change[0]) || isWordList(change[1])) {
      const before = isWordList(change[0]) ? change[0].map(String) : [];
      const after = isWordList(change[1]) ? change[1].map(String) : [];
      return listChange(
        field,
        label,
        after.filter((item) => !before.includes(item)),
        before.filter((item) => !after.includes(item)),
        names,
      );
    }
    return { kind: 'value', label, from: shown(field, change[0], names), to: shown(field, change[1], names) };
  }
  if (isObject(change) && ('+' in change || '-' in change)) {
    const added = change['+'] ?? [];
    const removed = change['-'] ?? [];
    if (isWordList(added) && isWordList(removed))
      return listChange(field, label, added.map(String), removed.map(String), names);
  }
  return { kind: 'unknown', label };
}

function listChange(field: string, label: string, added: string[], removed: string[], names: Names): Change {
  const name = (id: string) => {
    if (field === 'attachments') return names.attachment(id) ?? 'a file';
    return cardLists.has(field) ? (names.card(id) ?? 'a card no longer visible') : id;
  };
  return { kind: 'list', label, added: added.map(name), removed: removed.map(name) };
}

/** Initial values that the first version does not list. */
const initialValues: Readonly<Record<string, unknown>> = { isDoc: false, status: 'not_started', visibility: 'default' };
const isUsual = (field: string, change: unknown) =>
  field in initialValues && Array.isArray(change) && change[0] === null && change[1] === initialValues[field];

/** The changes of one cardHistory row, text first; empty if none can be read. */
export function changesOf(diff: unknown, names: Names, isFirst = false): Change[] {
  if (!isObject(diff)) return [];
  const fields = Object.keys(diff).filter((field) => !(isFirst && isUsual(field, diff[field])));
  // A derived field is listed only if nothing else changed. The title, for example, changes with the content.
  const shownFields = fields.filter((field) => !derivedFields.has(field) || fields.length === 1);
  return shownFields
    .toSorted((a, b) => Number(textFields.has(b)) - Number(textFields.has(a)))
    .map((field) => changeOf(field, diff[field], names));
}

/** Ids of other cards in a change. */
export function cardsIn(diff: unknown): string[] {
  if (!isObject(diff)) return [];
  return [...cardLists, 'parentCardId'].flatMap((field) => {
    const change = diff[field];
    const values = Array.isArray(change) ? change : isObject(change) ? [change['+'], change['-']] : [];
    return values.flat().filter((value): value is string => typeof value === 'string');
  });
}

/** Lines of a changed text. */
export type TextLines =
  | { readonly kind: 'kept'; readonly text: string }
  /** Number of unchanged lines that are left out. */
  | { readonly kind: 'skipped'; readonly count: number }
  /** Lines before or after the change. */
  | { readonly kind: 'removed' | 'added'; readonly pieces: readonly DiffPart[] };

const hasMark = ({ pieces }: { readonly pieces: readonly DiffPart[] }) =>
  pieces.some(({ text, isChanged }) => isChanged && text.trim() !== '');

/** The lines of both texts in order. Changed lines are listed before and after if words were both removed and added, else once. */
export function changedLines(before: string, after: string): TextLines[] {
  // The card had no text before.
  if (before === '') return [{ kind: 'kept', text: after }];
  return compareLines(before, after).flatMap((stretch): TextLines[] => {
    if (stretch.kind === 'skipped') return [stretch];
    if (stretch.kind === 'equal') return [{ kind: 'kept', text: stretch.lines.join('\n') }];
    const [old, now] = [stretch.mine.join('\n'), stretch.theirs.join('\n')];
    const removed = { kind: 'removed' as const, pieces: markChangedWords(old, now) };
    const added = { kind: 'added' as const, pieces: markChangedWords(now, old) };
    if (hasMark(removed)) return hasMark(added) ? [removed, added] : [removed];
    return [added];
  });
}

/** The texts around a change, with an ellipsis for parts that the change leaves out. */
export function textsAround(parts: readonly TextPart[]): { readonly before: string; readonly after: string } {
  const shown = inWords(parts).map((part) => (part.kind === 'gap' ? { kind: 'kept' as const, text: ' … ' } : part));
  const without = (kind: 'added' | 'removed') =>
    shown
      .filter((part) => part.kind !== kind)
      .map(({ text }) => text)
      .join('')
      .trim();
  return { before: without('added'), after: without('removed') };
}

/** Cuts context beside a gap to whole words. */
export function inWords(parts: readonly TextPart[]): TextPart[] {
  return parts.map((part, at) => {
    if (part.kind !== 'kept') return part;
    let { text } = part;
    if (parts[at - 1]?.kind === 'gap')
      // Also removes the rest of a list mark or checkbox.
      text = text.replace(/^\S+(?=\s+\S)/u, '').replace(/^[ \t]*(?:[-*+] +)?(?:\[?[ xX]?\] +)/u, ' ');
    if (parts[at + 1]?.kind === 'gap') text = text.replace(/(?<=\S\s+)\S+$/u, '');
    return { ...part, text };
  });
}
