/** Updates derived columns of changed cards and their neighbours, once per action. */
import { checkboxesIn, codesIn, sameTag, tagsIn, titleOf, uniqueTags } from '../../../shared/domain/content.ts';
import { derivedStatusOf } from '../../../shared/domain/derived-status.ts';
import { seqOf } from '../../../shared/domain/short-code.ts';
import type { Journal } from '../store/journal.ts';
import type { ActionContext } from '../types.ts';
import { type Card, hasSubCards, isHeroCard, isRunning } from './card-changes.ts';
import { renumberHands } from './hand.ts';
import { mentionedPeople } from './people.ts';
import { openMark } from './threads.ts';

/** Columns that are derived from the content of a card or journey step. */
export function contentColumns(context: ActionContext, content: string) {
  const checkboxInfo = checkboxesIn(content);
  return {
    title: titleOf(content),
    checkboxInfo,
    checkboxStats: { total: checkboxInfo.length, checked: checkboxInfo.filter(({ checked }) => checked).length },
    mentionedUsers: mentionedPeople(context, content),
  };
}

/** `#tags` of the text and project tags, each once, in the project's spelling. */
export function allTags(content: string, masterTags: readonly string[]): string[] {
  const written = tagsIn(content).map((tag) => masterTags.find((name) => sameTag(name, tag)) ?? tag);
  return uniqueTags([...written, ...masterTags]);
}

/** Stored cards that the text links to by their codes. */
function cardReferences({ rows }: ActionContext, content: string): string[] {
  return codesIn(content).flatMap((code) => {
    const accountSeq = seqOf(code);
    return accountSeq === undefined ? [] : rows.find('card', { accountSeq }).map(({ cardId }) => cardId);
  });
}

export function derivedStatus(context: ActionContext, card: Card): Card['derivedStatus'] {
  const deck = card.deckId === null ? undefined : context.rows.get('deck', card.deckId);
  return derivedStatusOf({
    visibility: card.visibility,
    status: card.status,
    isDoc: card.isDoc,
    assigneeId: card.assigneeId,
    isSubCard: card.parentCardId !== null,
    hasSubCards: hasSubCards(context, card),
    deckType: deck?.deckType ?? null,
    openThread: openMark(context, card.cardId),
  });
}

/** Whether any of the cards is not done. `before` where all stored ones are done and a replica lacks the others. */
function anyOpen({ rows, role }: ActionContext, ids: readonly string[], before: boolean): boolean {
  let unseen = false;
  for (const id of ids) {
    const card = rows.get('card', id);
    if (card && card.status !== 'done') return true;
    unseen ||= card === undefined && role === 'replica';
  }
  return unseen && before;
}

function dependencyFlags(context: ActionContext, card: Card): Pick<Card, 'hasBlockingDeps' | 'isBlockingDep'> {
  return {
    hasBlockingDeps: anyOpen(context, card.inDeps, card.hasBlockingDeps),
    isBlockingDep: card.status !== 'done' && anyOpen(context, card.outDeps, card.isBlockingDep),
  };
}

const statusInputs = [
  'assigneeId',
  'childCards',
  'deckId',
  'isDoc',
  'parentCardId',
  'status',
  'visibility',
] as const satisfies readonly (keyof Card)[];

const sameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
const differs = (before: Card | undefined, now: Card | undefined, field: keyof Card): boolean =>
  !before || !now || !sameValue(before[field], now[field]);

function settleContent(context: ActionContext, before: Card | undefined, card: Card): void {
  const isWritten = differs(before, card, 'content');
  if (!isWritten && !differs(before, card, 'masterTags')) return;
  const { content, masterTags } = card;
  context.rows.update('card', card.cardId, {
    tags: allTags(content, masterTags),
    ...(isWritten ? { ...contentColumns(context, content), cardReferences: cardReferences(context, content) } : {}),
  });
}

/** Cards whose derived status or dependency flags depend on the changed rows. */
function affected(context: ActionContext, journal: Journal): { statuses: Set<string>; flags: Set<string> } {
  const { rows } = context;
  const statuses = new Set<string>();
  const flags = new Set<string>();
  for (const [id, before] of journal.touched('card')) {
    const now = rows.get('card', id);
    if (statusInputs.some((field) => differs(before, now, field))) statuses.add(id);
    if (differs(before, now, 'visibility') || differs(before, now, 'parentCardId'))
      for (const parentId of [before?.parentCardId, now?.parentCardId]) if (parentId) statuses.add(parentId);
    const isMarked = differs(before, now, 'status');
    if (isMarked || differs(before, now, 'inDeps') || differs(before, now, 'outDeps')) flags.add(id);
    if (isMarked)
      for (const card of [before, now])
        for (const other of [...(card?.inDeps ?? []), ...(card?.outDeps ?? [])]) flags.add(other);
  }
  for (const [id, before] of journal.touched('resolvable')) {
    const now = rows.get('resolvable', id);
    for (const thread of [before, now]) if (thread && thread.context !== 'comment') statuses.add(thread.cardId);
  }
  for (const [id, before] of journal.touched('deck'))
    if (before && rows.get('deck', id)?.deckType !== before.deckType)
      for (const cardId of cardIdsIn(context, id)) statuses.add(cardId);
  return { statuses, flags };
}

const cardIdsIn = ({ rows }: ActionContext, deckId: string): string[] =>
  rows.db.prepare('SELECT cardId FROM card WHERE deckId = ?').pluck().all(deckId) as string[];

/**
 * Recomputes values that depend on the action's changes, and nothing else: on a replica every other derived value stays
 * the service's. Idempotent.
 */
export function settle(context: ActionContext, journal: Journal): void {
  const { rows } = context;
  renumberHands(context, journal);
  for (const [id, before] of [...journal.touched('card')]) {
    const card = rows.get('card', id);
    if (card) settleContent(context, before, card);
  }
  const { statuses, flags } = affected(context, journal);
  for (const id of statuses) {
    const card = rows.get('card', id);
    if (!card) continue;
    // A started card that becomes a hero card, in any way, is no longer started.
    const status = isRunning(card.status) && isHeroCard(context, card) ? 'not_started' : card.status;
    rows.update('card', id, { status, derivedStatus: derivedStatus(context, { ...card, status }) });
  }
  for (const id of flags) {
    const card = rows.get('card', id);
    if (card) rows.update('card', id, dependencyFlags(context, card));
  }
}
