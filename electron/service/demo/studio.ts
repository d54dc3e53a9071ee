/** Creates the demo workspace of an invented game studio from studio.json. */
import { createHash } from 'node:crypto';
import type { ActionName, Answer, Params } from '../../../shared/contract/index.ts';
import { millisecondsPerDay as dayMs, millisecondsPerHour as hourMs } from '../../../shared/domain/calendar.ts';
import { runScheduler } from '../../engine/scheduler/index.ts';
import type { WorkspaceContent, WorkspaceFillInput } from '../seed.ts';
import { paintScene } from './paint-scene.ts';
import studio from './studio.json' with { type: 'json' };

/**
 * Cards are named by their titles, as are decks, projects and milestones, and people by their user names. The first
 * person is the local one. A hero card comes before its sub cards. The card's `run` is 0 for the current run; `creator`
 * creates a card without owner; `continued` is a change of the text, without which the scheduler would snooze the card.
 * A deck's zones are for the priorities a, b and c.
 */
type DemoStudio = typeof studio;
type Person = DemoStudio['people'][number];
type DemoCard = DemoStudio['cards'][number];
type DemoThread = DemoStudio['threads'][number];
interface DemoDeck {
  readonly title: string;
  readonly space: number;
  readonly type: string;
  readonly color: string;
  readonly description?: string;
  readonly zones?: string[];
  readonly autoTag?: string;
  readonly guardians?: string[];
  readonly defaultContent?: string;
}

const [localPerson, ...otherPeople] = studio.people as [Person, ...Person[]];

/** Equal at every start and on every computer. */
function createIds(): () => string {
  let count = 0;
  return () => {
    const hex = createHash('sha256').update(`${studio.organization.name} ${count++}`).digest('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}

export function createDemoStudioContent(): WorkspaceContent {
  const newId = createIds();
  const { name: accountName, subdomain } = studio.organization;
  const { name: personName, fullName: personFullName, timezone } = localPerson;
  return {
    initialContent: { accountName, subdomain, personName, personFullName, timezone },
    newId,
    fill: (input) => new StudioHistory(input, newId).run(),
  };
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The day (UTC) `days` after the time, or the Friday before if that is on a weekend. In milliseconds, like all times. */
function workdayAfter(from: number, days: number): number {
  const day = Math.floor(from / dayMs) + days;
  return (day - Math.max(0, ((day + 3) % 7) - 4)) * dayMs;
}

/**
 * Creates the rows by actions at past times, in order. Calls the scheduler in between, so that, as in real use, runs
 * end, cards are snoozed and archived, and progress and history are recorded.
 */
class StudioHistory {
  readonly #input: WorkspaceFillInput;
  readonly #newId: () => string;
  readonly #created: number;
  readonly #currentRunStart: number;
  readonly #firstRunStart: number;
  /** By kind and name, such as `card Fact sheet`. */
  readonly #ids = new Map<string, string>();
  readonly #steps: { readonly at: number; readonly step: () => void }[] = [];
  #now: number;

  constructor(input: WorkspaceFillInput, newId: () => string) {
    this.#input = input;
    this.#newId = newId;
    this.#created = Date.parse(input.at);
    // The last Monday at least three days ago, so that the current run always has some history.
    const today = Math.floor(this.#created / dayMs);
    const sinceMonday = (today + 3) % 7;
    this.#currentRunStart = (today - sinceMonday - (sinceMonday < 3 ? 7 : 0)) * dayMs;
    this.#firstRunStart = this.#currentRunStart - studio.run.pastRuns * studio.run.days * dayMs;
    this.#now = this.#firstRunStart - 5 * dayMs + 7 * hourMs;
    this.#ids.set(`user ${localPerson.name}`, input.localPersonId);
  }

  run(): void {
    this.#createPeopleAndProjects();
    this.#createPlanning();
    for (const card of studio.cards) this.#planCard(card);
    for (let run = -studio.run.pastRuns; run <= 2; run++) this.#planRun(run);
    this.#planDeckOrders();
    for (const thread of studio.threads) this.#planThread(thread);
    this.#planRest();
    for (const { at, step } of this.#steps.toSorted((a, b) => a.at - b.at)) {
      if (at > this.#created) throw new Error('A step of the demo lies in the future');
      this.#runSchedulerAtMidnights(at);
      this.#now = Math.max(this.#now, at);
      step();
    }
    this.#runSchedulerAtMidnights(this.#created);
    this.#now = this.#created;
    this.#runScheduler();
  }

  #id(kind: 'user' | 'project' | 'tag' | 'deck' | 'step' | 'milestone' | 'config' | 'card', name: string): string {
    const id = this.#ids.get(`${kind} ${name}`);
    if (id === undefined) throw new Error(`The studio has no ${kind} '${name}' yet`);
    return id;
  }

  #context() {
    const { accountId } = this.#input;
    return { at: new Date(this.#now).toISOString(), accountId, newId: this.#newId };
  }

  #call(by = localPerson.name) {
    const isProducer = studio.people.find(({ name }) => name === by)?.role !== 'write';
    const actor = { userId: this.#id('user', by), projects: 'all', scopes: 'all', isPerson: true, isProducer } as const;
    return { ...this.#context(), actor };
  }

  #act<A extends ActionName>(action: A, params: Params<A>, by = localPerson.name): Answer<A> {
    return this.#input.engine.perform(action, params, this.#call(by)).answer;
  }

  /** Steps of the same time are performed in the order in which they were added. */
  #plan(at: number, step: () => void): void {
    this.#steps.push({ at, step });
  }

  #runScheduler(): void {
    runScheduler(this.#input.engine, this.#context());
  }

  /** Before the steps of the next day, so that a day's progress counts only changes of that day. */
  #runSchedulerAtMidnights(until: number): void {
    for (let next = Math.floor(this.#now / dayMs + 1) * dayMs; next <= until; next += dayMs) {
      this.#now = next;
      this.#runScheduler();
    }
  }

  /**
   * `run -29 09:41` is 29 days before the first day of the current run, at 09:41 UTC. `today -29 09:41` is 29 days before
   * the creation of the workspace, or the Friday before if that is on a weekend.
   */
  #time(text: string): number {
    const [from, days, clock] = text.split(' ');
    const [hour = 0, minute = 0] = (clock ?? '').split(':').map(Number);
    const day =
      from === 'run' ? this.#currentRunStart + Number(days) * dayMs : workdayAfter(this.#created, Number(days));
    return day + hour * hourMs + (minute / 60) * hourMs;
  }

  #createPeopleAndProjects(): void {
    const { engine, accountId, localPersonId } = this.#input;
    engine.change(this.#call(), ({ rows, at }) => {
      rows.update('account', accountId, { createdAt: at });
      rows.update('user', localPersonId, { timezone: localPerson.timezone });
    });
    for (const person of otherPeople) this.#ids.set(`user ${person.name}`, this.#act('users/create', person).id);
    for (const { name, spaces, tags, decks } of studio.projects) {
      const projectId = this.#act('projects/create', { name, spaces }).id;
      this.#ids.set(`project ${name}`, projectId);
      for (const { tag, color = null, emoji = null, about = null } of tags) {
        const { id } = this.#act('projects/addTag', { projectId, tag, color, emoji, description: about });
        this.#ids.set(`tag ${name} ${tag}`, id);
      }
      for (const deck of decks) this.#createDeck(deck, name);
    }
  }

  #createDeck({ title, type, color, description, zones, autoTag, space, defaultContent }: DemoDeck, project: string) {
    const projectId = this.#id('project', project);
    const { id } = this.#act('decks/create', { title, projectId, coverColor: color, deckType: type });
    this.#ids.set(`deck ${title}`, id);
    this.#act('decks/update', {
      id,
      ...(description !== undefined && { description }),
      ...(zones && { manualOrderLabels: [...zones] }),
      ...(autoTag !== undefined && { defaultProjectTagId: this.#id('tag', `${project} ${autoTag}`) }),
    });
    const place = { deckIds: [id], targetId: null, targetProjectId: projectId, targetSpaceId: space };
    this.#act('decks/addToSpaceAfter', place);
    if (defaultContent !== undefined)
      this.#input.engine.change(this.#call(), ({ rows }) =>
        rows.update('deck', id, { defaultCard: { content: defaultContent } }),
      );
  }

  #createPlanning(): void {
    for (const { name, color, inDays, startsInDays, project, description } of studio.milestones) {
      const dayFromNow = (days: number) => dayOf(this.#created + days * dayMs);
      const { id } = this.#act('milestones/create', {
        accountId: this.#input.accountId,
        name,
        color,
        description,
        date: dayFromNow(inDays),
        startDate: startsInDays === undefined ? null : dayFromNow(startsInDays),
        isGlobal: project === null,
        projectIds: project === null ? null : [this.#id('project', project)],
      });
      this.#ids.set(`milestone ${name}`, id);
    }
    const { days, config, settings } = studio.run;
    const { id } = this.#act('sprints/createConfig', { ...config, days, startDate: dayOf(this.#firstRunStart) });
    this.#ids.set('config runs', id);
    this.#act('sprints/updateConfig', { ...settings, id });
    for (const { deck, content, owner, effort, label, target, after } of studio.journeySteps) {
      const step = this.#act('workflowItems/create', {
        deckId: this.#id('deck', deck),
        content,
        effort,
        label,
        assigneeId: this.#id('user', owner),
        targetDeckId: this.#id('deck', target),
        ...(after !== undefined && { inDeps: [this.#id('step', after)] }),
      });
      this.#ids.set(`step ${content}`, step.id);
    }
  }

  #cardCreatedAt(card: DemoCard): number {
    // The current run may have begun only three days ago.
    return Math.min(this.#time(card.created), this.#created - 4 * dayMs);
  }

  #planCard(card: DemoCard): void {
    const { title, text, isDoc = false, owner, effort = null, priority = null, milestone, hero } = card;
    const by = owner ?? card.creator;
    const content = text === undefined ? title : `${title}\n\n${text}`;
    this.#plan(this.#cardCreatedAt(card), () => {
      const params = {
        content,
        deckId: this.#id('deck', card.deck),
        assigneeId: owner === undefined ? null : this.#id('user', owner),
        masterTags: card.tags ?? [],
        ...(isDoc ? { isDoc } : { effort, priority }),
        ...(milestone !== undefined && { milestoneId: this.#id('milestone', milestone) }),
        ...(hero !== undefined && { parentCardId: this.#id('card', hero) }),
        subscribeCreator: true,
      };
      this.#ids.set(`card ${title}`, this.#act('cards/create', params, by).id);
    });
    const startedBefore = this.#created - (card.done === undefined ? 4 * dayMs : 30 * hourMs);
    const changes = [
      [card.started, startedBefore, { status: 'started' }],
      [card.continued, this.#created, { content: `${content}\n\nWorks in the build of today, see the thread.` }],
      [card.done, this.#created - 12 * hourMs, { status: 'done' }],
      [card.archived, this.#created, { visibility: 'archived' }],
      [card.deleted, this.#created, { visibility: 'deleted' }],
    ] as const;
    for (const [at, latest, change] of changes)
      if (at !== undefined)
        this.#plan(Math.min(this.#time(at), latest), () =>
          this.#act('cards/update', { id: this.#id('card', title), ...change }, by),
        );
  }

  /**
   * Adds cards to a run on its first morning; for a future run, one or two days before the present. For past and current
   * runs, first clears the done piles, and last adds some of the cards to people's Hands.
   */
  #planRun(run: number): void {
    const { days, pastRuns, description, zones, capacity } = studio.run;
    const planned = studio.cards.filter((card) => card.run === run);
    const idsOf = (cards: readonly DemoCard[]) => cards.map(({ title }) => this.#id('card', title));
    const { rows } = this.#input.engine;
    const start = this.#currentRunStart + run * days * dayMs;
    this.#plan(run > 0 ? this.#created - (3 - run) * dayMs : start + 7 * hourMs, () => {
      const sprintId = rows.find('sprint', { sprintConfigId: this.#id('config', 'runs') }, ['index'])[run + pastRuns]
        ?.id;
      if (sprintId === undefined) throw new Error(`The studio has no run ${run} yet`);
      const done = rows.where('queueEntry', 'cardDoneAt IS NOT NULL').map(({ cardId }) => cardId);
      if (done.length > 0 && run <= 0) this.#act('handQueue/removeCards', { cardIds: done });
      this.#act('cards/bulkUpdate', { ids: idsOf(planned), sprintId });
      if (run === 0)
        this.#act('sprints/updateSprint', {
          id: sprintId,
          description,
          manualOrderLabels: zones,
          userCapacities: Object.fromEntries(studio.people.map(({ name }) => [this.#id('user', name), capacity])),
        });
      if (run > 0) return;
      for (const { name } of studio.people) {
        const cardIds = idsOf(planned.filter(({ owner }) => owner === name).slice(0, 7));
        if (cardIds.length > 0)
          this.#act('handQueue/addCardsToHand', { cardIds, userId: this.#id('user', name) }, name);
      }
    });
    if (run === 0)
      this.#plan(start + 8 * hourMs, () => {
        for (const label of zones) {
          const cardIds = idsOf(planned.filter(({ zone }) => zone === label));
          this.#act('cardOrders/addAfter', { targetId: null, cardIds, context: 'sprint', label });
        }
      });
  }

  #planDeckOrders(): void {
    for (const { title, zones, guardians } of studio.projects.flatMap<DemoDeck>(({ decks }) => decks)) {
      this.#plan(this.#created - 2.5 * dayMs, () => {
        for (const [index, priority] of ['a', 'b', 'c', undefined].entries()) {
          const cardIds = studio.cards
            .filter((card) => card.deck === title && card.priority === priority)
            .map((card) => this.#id('card', card.title));
          const label = zones?.[index] ?? null;
          if (cardIds.length > 0) this.#act('cardOrders/addAfter', { targetId: null, cardIds, context: 'deck', label });
        }
      });
      if (guardians)
        this.#plan(this.#created - 2 * hourMs, () => {
          const userIds = guardians.map((name) => this.#id('user', name));
          this.#act('decks/updateGuardians', { id: this.#id('deck', title), userIds });
        });
    }
  }

  /**
   * A thread begins at least an hour after its card was created. A review or block of a card that was done in a past run
   * begins five hours before the card is done, so that the thread can be closed first.
   */
  #threadStart({ card: title, context, daysAgo }: DemoThread): number {
    const card = studio.cards.find((each) => each.title === title) as DemoCard;
    if (context !== 'comment' && card.done !== undefined && card.run !== 0) return this.#time(card.done) - 5 * hourMs;
    return Math.max(this.#created - daysAgo * dayMs, this.#cardCreatedAt(card) + hourMs);
  }

  #planThread(thread: DemoThread): void {
    const { context, closedBy, reopenedBy } = thread;
    const comments: readonly { by: string; text: string; reactions?: string[][] }[] = thread.comments;
    const began = this.#threadStart(thread);
    const longestMs = (this.#created - began) * 0.8;
    const closedAfterMs = context === 'comment' ? Math.min(dayMs, longestMs) : 4 * hourMs;
    const stepMs = Math.min(0.2 * dayMs, (closedBy ? closedAfterMs : longestMs) / (comments.length + 2));
    const end = began + comments.length * stepMs;
    let id = '';
    const react = (entryId: string, reactions: string[][] = []) => {
      for (const [name, value = ''] of reactions)
        this.#act('resolvables/addReaction', { entryId, value: { type: 'emoji', value } }, name);
    };
    for (const [index, { by, text, reactions }] of comments.entries())
      if (index > 0)
        this.#plan(began + index * stepMs, () =>
          react(this.#act('resolvables/comment', { resolvableId: id, content: text }, by).id, reactions),
        );
      else {
        this.#plan(began, () => {
          const params = { cardId: this.#id('card', thread.card), context, content: text };
          id = this.#act('resolvables/create', params, by).id;
        });
        this.#plan(began + stepMs / 2, () => {
          const [entry] = this.#input.engine.rows.find('resolvableEntry', { resolvableId: id });
          react(entry?.entryId as string, reactions);
        });
      }
    if (closedBy) this.#plan(end, () => this.#act('resolvables/close', { id }, closedBy));
    if (reopenedBy) this.#plan(end + stepMs / 2, () => this.#act('resolvables/reopen', { id }, reopenedBy));
  }

  /** Dependencies, due dates, bookmarks and pictures. For the local person, also today's Hand and a private card. */
  #planRest(): void {
    const { rows } = this.#input.engine;
    const cardIdsOf = (titles: readonly string[]) => titles.map((title) => this.#id('card', title));
    this.#plan(this.#created - 3.5 * dayMs, () => {
      for (const [before = '', after = ''] of studio.dependencies) {
        const id = this.#id('card', after);
        const inDeps = [...(rows.get('card', id)?.inDeps ?? []), this.#id('card', before)];
        this.#act('cards/update', { id, inDeps });
      }
      for (const [title, days] of Object.entries(studio.dueInDays))
        this.#act('cards/update', { id: this.#id('card', title), dueDate: dayOf(workdayAfter(this.#created, days)) });
    });
    this.#plan(this.#created - 5 * hourMs, () => {
      for (const [name, titles] of Object.entries(studio.bookmarks))
        this.#act('bookmarks/addCards', { ids: cardIdsOf(titles), userId: this.#id('user', name) }, name);
      const userId = this.#id('user', localPerson.name);
      const cardIds = cardIdsOf(studio.hand);
      this.#act('handQueue/setCardOrders', { cardIds, draggedCardIds: cardIds, userId });
      for (const deck of studio.watchedDecks)
        this.#act('watchings/addDeck', { deckId: this.#id('deck', deck), userId });
      this.#act('milestones/pin', { milestoneId: this.#id('milestone', studio.pinnedMilestone), userId });
      this.#act('cards/create', { content: studio.privateCard, deckId: null });
    });
    for (const { card, by, fileName, daysAgo, scene } of studio.pictures)
      this.#plan(this.#created - daysAgo * dayMs, () => {
        const bytes = paintScene(scene);
        const { at } = this.#context();
        const url = this.#input.storeFile(fileName, 'image/png', bytes, this.#id('user', by), at);
        this.#act('cards/addFile', { cardId: this.#id('card', card), fileData: { fileName, url } }, by);
      });
  }
}
