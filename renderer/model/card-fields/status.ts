/** Boards show the derived status, such as blocked, in review, hero card or archived. */
import { refusalTexts } from '../../../shared/contract/index.ts';
import { type StatusGroup, statusGroupAndLabel, statusGroupLabels, statusGroups } from '../../ui/icons/status.ts';
import { type CardRow, isHeroCardRow } from '../card-row.ts';
import { columnKeyOf, columnOf } from '../column.ts';
import type { CardChanges, CardField } from './field.ts';

const groupOf = (card: CardRow): StatusGroup => statusGroupAndLabel(card.derivedStatus).group;

export const statusGroupIndex = (card: CardRow): number => statusGroups.indexOf(groupOf(card));

/**
 * They have a column even without cards, so that cards can be dropped there. Exception: boards whose cards all have an
 * owner have no empty column for "unassigned".
 */
const permanentGroups: readonly StatusGroup[] = ['unassigned', 'assigned', 'started', 'review', 'blocked', 'done'];

export const statusCardField: CardField = {
  values: (card) => [groupOf(card)],
  nameOf: (group) => statusGroupLabels[group as StatusGroup],
  columns: (used, _loaded, { areAllCardsOwned }) =>
    statusGroups
      .filter(
        (group) =>
          used.has(columnKeyOf('status', group)) ||
          (permanentGroups.includes(group) && !(areAllCardsOwned && group === 'unassigned')),
      )
      .map((group) => columnOf('status', group, statusGroupLabels[group], { statusGroup: group })),
  compare: (a, b) => statusGroupIndex(a) - statusGroupIndex(b),
  tableValue: statusGroupIndex,
  filterValues: (found) => statusGroups.filter((group) => group !== 'unknown' || found.includes(group)),
  refusal(card, group, deckTypeOf) {
    if (card.isDoc && group !== 'doc') return refusalTexts.doc_has_no_status;
    const hero = isHeroCardRow(card, deckTypeOf(card.deckId));
    if (group === 'started' && hero) return refusalTexts.hero_cannot_start;
    if (group === 'snoozing') return 'Cards fall asleep by themselves when nothing changes.';
    if ((group === 'blocked' || group === 'review') && hero) return refusalTexts.hero_takes_no_thread;
    if (group === 'hero') return 'A card becomes a hero card when it gets sub cards.';
    if (group === 'doc' && !card.isDoc) return 'A card becomes a document in its own panel.';
    if (group === 'unknown') return 'Nobody can give this status.';
    return null;
  },
  changes: (card, { value }, _from, me) => changesForStatus(card, String(value), me),
  // The stored status of a new card is always "not started". An owner makes its derived status "assigned".
  paramsForNewCard: (group, _params, me) =>
    group === 'assigned' && me ? { assigneeId: me } : group === 'doc' ? { isDoc: true } : {},
};

/** A move into any other group sets no stored status. */
const storedStatuses: Readonly<Record<string, string>> = {
  unassigned: 'not_started',
  assigned: 'not_started',
  started: 'started',
  done: 'done',
};

function changesForStatus(card: CardRow, group: string, me: string | null): CardChanges | null {
  if (group === 'archived' || group === 'deleted') return card.visibility === group ? null : { visibility: group };
  const visibleAgain: CardChanges = card.visibility === 'default' ? {} : { visibility: 'default' };
  // The card gets this status from its open block or review thread.
  if (group === 'blocked' || group === 'review') return visibleAgain;
  const status = storedStatuses[group];
  if (!status) return null;
  const owner: CardChanges = group === 'unassigned' && card.assigneeId ? { assigneeId: null } : {};
  // Only a card with an owner is "assigned".
  const newOwner: CardChanges = group === 'assigned' && !card.assigneeId && me ? { assigneeId: me } : {};
  return { ...visibleAgain, ...(card.status === status ? {} : { status }), ...owner, ...newOwner };
}
