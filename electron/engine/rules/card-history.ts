/** Raises the versions of changed cards and writes their history. Runs on the service only. */
import type { Json } from '../../../shared/contract/index.ts';
import { encodeTextDiff } from '../../../shared/domain/text-diff.ts';
import type { ChangeJournal } from '../store/journal.ts';
import { tableDefinitionOf } from '../store/schema.ts';
import { type ActionContext, dateForChangedRow } from '../types.ts';
import type { Card } from './card-changes.ts';

type Diff = Record<string, Json>;

/** Ids, internal values, and some values derived from `content` or from other cards. */
const unrecordedFields = new Set<string>([
  'cardId',
  'accountId',
  'accountSeq',
  'createdAt',
  'creatorId',
  'lastUpdatedAt',
  'version',
  'checkboxInfo',
  'checkboxStats',
  'hasBlockingDeps',
  'isBlockingDep',
] satisfies (keyof Card)[]);
/**
 * Derived from sub cards, decks and threads. They alone make no history entry, but are in an entry for other fields.
 */
const incidentalFields = new Set<string>(['derivedStatus'] satisfies (keyof Card)[]);
const textFields = new Set<string>(['content', 'title'] satisfies (keyof Card)[]);

const recordedColumns = tableDefinitionOf('card').columns.filter(({ name }) => !unrecordedFields.has(name));
/** A new card's first history entry has only what differs from these. Every JSON column recorded is a list. */
const emptyValues = Object.fromEntries(
  recordedColumns.map(({ name, kind }) => [name, kind === 'json' ? [] : textFields.has(name) ? '' : null]),
) as Record<string, Json>;

function changeOf(field: string, before: Json, now: Json): Json | undefined {
  if (Array.isArray(now) || Array.isArray(before)) {
    const old = (before ?? []) as readonly Json[];
    const list = (now ?? []) as readonly Json[];
    if (JSON.stringify(old) === JSON.stringify(list)) return undefined;
    const [had, has] = [new Set(old), new Set(list)];
    return { '+': list.filter((item) => !had.has(item)), '-': old.filter((item) => !has.has(item)) };
  }
  if (before === now) return undefined;
  return textFields.has(field) ? encodeTextDiff(String(before ?? ''), String(now ?? '')) : [before, now];
}

/** The format is that of `cardHistory.diff` (rules `card.history.single`, `card.history.list`). */
function diffOf(before: Card | undefined, now: Card): Diff {
  const diff: Diff = {};
  for (const { name } of recordedColumns) {
    const old = (before ? (before as Record<string, unknown>)[name] : emptyValues[name]) as Json;
    const change = changeOf(name, old, (now as Record<string, unknown>)[name] as Json);
    if (change !== undefined) diff[name] = change;
  }
  return diff;
}

/** Opening, closing or reopening a block or review thread raises the version of its card. */
function cardsWithChangedBlocksOrReviews({ rows }: ActionContext, journal: ChangeJournal): Set<string> {
  const cards = new Set<string>();
  for (const [id, before] of journal.changedRows('resolvable')) {
    const now = rows.get('resolvable', id);
    if (now && now.context !== 'comment' && now.isClosed !== (before?.isClosed ?? true)) cards.add(now.cardId);
  }
  return cards;
}

/** Raises `version` once per action and card. `changerId` is null for changes by the service itself. */
export function recordCardHistory(context: ActionContext, journal: ChangeJournal, changerId: string | null): void {
  const { rows, accountId } = context;
  const withChangedThreads = cardsWithChangedBlocksOrReviews(context, journal);
  for (const id of new Set([...journal.changedRows('card').keys(), ...withChangedThreads])) {
    const now = rows.get('card', id);
    if (!now) continue;
    const isTouched = journal.changedRows('card').has(id);
    const before = isTouched ? journal.changedRows('card').get(id) : now;
    const diff = diffOf(before, now);
    if (!withChangedThreads.has(id) && Object.keys(diff).every((field) => incidentalFields.has(field))) continue;
    const version = before ? now.version + 1 : now.version;
    const changedAt = dateForChangedRow(context, now.lastUpdatedAt);
    rows.update('card', id, { version, lastUpdatedAt: changedAt });
    rows.put('cardHistory', { cardId: id, version, accountId, changerId, diff, versionCreatedAt: changedAt });
  }
}
