/**
 * Updates the derived columns of changed cards, and of cards that the changes affect. Runs at the end of each action,
 * and on the service also before the handler's `serviceOnly`, which reads these columns.
 */
import {
  checkboxesIn,
  isSameTag,
  shortCodesIn,
  tagsIn,
  titleOfContent,
  uniqueTags,
} from '../../../shared/domain/content.ts';
import { derivedStatusOf } from '../../../shared/domain/derived-status.ts';
import { accountSeqOfShortCode } from '../../../shared/domain/short-code.ts';
import type { ChangeJournal } from '../store/journal.ts';
import type { ActionContext } from '../types.ts';
import { type Card, hasSubCards, isHeroCard, isStartedOrSnoozing, kindOfOpenBlockOrReview } from './card-changes.ts';
import { renumberHands } from './hand.ts';
import { mentionedUserIds } from './members.ts';

/** The content is that of a card or journey step. */
export function columnsDerivedFromContent(context: ActionContext, content: string) {
  const checkboxInfo = checkboxesIn(content);
  return {
    title: titleOfContent(content),
    checkboxInfo,
    checkboxStats: { total: checkboxInfo.length, checked: checkboxInfo.filter(({ checked }) => checked).length },
    mentionedUsers: mentionedUserIds(context, content),
  };
}

/** The result has no duplicates, and uses the project's spelling. */
export function combineTextTagsAndProjectTags(content: string, masterTags: readonly string[]): string[] {
  const written = tagsIn(content).map((tag) => masterTags.find((name) => isSameTag(name, tag)) ?? tag);
  return uniqueTags([...written, ...masterTags]);
}

/** Ids of the stored cards whose short codes the text contains. */
function cardReferences({ rows }: ActionContext, content: string): string[] {
  return shortCodesIn(content).flatMap((code) => {
    const accountSeq = accountSeqOfShortCode(code);
    return accountSeq === undefined ? [] : rows.find('card', { accountSeq }).map(({ cardId }) => cardId);
  });
}

/** Depends on the card's stored fields, sub cards, deck and open threads. */
function computeDerivedStatus(context: ActionContext, card: Card): Card['derivedStatus'] {
  const deck = card.deckId === null ? undefined : context.rows.get('deck', card.deckId);
  return derivedStatusOf({
    visibility: card.visibility,
    status: card.status,
    isDoc: card.isDoc,
    assigneeId: card.assigneeId,
    isSubCard: card.parentCardId !== null,
    hasSubCards: hasSubCards(context, card),
    deckType: deck?.deckType ?? null,
    openThread: kindOfOpenBlockOrReview(context, card.cardId),
  });
}

/** If all stored cards are done but a replica lacks some of the cards, returns the previous value `before`. */
function isAnyNotDone({ rows, role }: ActionContext, ids: readonly string[], before: boolean): boolean {
  let isAnyUnknown = false;
  for (const id of ids) {
    const card = rows.get('card', id);
    if (card && card.status !== 'done') return true;
    isAnyUnknown ||= card === undefined && role === 'replica';
  }
  return isAnyUnknown && before;
}

function dependencyFlags(context: ActionContext, card: Card): Pick<Card, 'hasBlockingDeps' | 'isBlockingDep'> {
  return {
    hasBlockingDeps: isAnyNotDone(context, card.inDeps, card.hasBlockingDeps),
    isBlockingDep: card.status !== 'done' && isAnyNotDone(context, card.outDeps, card.isBlockingDep),
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

function updateContentColumns(context: ActionContext, before: Card | undefined, card: Card): void {
  const isWritten = differs(before, card, 'content');
  if (!isWritten && !differs(before, card, 'masterTags')) return;
  const { content, masterTags } = card;
  context.rows.update('card', card.cardId, {
    tags: combineTextTagsAndProjectTags(content, masterTags),
    ...(isWritten
      ? { ...columnsDerivedFromContent(context, content), cardReferences: cardReferences(context, content) }
      : {}),
  });
}

/** Cards whose derived status (`statuses`) or dependency flags (`flags`) depend on the changed rows. */
function affectedCards(context: ActionContext, journal: ChangeJournal): { statuses: Set<string>; flags: Set<string> } {
  const { rows } = context;
  const statuses = new Set<string>();
  const flags = new Set<string>();
  for (const [id, before] of journal.changedRows('card')) {
    const now = rows.get('card', id);
    if (statusInputs.some((field) => differs(before, now, field))) statuses.add(id);
    if (differs(before, now, 'visibility') || differs(before, now, 'parentCardId'))
      for (const parentId of [before?.parentCardId, now?.parentCardId]) if (parentId) statuses.add(parentId);
    const isStatusChanged = differs(before, now, 'status');
    if (isStatusChanged || differs(before, now, 'inDeps') || differs(before, now, 'outDeps')) flags.add(id);
    if (isStatusChanged)
      for (const card of [before, now])
        for (const other of [...(card?.inDeps ?? []), ...(card?.outDeps ?? [])]) flags.add(other);
  }
  for (const [id, before] of journal.changedRows('resolvable')) {
    const now = rows.get('resolvable', id);
    for (const thread of [before, now]) if (thread && thread.context !== 'comment') statuses.add(thread.cardId);
  }
  for (const [id, before] of journal.changedRows('deck'))
    if (before && rows.get('deck', id)?.deckType !== before.deckType)
      for (const cardId of cardIdsIn(context, id)) statuses.add(cardId);
  return { statuses, flags };
}

const cardIdsIn = ({ rows }: ActionContext, deckId: string): string[] =>
  rows.db.prepare('SELECT cardId FROM card WHERE deckId = ?').pluck().all(deckId) as string[];

/** Renumbers changed Hands, too. On a replica, other derived columns keep the values of the service. */
export function updateDerivedColumns(context: ActionContext, journal: ChangeJournal): void {
  const { rows } = context;
  renumberHands(context, journal);
  for (const [id, before] of [...journal.changedRows('card')]) {
    const card = rows.get('card', id);
    if (card) updateContentColumns(context, before, card);
  }
  const { statuses, flags } = affectedCards(context, journal);
  for (const id of statuses) {
    const card = rows.get('card', id);
    if (!card) continue;
    const status = isStartedOrSnoozing(card.status) && isHeroCard(context, card) ? 'not_started' : card.status;
    rows.update('card', id, { status, derivedStatus: computeDerivedStatus(context, { ...card, status }) });
  }
  for (const id of flags) {
    const card = rows.get('card', id);
    if (card) rows.update('card', id, dependencyFlags(context, card));
  }
}
