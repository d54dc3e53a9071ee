/** Chooses random actions on existing rows. Used by random histories (history.ts). */
import type { AnyRow } from '../../electron/engine/store/rows.ts';
import type { RandomSource } from './random.ts';

export interface RandomActionInput {
  readonly random: RandomSource;
  readonly find: (model: string) => AnyRow[];
  readonly userId: string;
  readonly accountId: string;
  /** Returns a new, unique text for a created row. */
  readonly newText: () => string;
}

type ActionAndParams = [string, Record<string, unknown>];

/**
 * Actions that create rows with texts of their own. Each text occurs once in a history (history.ts), so that two rows
 * with the same text show that an action was performed twice. `cards/copy` is not one of these actions, because a copy
 * has the text of its original.
 */
export const actionsCreatingRowsWithText: ReadonlySet<string> = new Set([
  'cards/create',
  'cards/createMany',
  'decks/create',
  'milestones/create',
  'resolvables/create',
  'resolvables/comment',
]);

/** Returns a random action with its params. Undefined if a row that the action needs does not exist. */
export function randomAction({
  random,
  find,
  userId,
  accountId,
  newText,
}: RandomActionInput): ActionAndParams | undefined {
  const cards = find('card').filter(({ visibility }) => visibility === 'default');
  const decks = find('deck').filter(({ isDeleted }) => !isDeleted);
  if (cards.length === 0 || decks.length === 0) return undefined;
  const threads = find('resolvable');
  const open = threads.filter(({ isClosed }) => !isClosed);
  const milestones = find('milestone').filter(({ isDeleted }) => !isDeleted);
  const runs = find('sprint').filter(({ completedAt }) => !completedAt);
  const entries = find('resolvableEntry');
  const card = () => String(random.pick(cards).cardId);
  const deck = () => String(random.pick(decks).id);
  const one = (rows: readonly AnyRow[], key = 'id') => (rows.length > 0 ? String(random.pick(rows)[key]) : undefined);
  const edited = () => `edited ${random.below(1_000_000)}`;
  const place = () => ({
    targetId: random.pick([card(), null]),
    cardIds: [card()],
    context: 'deck',
    label: null,
  });
  const choices: (() => ActionAndParams | undefined)[] = [
    () => ['cards/create', { content: newText(), deckId: deck(), putInQueue: random.next() < 0.2 }],
    () => ['cards/createMany', { cards: [{ content: newText() }, { content: newText() }], deckId: deck() }],
    () => {
      const [original] = cards.filter(({ content }) => /^(To do|Doing) \d/.test(String(content)));
      return original && ['cards/copy', { ids: [original.cardId], props: ['effort'], target: deck() }];
    },
    () => ['cards/update', { id: card(), content: edited() }],
    () => {
      const row = random.pick(cards);
      return ['cards/update', { id: row.cardId, content: `${row.content}\n\nline ${random.below(100)}` }];
    },
    () => ['cards/update', { id: card(), deckId: deck(), priority: random.pick(['a', 'b', null]) }],
    () => ['cards/update', { id: card(), status: random.pick(['not_started', 'started', 'done']) }],
    () => ['cards/update', { id: card(), assigneeId: random.pick([userId, null]) }],
    () => ['cards/update', { id: card(), sprintId: one(runs) ?? null }],
    () => ['cards/update', { id: card(), milestoneId: one(milestones) ?? null }],
    () => ['cards/bulkUpdate', { ids: [card(), card()], effort: random.below(9) }],
    () => ['cards/bulkUpdate', { ids: [card(), card()], addMasterTag: random.pick(['red', 'green']) }],
    () => ['cards/updateMany', { cards: [{ id: card(), title: edited() }] }],
    () => ['cards/update', { id: card(), visibility: random.pick(['archived', 'deleted']) }],
    () => ['cards/update', { id: card(), parentCardId: card() }],
    () => ['cards/update', { id: card(), inDeps: [card()] }],
    () => ['handQueue/addCardsToHand', { cardIds: [card()], userId }],
    () => ['handQueue/removeCards', { cardIds: [card()], userId }],
    () => ['handQueue/setCardOrders', { cardIds: [card(), card()], draggedCardIds: [card()], userId }],
    () => ['bookmarks/addCards', { ids: [card()], userId }],
    () => ['bookmarks/removeCards', { ids: [card()], userId }],
    () => ['cardOrders/addAfter', place()],
    () => ['cardOrders/addBefore', place()],
    () => ['decks/create', { title: newText(), projectId: random.pick(decks).projectId }],
    () => ['decks/update', { id: deck(), title: edited() }],
    () => (decks.length > 2 ? ['decks/delete', { id: deck() }] : undefined),
    () => ['milestones/create', milestone(accountId, newText())],
    () => change(one(milestones), 'milestones/update', { name: edited() }),
    () => change(one(milestones), 'milestones/delete', {}),
    () => change(one(runs), 'sprints/updateSprint', { description: edited() }),
    () => [
      'resolvables/create',
      { cardId: card(), context: random.pick(['comment', 'review', 'block']), content: newText() },
    ],
    () => {
      const resolvableId = one(open);
      return resolvableId === undefined ? undefined : ['resolvables/comment', { resolvableId, content: newText() }];
    },
    () => {
      const entryId = one(entries, 'entryId');
      return entryId === undefined ? undefined : ['resolvables/updateComment', { entryId, content: edited() }];
    },
    () => change(one(open), 'resolvables/close', random.next() < 0.3 ? { markCardDone: true } : {}),
    () => change(one(threads.filter(({ isClosed }) => isClosed)), 'resolvables/reopen', {}),
  ];
  return random.pick(choices)();
}

const change = (
  id: string | undefined,
  action: string,
  params: Record<string, unknown>,
): ActionAndParams | undefined => (id === undefined ? undefined : [action, { id, ...params }]);

const milestone = (accountId: string, name: string) => ({
  accountId,
  name,
  color: 'blue',
  date: '2026-09-01',
  isGlobal: true,
  projectIds: null,
});
