/**
 * Plans the demo studio's past. The events of a card follow from its `DemoCardHistory` (cards.ts); the data of the
 * others are in studio.ts, threads.ts and this file. replay.ts performs the events.
 */
import { type DemoCard, type DemoCardHistory, parseDemoCards } from './cards.ts';
import { dayMs, type HistoryReplay, hourMs } from './replay.ts';
import { type DemoDeck, type DemoUserName, demoUserNames } from './studio.ts';
import {
  bookmarkedCardTitles,
  type DemoComment,
  type DemoThread,
  daysUntilDueByCardTitle,
  demoCardDependencies,
  parseDemoThreads,
  todaysHandCardTitles,
} from './threads.ts';

export interface DemoDatesAndIds {
  /** In milliseconds since 1970, like all times here. */
  readonly now: number;
  /** Start of the current run. */
  readonly currentStart: number;
  /** Start of the first run. */
  readonly firstStart: number;
  readonly decks: Map<string, { readonly id: string; readonly projectId: string; readonly plan: DemoDeck }>;
  readonly milestoneIds: ReadonlyMap<string, string>;
  readonly configId: string;
  /** The key is the card's title. */
  readonly cards: Map<string, string>;
  /**
   * By title: when the card is created, and for past runs when it is done. Decides when its threads begin
   * (`threadStart`).
   */
  readonly lifespans: Map<string, { readonly created: number; readonly done?: number }>;
}

const runLengthMs = 14 * dayMs;
const producer: DemoUserName = 'mara';
const currentRunZones = ['Playtest 4', 'Showcase', 'If the tide allows'] as const;
/** A card with a history `now:…` and at least this effort was first planned in the run before the current one. */
const minCarriedOverEffort = 8;

/** Cards that are planned or were done recently get the milestone of their deck. */
const historiesWithMilestone: ReadonlySet<DemoCardHistory> = new Set<DemoCardHistory>([
  ...(['r3', 'r4', 'r5', 'now', 'now:started', 'now:done', 'now:review', 'now:blocked', 'next', 'next2'] as const),
]);

/**
 * Index of the run in which a card was planned (0: first run, 5: current, 6 and 7: future); undefined without a run.
 */
function runOf({ history, effort }: DemoCard): number | undefined {
  if (/^r\d$/.test(history)) return Number(history.slice(1)) - 1;
  if (history.startsWith('now')) return history !== 'now' && (effort ?? 0) >= minCarriedOverEffort ? 4 : 5;
  return history === 'next' ? 6 : history === 'next2' ? 7 : undefined;
}

/**
 * A random time in the working hours of the day `days` after `from`, or of the Friday before if that is on a weekend.
 * At least `from` and at most `latest`; `latest` if `from` is after it.
 */
function workingTime(replay: HistoryReplay, from: number, days: number, latest: number): number {
  const date = Math.floor((from + days * dayMs) / dayMs) * dayMs;
  const weekday = (date / dayMs + 3) % 7;
  const back = weekday > 4 ? weekday - 4 : 0;
  const time = date - back * dayMs + (7 + replay.chance.next() * 9) * hourMs;
  return Math.min(Math.max(time, from), latest);
}

/** Also plans the start of each run and the manual order of the decks. */
export function planCardHistory(replay: HistoryReplay, studio: DemoDatesAndIds): void {
  const cards = parseDemoCards();
  for (const card of cards) planCardEvents(replay, studio, card);
  for (let run = 0; run <= 7; run++) planRun(replay, studio, run, cards);
  planDeckOrders(replay, studio, cards);
}

function idOf(studio: DemoDatesAndIds, title: string): string {
  const id = studio.cards.get(title);
  if (id === undefined) throw new Error(`The studio has no card '${title}' yet`);
  return id;
}

function createdAt(replay: HistoryReplay, studio: DemoDatesAndIds, card: DemoCard): number {
  const { firstStart, now } = studio;
  const run = runOf(card);
  const { chance } = replay;
  // Hero cards (`-` and `hero…`) and documents (`doc…`) are created before all other cards.
  if (card.history === '-' || card.history.startsWith('hero') || card.history.startsWith('doc'))
    return firstStart - 4 * dayMs + chance.next() * dayMs;
  if (card.history === 'shelf' || card.history === 'drop') return firstStart - 2 * dayMs + chance.next() * 3 * dayMs;
  if (card.history === 'snooze') return workingTime(replay, now - 32 * dayMs, chance.integerBelow(6), now);
  if (run === undefined) return workingTime(replay, firstStart, 3 + chance.integerBelow(60), now - 3 * dayMs);
  // These cards are created in the days before the run, and at least four days before the present.
  const end = Math.min(firstStart + run * runLengthMs, now - 4 * dayMs);
  return Math.max(
    firstStart - 3 * dayMs + chance.next() * dayMs,
    workingTime(replay, end - 28 * dayMs, 27 - chance.integerBelow(run > 5 ? 24 : 9), end),
  );
}

function planCardEvents(replay: HistoryReplay, studio: DemoDatesAndIds, card: DemoCard): void {
  const deck = studio.decks.get(card.deck);
  if (!deck) throw new Error(`The studio has no deck '${card.deck}'`);
  const { plan } = deck;
  const milestoneId =
    plan.milestone && historiesWithMilestone.has(card.history) ? studio.milestoneIds.get(plan.milestone) : null;
  const by = card.owner ?? replay.chance.pick(demoUserNames);
  const created = createdAt(replay, studio, card);
  replay.plan(created, () => {
    const isDoc = card.history.startsWith('doc');
    const { id } = replay.act(by, 'cards/create', {
      content: card.content,
      deckId: deck.id,
      assigneeId: card.owner && replay.user(card.owner),
      masterTags: [...card.tags],
      ...(isDoc ? { isDoc } : { effort: card.effort, priority: card.priority }),
      ...(milestoneId && !isDoc && { milestoneId }),
      ...(card.hero !== null && { parentCardId: idOf(studio, card.hero) }),
      subscribeCreator: true,
    });
    studio.cards.set(card.title, id);
  });
  studio.lifespans.set(card.title, { created });
  planStatusChanges(replay, studio, card, by, created);
}

function planStatusChanges(
  replay: HistoryReplay,
  studio: DemoDatesAndIds,
  card: DemoCard,
  by: DemoUserName,
  created: number,
): void {
  const { firstStart, currentStart, now } = studio;
  const { chance } = replay;
  const update = (at: number, patch: { status?: 'started' | 'done'; visibility?: 'archived' | 'deleted' }) =>
    replay.plan(at, () => void replay.act(by, 'cards/update', { id: idOf(studio, card.title), ...patch }));
  const run = runOf(card);
  const start = run === undefined ? 0 : firstStart + run * runLengthMs;
  const { history } = card;
  if (history === 'shelf' || history === 'hero-shelf' || history === 'doc-shelf')
    update(created + (14 + chance.integerBelow(20)) * dayMs, { visibility: 'archived' });
  else if (history === 'drop') update(created + (9 + chance.integerBelow(9)) * dayMs, { visibility: 'deleted' });
  else if (history === 'hero-done') update(currentStart - 2 * dayMs, { status: 'done' });
  else if (history === 'snooze') update(now - (12 + chance.integerBelow(4)) * dayMs, { status: 'started' });
  else if (history.startsWith('r')) {
    const begun = workingTime(replay, start + 8 * hourMs, chance.integerBelow(10), start + 11 * dayMs);
    const done = workingTime(replay, begun + 6 * hourMs, chance.integerBelow(4), start + 13.5 * dayMs);
    studio.lifespans.set(card.title, { created, done });
    update(begun, { status: 'started' });
    update(done, { status: 'done' });
  } else if (history === 'now:done') {
    const begun = workingTime(replay, currentStart + 8 * hourMs, 0, now - 30 * hourMs);
    update(begun, { status: 'started' });
    update(workingTime(replay, begun + hourMs, 1 + chance.integerBelow(4), now - chance.next() * 20 * hourMs), {
      status: 'done',
    });
  } else if (history.startsWith('now:')) {
    const from = run === 5 ? currentStart + 8 * hourMs : start + 9 * dayMs;
    update(workingTime(replay, from, chance.integerBelow(3), now - 4 * dayMs), { status: 'started' });
    // Otherwise the scheduler would snooze a card of the previous run.
    if (run === 4) planTextChange(replay, studio, card, by, currentStart + (8 + chance.integerBelow(6)) * hourMs);
  }
}

function planTextChange(
  replay: HistoryReplay,
  studio: DemoDatesAndIds,
  card: DemoCard,
  by: DemoUserName,
  at: number,
): void {
  replay.plan(at, () => {
    const id = idOf(studio, card.title);
    const content = replay.engine.rows.get('card', id)?.content ?? card.content;
    replay.act(by, 'cards/update', { id, content: `${content}\n\nWorks in the build of today, see the thread.` });
  });
}

/**
 * Adds cards to a run on its first morning; for a future run, one or two days before the present. For past and current
 * runs, first clears the done piles, and last adds some of the cards to people's Hands.
 */
function planRun(replay: HistoryReplay, studio: DemoDatesAndIds, run: number, cards: readonly DemoCard[]): void {
  const { firstStart, now } = studio;
  const own = cards.filter((card) => runOf(card) === run);
  const morning = run > 5 ? now - (run === 6 ? 2 : 1) * dayMs : firstStart + run * runLengthMs + 7 * hourMs;
  replay.plan(morning, () => {
    const runs = replay.engine.rows.find('sprint', { sprintConfigId: studio.configId }, ['index']);
    const sprint = runs[run];
    if (!sprint) throw new Error(`The studio has no run ${run + 1} yet`);
    if (own.length > 0 && run <= 5) clearDonePiles(replay);
    replay.act(producer, 'cards/bulkUpdate', {
      ids: own.map((card) => idOf(studio, card.title)),
      sprintId: sprint.id,
    });
    if (run === 5)
      replay.act(producer, 'sprints/updateSprint', {
        id: sprint.id,
        description: 'The storm, the buoys, and everything playtest 4 needs.',
        manualOrderLabels: [...currentRunZones],
        userCapacities: Object.fromEntries(demoUserNames.map((name) => [replay.user(name), 16])),
      });
    if (run > 5) return;
    for (const name of demoUserNames) addToHand(replay, studio, name, own);
  });
  if (run === 5) planOrderOfRun(replay, studio, own);
}

function clearDonePiles(replay: HistoryReplay): void {
  const done = replay.engine.rows.where('queueEntry', 'cardDoneAt IS NOT NULL');
  if (done.length > 0) replay.act(producer, 'handQueue/removeCards', { cardIds: done.map(({ cardId }) => cardId) });
}

function addToHand(
  replay: HistoryReplay,
  studio: DemoDatesAndIds,
  name: DemoUserName,
  planned: readonly DemoCard[],
): void {
  const cardIds = planned
    .filter((card) => card.owner === name)
    .slice(0, 7)
    .map((card) => idOf(studio, card.title));
  if (cardIds.length > 0) replay.act(name, 'handQueue/addCardsToHand', { cardIds, userId: replay.user(name) });
}

/** The order has three zones. */
function planOrderOfRun(replay: HistoryReplay, studio: DemoDatesAndIds, own: readonly DemoCard[]): void {
  replay.plan(studio.currentStart + 8 * hourMs, () => {
    const zoneOf = (card: DemoCard): (typeof currentRunZones)[number] =>
      ['Store Page', 'Trailer', 'Community', 'Press Kit'].includes(card.deck)
        ? 'Showcase'
        : card.priority === 'c'
          ? 'If the tide allows'
          : 'Playtest 4';
    for (const label of currentRunZones)
      replay.act(producer, 'cardOrders/addAfter', {
        targetId: null,
        cardIds: own.filter((card) => zoneOf(card) === label).map((card) => idOf(studio, card.title)),
        context: 'sprint',
        label,
      });
  });
}

/**
 * A zone per priority, the most urgent first; cards without priority are in the unnamed zone. Also plans the step that
 * sets the guardians of guarded decks.
 */
function planDeckOrders(replay: HistoryReplay, studio: DemoDatesAndIds, cards: readonly DemoCard[]): void {
  for (const [title, { plan }] of studio.decks) {
    const own = cards.filter((card) => card.deck === title);
    replay.plan(studio.now - 2.5 * dayMs, () => {
      for (const [index, priority] of (['a', 'b', 'c', null] as const).entries()) {
        const cardIds = own.filter((card) => card.priority === priority).map((card) => idOf(studio, card.title));
        const label = plan.zones?.[index] ?? null;
        if (cardIds.length > 0)
          replay.act(producer, 'cardOrders/addAfter', { targetId: null, cardIds, context: 'deck', label });
      }
    });
    const { guardians } = plan;
    if (guardians)
      replay.plan(studio.now - 2 * hourMs, () => {
        const { id } = studio.decks.get(title) as { id: string };
        replay.act(producer, 'decks/updateGuardians', { id, userIds: guardians.map((name) => replay.user(name)) });
      });
  }
}

/** The day (UTC) `days` after `from`, or the Friday before if that is on a weekend. */
function workdayAfter(from: number, days: number): string {
  const date = Math.floor(from / dayMs) + days;
  const weekday = (date + 3) % 7;
  return new Date((date - Math.max(0, weekday - 4)) * dayMs).toISOString().slice(0, 10);
}

/**
 * Threads, dependencies, due dates and bookmarks. For the local person, also today's Hand, watched decks, a pinned
 * milestone and a private card.
 */
export function planOtherHistory(replay: HistoryReplay, studio: DemoDatesAndIds): void {
  for (const thread of parseDemoThreads()) planThread(replay, studio, thread);
  replay.plan(studio.now - 3.5 * dayMs, () => {
    for (const [before, after] of demoCardDependencies) {
      const id = idOf(studio, after);
      const inDeps = replay.engine.rows.get('card', id)?.inDeps ?? [];
      replay.act(producer, 'cards/update', { id, inDeps: [...inDeps, idOf(studio, before)] });
    }
    for (const [title, days] of Object.entries(daysUntilDueByCardTitle))
      replay.act(producer, 'cards/update', { id: idOf(studio, title), dueDate: workdayAfter(studio.now, days) });
  });
  replay.plan(studio.now - 5 * hourMs, () => {
    for (const [name, titles] of Object.entries(bookmarkedCardTitles) as [DemoUserName, readonly string[]][])
      replay.act(name, 'bookmarks/addCards', {
        ids: titles.map((title) => idOf(studio, title)),
        userId: replay.user(name),
      });
    const cardIds = todaysHandCardTitles.map((title) => idOf(studio, title));
    replay.act(producer, 'handQueue/setCardOrders', {
      cardIds,
      draggedCardIds: cardIds,
      userId: replay.user(producer),
    });
    for (const deck of ['Playtests', 'Trailer', 'Inbox'])
      replay.act(producer, 'watchings/addDeck', {
        deckId: studio.decks.get(deck)?.id as string,
        userId: replay.user(producer),
      });
    replay.act(producer, 'milestones/pin', {
      milestoneId: studio.milestoneIds.get('Showcase demo') as string,
      userId: replay.user(producer),
    });
    replay.act(producer, 'cards/create', {
      content: 'Ask Dev about the lamp oil bill',
      deckId: null,
    });
  });
}

/**
 * A thread begins at least an hour after its card was created. A review or block of a card that was done in a past run
 * begins five hours before the card is done, so that the thread can be closed first.
 */
function threadStart({ now, lifespans }: DemoDatesAndIds, { card, context, daysAgo }: DemoThread): number {
  const lifespan = lifespans.get(card);
  if (!lifespan) throw new Error(`The studio has no card '${card}'`);
  if (context !== 'comment' && lifespan.done !== undefined) return lifespan.done - 5 * hourMs;
  return Math.max(now - daysAgo * dayMs, lifespan.created + hourMs);
}

function planThread(replay: HistoryReplay, studio: DemoDatesAndIds, thread: DemoThread): void {
  const [first, ...others] = thread.comments;
  if (!first) return;
  const began = threadStart(studio, thread);
  const maxDurationMs = thread.context === 'comment' ? Math.min(dayMs, (studio.now - began) * 0.8) : 4 * hourMs;
  const stepMs = Math.min(
    0.2 * dayMs,
    (thread.closedBy ? maxDurationMs : (studio.now - began) * 0.8) / (thread.comments.length + 2),
  );
  let threadId = '';
  const react = (entryId: string, { reactions }: DemoComment) => {
    for (const [name, value] of Object.entries(reactions))
      replay.act(name as DemoUserName, 'resolvables/addReaction', { entryId, value: { type: 'emoji', value } });
  };
  replay.plan(began, () => {
    const cardId = idOf(studio, thread.card);
    const { context } = thread;
    threadId = replay.act(first.by, 'resolvables/create', { cardId, context, content: first.text }).id;
  });
  replay.plan(began + stepMs / 2, () => {
    const [entry] = replay.engine.rows.find('resolvableEntry', { resolvableId: threadId });
    react(entry?.entryId as string, first);
  });
  for (const [index, comment] of others.entries())
    replay.plan(began + (index + 1) * stepMs, () => {
      const { id } = replay.act(comment.by, 'resolvables/comment', { resolvableId: threadId, content: comment.text });
      react(id, comment);
    });
  const end = began + (others.length + 1) * stepMs;
  const { closedBy, reopenedBy } = thread;
  if (closedBy) replay.plan(end, () => void replay.act(closedBy, 'resolvables/close', { id: threadId }));
  if (reopenedBy)
    replay.plan(end + stepMs / 2, () => void replay.act(reopenedBy, 'resolvables/reopen', { id: threadId }));
}
