/** Plans the events of the studio's past from the fates of its cards (cards.ts); replay.ts performs them. */
import { type Fate, type WrittenCard, writtenCards } from './cards.ts';
import { day, hour, type Replay } from './replay.ts';
import { type Deck, type PersonName, people } from './studio.ts';
import { bookmarks, dependencies, dueInDays, type Thread, threads, todaysHand } from './threads.ts';

export interface Studio {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly currentStart: number;
  readonly firstStart: number;
  readonly decks: Map<string, { readonly id: string; readonly projectId: string; readonly plan: Deck }>;
  readonly milestoneIds: ReadonlyMap<string, string>;
  readonly configId: string;
  /** Ids of created cards by title. */
  readonly cards: Map<string, string>;
  /** When cards are created, and done, by title: threads have to lie in between. */
  readonly lives: Map<string, { readonly created: number; readonly done?: number }>;
}

const runLength = 14 * day;
const producer: PersonName = 'mara';
/** Cards of this effort were begun in the run before the current one and did not get done. */
const carriedOverFrom = 8;

/** Planned or done lately: counts towards the deck's milestone. */
const milestoneFates: ReadonlySet<Fate> = new Set<Fate>([
  ...(['r3', 'r4', 'r5', 'now', 'now:started', 'now:done', 'now:review', 'now:blocked', 'next', 'next2'] as const),
]);

/** Index of the run that a card was planned in: 0 is the first, 5 the current one. Undefined: none. */
function runOf({ fate, effort }: WrittenCard): number | undefined {
  if (/^r\d$/.test(fate)) return Number(fate.slice(1)) - 1;
  if (fate.startsWith('now')) return fate !== 'now' && (effort ?? 0) >= carriedOverFrom ? 4 : 5;
  return fate === 'next' ? 6 : fate === 'next2' ? 7 : undefined;
}

/** A time on a working day, `days` after `from`; never on a weekend, never after `latest`. */
function workingTime(replay: Replay, from: number, days: number, latest: number): number {
  const date = Math.floor((from + days * day) / day) * day;
  const weekday = (date / day + 3) % 7;
  const back = weekday > 4 ? weekday - 4 : 0;
  const time = date - back * day + (7 + replay.chance.next() * 9) * hour;
  return Math.min(Math.max(time, from), latest);
}

export function planCards(replay: Replay, studio: Studio): void {
  const cards = writtenCards();
  for (const card of cards) planLife(replay, studio, card);
  for (let run = 0; run <= 7; run++) planRun(replay, studio, run, cards);
  planOrder(replay, studio, cards);
}

function idOf(studio: Studio, title: string): string {
  const id = studio.cards.get(title);
  if (id === undefined) throw new Error(`The studio has no card '${title}' yet`);
  return id;
}

function createdAt(replay: Replay, studio: Studio, card: WrittenCard): number {
  const { firstStart, now } = studio;
  const run = runOf(card);
  const { chance } = replay;
  // Hero cards precede their sub cards; documents and dropped cards are early.
  if (card.fate === '-' || card.fate.startsWith('hero') || card.fate.startsWith('doc'))
    return firstStart - 4 * day + chance.next() * day;
  if (card.fate === 'shelf' || card.fate === 'drop') return firstStart - 2 * day + chance.next() * 3 * day;
  if (card.fate === 'snooze') return workingTime(replay, now - 32 * day, chance.whole(6), now);
  if (run === undefined) return workingTime(replay, firstStart, 3 + chance.whole(60), now - 3 * day);
  const runStart = firstStart + run * runLength;
  return Math.max(
    firstStart - 3 * day + chance.next() * day,
    Math.min(workingTime(replay, runStart, -1 - chance.whole(run > 5 ? 24 : 9), runStart - hour), now - 4 * day),
  );
}

function planLife(replay: Replay, studio: Studio, card: WrittenCard): void {
  const deck = studio.decks.get(card.deck);
  if (!deck) throw new Error(`The studio has no deck '${card.deck}'`);
  const { plan } = deck;
  const milestoneId = plan.milestone && milestoneFates.has(card.fate) ? studio.milestoneIds.get(plan.milestone) : null;
  const by = card.owner ?? replay.chance.pick(Object.keys(people) as PersonName[]);
  const created = createdAt(replay, studio, card);
  replay.plan(created, () => {
    const isDoc = card.fate.startsWith('doc');
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
  studio.lives.set(card.title, { created });
  planEnd(replay, studio, card, by, created);
}

/** The events of a card outside runs, and the begin and end of work on it within one. */
function planEnd(replay: Replay, studio: Studio, card: WrittenCard, by: PersonName, created: number): void {
  const { firstStart, currentStart, now } = studio;
  const { chance } = replay;
  const update = (at: number, patch: { status?: 'started' | 'done'; visibility?: 'archived' | 'deleted' }) =>
    replay.plan(at, () => void replay.act(by, 'cards/update', { id: idOf(studio, card.title), ...patch }));
  const run = runOf(card);
  const start = run === undefined ? 0 : firstStart + run * runLength;
  const { fate } = card;
  if (fate === 'shelf' || fate === 'hero-shelf' || fate === 'doc-shelf')
    update(created + (14 + chance.whole(20)) * day, { visibility: 'archived' });
  else if (fate === 'drop') update(created + (9 + chance.whole(9)) * day, { visibility: 'deleted' });
  else if (fate === 'hero-done') update(currentStart - 2 * day, { status: 'done' });
  else if (fate === 'snooze') update(now - (12 + chance.whole(4)) * day, { status: 'started' });
  else if (fate.startsWith('r')) {
    const begun = workingTime(replay, start + 8 * hour, chance.whole(10), start + 11 * day);
    const done = workingTime(replay, begun + 6 * hour, chance.whole(4), start + 13.5 * day);
    studio.lives.set(card.title, { created, done });
    update(begun, { status: 'started' });
    update(done, { status: 'done' });
  } else if (fate === 'now:done') {
    const begun = workingTime(replay, currentStart + 8 * hour, 0, now - 30 * hour);
    update(begun, { status: 'started' });
    update(workingTime(replay, begun + hour, 1 + chance.whole(4), now - chance.next() * 20 * hour), { status: 'done' });
  } else if (fate.startsWith('now:')) {
    const from = run === 5 ? currentStart + 8 * hour : start + 9 * day;
    update(workingTime(replay, from, chance.whole(3), now - 4 * day), { status: 'started' });
    // Work went on in the run that followed, or the card would have fallen asleep.
    if (run === 4) planCheck(replay, studio, card, by, currentStart + (8 + chance.whole(6)) * hour);
  }
}

/** Checks the next open checkbox. */
function planCheck(replay: Replay, studio: Studio, card: WrittenCard, by: PersonName, at: number): void {
  replay.plan(at, () => {
    const id = idOf(studio, card.title);
    const content = replay.engine.rows.get('card', id)?.content ?? card.content;
    replay.act(by, 'cards/update', { id, content: `${content}\n\nWorks in the build of today, see the thread.` });
  });
}

/** On a run's first morning its cards are put into it, and everybody takes some into their Hand. */
function planRun(replay: Replay, studio: Studio, run: number, cards: readonly WrittenCard[]): void {
  const { firstStart, now } = studio;
  const own = cards.filter((card) => runOf(card) === run);
  const morning = run > 5 ? now - (run === 6 ? 2 : 1) * day : firstStart + run * runLength + 7 * hour;
  replay.plan(morning, () => {
    const runs = replay.engine.rows.find('sprint', { sprintConfigId: studio.configId }, ['index']);
    const sprint = runs[run];
    if (!sprint) throw new Error(`The studio has no run ${run + 1} yet`);
    clearDonePiles(replay, own.length > 0 && run <= 5);
    replay.act(producer, 'cards/bulkUpdate', {
      ids: own.map((card) => idOf(studio, card.title)),
      sprintId: sprint.id,
    });
    if (run === 5)
      replay.act(producer, 'sprints/updateSprint', {
        id: sprint.id,
        description: 'The storm, the buoys, and everything playtest 4 needs.',
        manualOrderLabels: ['Playtest 4', 'Showcase', 'If the tide allows'],
        userCapacities: Object.fromEntries(
          (Object.keys(people) as PersonName[]).map((name) => [replay.user(name), 16]),
        ),
      });
    if (run > 5) return;
    for (const name of Object.keys(people) as PersonName[]) takeIntoHand(replay, studio, name, own);
  });
  if (run === 5) planCardsOfRun(replay, studio, own);
}

function clearDonePiles(replay: Replay, isDue: boolean): void {
  const done = replay.engine.rows.where('queueEntry', 'cardDoneAt IS NOT NULL');
  if (isDue && done.length > 0)
    replay.act(producer, 'handQueue/removeCards', { cardIds: done.map(({ cardId }) => cardId) });
}

function takeIntoHand(replay: Replay, studio: Studio, name: PersonName, planned: readonly WrittenCard[]): void {
  const cardIds = planned
    .filter((card) => card.owner === name)
    .slice(0, 7)
    .map((card) => idOf(studio, card.title));
  if (cardIds.length > 0) replay.act(name, 'handQueue/addCardsToHand', { cardIds, userId: replay.user(name) });
}

/** The current run has an order of its own. */
function planCardsOfRun(replay: Replay, studio: Studio, own: readonly WrittenCard[]): void {
  replay.plan(studio.currentStart + 8 * hour, () => {
    const zoneOf = (card: WrittenCard) =>
      ['Store Page', 'Trailer', 'Community', 'Press Kit'].includes(card.deck)
        ? 'Showcase'
        : card.priority === 'c'
          ? 'If the tide allows'
          : 'Playtest 4';
    for (const label of ['Playtest 4', 'Showcase', 'If the tide allows'])
      replay.act(producer, 'cardOrders/addAfter', {
        targetId: null,
        cardIds: own.filter((card) => zoneOf(card) === label).map((card) => idOf(studio, card.title)),
        context: 'sprint',
        label,
      });
  });
}

/** Zones of decks follow priority, most urgent first; documents and unsorted cards stay unnamed. */
function planOrder(replay: Replay, studio: Studio, cards: readonly WrittenCard[]): void {
  for (const [title, { plan }] of studio.decks) {
    const own = cards.filter((card) => card.deck === title);
    replay.plan(studio.now - 2.5 * day, () => {
      for (const [index, priority] of (['a', 'b', 'c', null] as const).entries()) {
        const cardIds = own.filter((card) => card.priority === priority).map((card) => idOf(studio, card.title));
        const label = plan.zones?.[index] ?? null;
        if (cardIds.length > 0)
          replay.act(producer, 'cardOrders/addAfter', { targetId: null, cardIds, context: 'deck', label });
      }
    });
    const { guardians } = plan;
    if (guardians)
      replay.plan(studio.now - 2 * hour, () => {
        const { id } = studio.decks.get(title) as { id: string };
        replay.act(producer, 'decks/updateGuardians', { id, userIds: guardians.map((name) => replay.user(name)) });
      });
  }
}

/** The calendar day (UTC) that many days after a time, or the Friday before where that is on a weekend. */
function workdayAfter(from: number, days: number): string {
  const date = Math.floor(from / day) + days;
  const weekday = (date + 3) % 7;
  return new Date((date - Math.max(0, weekday - 4)) * day).toISOString().slice(0, 10);
}

/** Threads, dependencies, due dates, bookmarks, watches, and what people planned for their own day. */
export function planTalk(replay: Replay, studio: Studio): void {
  for (const thread of threads) planThread(replay, studio, thread);
  replay.plan(studio.now - 3.5 * day, () => {
    for (const [before, after] of dependencies) {
      const id = idOf(studio, after);
      const inDeps = replay.engine.rows.get('card', id)?.inDeps ?? [];
      replay.act(producer, 'cards/update', { id, inDeps: [...inDeps, idOf(studio, before)] });
    }
    for (const [title, days] of Object.entries(dueInDays))
      replay.act(producer, 'cards/update', { id: idOf(studio, title), dueDate: workdayAfter(studio.now, days) });
  });
  replay.plan(studio.now - 5 * hour, () => {
    for (const [name, titles] of Object.entries(bookmarks) as [PersonName, readonly string[]][])
      replay.act(name, 'bookmarks/addCards', {
        ids: titles.map((title) => idOf(studio, title)),
        userId: replay.user(name),
      });
    const cardIds = todaysHand.map((title) => idOf(studio, title));
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

/** After the card was created; a review or block of a done card was over when it was done. */
function beginningOf({ now, lives }: Studio, { card, context, daysAgo }: Thread): number {
  const life = lives.get(card);
  if (!life) throw new Error(`The studio has no card '${card}'`);
  if (context !== 'comment' && life.done !== undefined) return life.done - 5 * hour;
  return Math.max(now - daysAgo * day, life.created + hour);
}

function planThread(replay: Replay, studio: Studio, thread: Thread): void {
  const [first, ...others] = thread.comments;
  if (!first) return;
  const began = beginningOf(studio, thread);
  const room = thread.context === 'comment' ? Math.min(day, (studio.now - began) * 0.8) : 4 * hour;
  const step = Math.min(
    0.2 * day,
    (thread.closedBy ? room : (studio.now - began) * 0.8) / (thread.comments.length + 2),
  );
  let threadId = '';
  const react = (entryId: string, comment: Thread['comments'][number], at: number) => {
    for (const [name, value] of Object.entries(comment.reactions ?? {}))
      replay.plan(at, () => {
        const entry = entryId || replay.engine.rows.find('resolvableEntry', { resolvableId: threadId })[0]?.entryId;
        replay.act(name as PersonName, 'resolvables/addReaction', {
          entryId: entry as string,
          value: { type: 'emoji', value },
        });
      });
  };
  replay.plan(began, () => {
    const cardId = idOf(studio, thread.card);
    const { context } = thread;
    threadId = replay.act(first.by, 'resolvables/create', { cardId, context, content: first.text }).id;
  });
  react('', first, began + step / 2);
  for (const [index, comment] of others.entries())
    replay.plan(began + (index + 1) * step, () => {
      const { id } = replay.act(comment.by, 'resolvables/comment', { resolvableId: threadId, content: comment.text });
      for (const [name, value] of Object.entries(comment.reactions ?? {}))
        replay.act(name as PersonName, 'resolvables/addReaction', { entryId: id, value: { type: 'emoji', value } });
    });
  const end = began + (others.length + 1) * step;
  const { closedBy, reopenedBy } = thread;
  if (closedBy) replay.plan(end, () => void replay.act(closedBy, 'resolvables/close', { id: threadId }));
  if (reopenedBy)
    replay.plan(end + step / 2, () => void replay.act(reopenedBy, 'resolvables/reopen', { id: threadId }));
}
