/**
 * Checks that Hands, bookmarks, boards and lists do not show cards of archived projects, and show them again after the
 * project is restored.
 */
import { expect, test } from 'vitest';
import { deriveHand } from '../../../renderer/cards/hand/hand-entries.ts';
import { type LookupRows, lookupsFrom } from '../../../renderer/data/lookups.ts';
import {
  bookmarksBoardSource,
  deckBoardSource,
  milestoneBoardSource,
  multiRunBoardSource,
  personBoardSource,
  runBoardSource,
} from '../../../renderer/model/board-source.ts';
import { freeSlotKeys, usedSlotsText } from '../../../renderer/model/hand/finished.ts';
import { handSlotCount } from '../../../shared/domain/hand.ts';

const byId = <R extends { id: string }>(...rows: R[]) => Object.fromEntries(rows.map((row) => [row.id, row]));

/**
 * Returns the answer of a service to the query for lookups (projects, decks and so on). The project `off` has the given
 * visibility.
 */
const answer = (visibility: 'default' | 'archived') =>
  ({
    account: byId({ id: 'account', projects: ['on', ...(visibility === 'default' ? ['off'] : [])] }),
    project: byId({ id: 'on', name: 'On', visibility: 'default' }, { id: 'off', name: 'Off', visibility }),
    deck: byId(
      { id: 'kept', projectId: 'on', isDeleted: false, title: 'Kept' },
      { id: 'away', projectId: 'off', isDeleted: false, title: 'Away' },
      { id: 'lost', projectId: 'deleted and listed nowhere', isDeleted: false, title: 'Lost' },
    ),
    milestone: byId({ id: 'all', isGlobal: true }, { id: 'of on', isGlobal: false }, { id: 'of off', isGlobal: false }),
    milestoneProject: {
      1: { milestoneId: 'of on', projectId: 'on' },
      2: { milestoneId: 'of off', projectId: 'off' },
    },
    sprintConfig: byId({ id: 'weekly', isGlobal: false }),
    sprintProject: { 1: { sprintConfigId: 'weekly', projectId: 'off' } },
  }) as unknown as LookupRows;

const archived = lookupsFrom(answer('archived'));
const restored = lookupsFrom(answer('default'));
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

test('Lists offer rows of active projects only; rows that a card refers to are still found', () => {
  expect(ids(archived.activeDecks)).toEqual(['kept']);
  expect(archived.decks.away?.title).toBe('Away');
  expect(ids(archived.activeMilestones)).toEqual(['all', 'of on']);
  expect(ids(archived.activeRunConfigs)).toEqual([]);
  expect(ids(restored.activeDecks)).toEqual(['kept', 'away']);
  expect(ids(restored.activeMilestones)).toEqual(['all', 'of on', 'of off']);
  expect(ids(restored.activeRunConfigs)).toEqual(['weekly']);
});

test('Boards of many projects leave out cards of inactive ones; private cards and the decks themselves are queried', () => {
  const without = { op: 'notIn', value: ['away', 'lost'] };
  const among = archived.activeProjectsCondition;
  const sources = [
    runBoardSource({ id: 'run' } as never, among),
    multiRunBoardSource('weekly', [], among),
    milestoneBoardSource({ id: 'of on' } as never, among),
    personBoardSource('me', among),
    bookmarksBoardSource('me', among),
  ];
  for (const { where } of sources) expect(where.deckId).toEqual(without);
  expect(deckBoardSource({ id: 'away' } as never).where.deckId).toBe('away');
  expect(restored.activeProjectsCondition).toEqual({ deckId: { op: 'notIn', value: ['lost'] } });
});

const handAnswer = {
  queueEntry: byId(
    ...(
      [
        ['kept', null],
        ['archivedCard', null],
        ['awayCard', null],
        ['unknown', null],
        ['doneThere', '2026-01-02'],
        ['doneHere', '2026-01-01'],
      ] as const
    ).map(([cardId, cardDoneAt], sortIndex) => ({
      id: `entry of ${cardId}`,
      cardId,
      cardDoneAt,
      sortIndex,
      createdAt: '',
    })),
  ),
  handCard: byId(
    ...['kept', 'archivedCard', 'awayCard'].map((cardId, sortIndex) => ({ id: cardId, cardId, sortIndex })),
  ),
  card: {
    kept: { status: 'started', visibility: 'default', deckId: 'kept' },
    archivedCard: { status: 'not_started', visibility: 'archived', deckId: 'kept' },
    awayCard: { status: 'not_started', visibility: 'default', deckId: 'away' },
    doneThere: { status: 'done', visibility: 'default', deckId: 'away' },
    doneHere: { status: 'done', visibility: 'archived', deckId: 'kept' },
  },
} as never;

test('A Hand and bookmarks show and count only cards of active projects, and keep the rest', () => {
  const hand = deriveHand(handAnswer, archived.inactiveDeckIds);
  expect(hand.entries.map(({ cardId }) => cardId)).toEqual(['kept', 'unknown']);
  expect(hand.done.map(({ cardId }) => cardId)).toEqual(['doneHere']);
  expect(hand.bookmarks).toEqual(['kept']);
  expect([...hand.inHand]).toEqual(['kept', 'archivedCard', 'awayCard', 'unknown']);
  const again = deriveHand(handAnswer, restored.inactiveDeckIds);
  expect(again.entries.map(({ cardId }) => cardId)).toEqual(['kept', 'awayCard', 'unknown']);
  expect(again.bookmarks).toEqual(['kept', 'awayCard']);
});

test('A Hand without a limit shows no free slots, but its number of cards', () => {
  expect(handSlotCount({ maxHandSlotCount: null })).toBe(Number.POSITIVE_INFINITY);
  expect(handSlotCount(null)).toBe(Number.POSITIVE_INFINITY);
  expect(freeSlotKeys(Number.POSITIVE_INFINITY)).toEqual([]);
  expect(usedSlotsText(3, Number.POSITIVE_INFINITY)).toBe('3');
  expect(usedSlotsText(3, handSlotCount({ maxHandSlotCount: 9 }))).toBe('3/9');
});
