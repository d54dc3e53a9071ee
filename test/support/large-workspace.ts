/**
 * Generates workspaces with a given number of cards. The same number always gives the same workspace, with dates relative to its creation. Rows are inserted without actions, so this file also
 * computes the derived columns, with the same values as the engine.
 */

import { isStartedOrSnoozing } from '../../electron/engine/rules/card-changes.ts';
import { combineTextTagsAndProjectTags } from '../../electron/engine/rules/derive.ts';
import { type NewRow, toSqlValue } from '../../electron/engine/store/rows.ts';
import {
  createIndexes,
  dropIndexes,
  quoteSqlIdentifier,
  refillTextIndex,
  type StoredModelName,
  tableDefinitionOf,
} from '../../electron/engine/store/schema.ts';
import type { WorkspaceContent, WorkspaceFillInput } from '../../electron/service/seed.ts';
import type { Day } from '../../shared/contract/index.ts';
import { cardStatuses, deckTypes, maxInt32, milestoneColors, priorities } from '../../shared/contract/index.ts';
import { millisecondsPerDay } from '../../shared/domain/calendar.ts';
import { checkboxesIn, tagsIn, titleOfContent, uniqueTags } from '../../shared/domain/content.ts';
import { derivedStatusOf } from '../../shared/domain/derived-status.ts';
import { ranksBetween } from '../../shared/domain/rank.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { randomCardText, randomCardTitle, randomCommentText } from './words.ts';

const peopleCount = 60;
const projectCount = 10;
const deckCount = 200;
/**
 * The two decks that benchmarks open have these sizes; smaller in small workspaces (`#shareOf`). The other decks share
 * the remaining cards evenly.
 */
const bigDeckCards = 5000;
const middleDeckCards = 500;
const tags = ['audio', 'bug', 'feel', 'light', 'loc', 'map', 'music', 'quest', 'save', 'tide', 'tools', 'water'];

export function largeWorkspaceContent(cardCount: number): WorkspaceContent {
  const seeded = seededRandom(cardCount);
  return {
    initialContent: { accountName: `Workspace of ${cardCount} cards`, subdomain: 'large', personName: 'mara' },
    newId: () => seeded.id(),
    fill: (context) => new WorkspaceGenerator(context, seeded, cardCount).run(),
  };
}

type InsertRow = <M extends StoredModelName>(model: M, row: NewRow<M>) => void;

class WorkspaceGenerator {
  readonly #context: WorkspaceFillInput;
  readonly #chance: SeededRandom;
  readonly #cardCount: number;
  readonly #now: number;
  readonly #insert: InsertRow;
  readonly #users: string[];
  readonly #threadCards: string[] = [];
  #runs: string[] = [];
  #milestones: string[] = [];

  constructor(context: WorkspaceFillInput, seeded: SeededRandom, cardCount: number) {
    this.#context = context;
    this.#chance = seeded;
    this.#cardCount = cardCount;
    this.#now = Date.parse(context.at);
    this.#users = [context.localPersonId];
    const { db } = context.engine;
    const statements = new Map<string, (row: Record<string, unknown>) => void>();
    this.#insert = (model, row) => {
      let run = statements.get(model);
      if (!run) {
        const { columns } = tableDefinitionOf(model);
        const names = columns.map((column) => quoteSqlIdentifier(column.name)).join(', ');
        const statement = db.prepare(
          `INSERT INTO ${quoteSqlIdentifier(model)} (${names}) VALUES (${columns.map(() => '?').join(', ')})`,
        );
        run = (values) => void statement.run(...columns.map((column) => toSqlValue(column, values[column.name])));
        statements.set(model, run);
      }
      run(row as Record<string, unknown>);
    };
  }

  run(): void {
    const { db, rows } = this.#context.engine;
    dropIndexes(db);
    // Turns aging off. Otherwise the scheduler would snooze and archive most cards at once.
    rows.update('account', this.#context.accountId, {
      statusChangeDurations: { snooze: maxInt32, archive: null },
      createdAt: this.#time(400),
    });
    this.#addPeople();
    const deckIds = this.#addDecks();
    this.#addPlanning();
    const shares = deckIds.map((_id, index) => this.#shareOf(index));
    let seq = 0;
    for (const [index, deck] of deckIds.entries()) {
      for (let n = shares[index] ?? 0; n > 0; ) {
        const createdCount = this.#addCard(deck, seq, n);
        seq += createdCount;
        n -= createdCount;
      }
    }
    this.#addThreads();
    this.#addHands();
    for (const [name, value] of [
      ['card', seq],
      ['deck', deckCount],
      ['milestone', this.#milestones.length],
      ['sprint', this.#runs.length],
    ] as const)
      rows.put('counter', { name, value });
    createIndexes(db);
    refillTextIndex(db);
  }

  /**
   * Cards of the deck with this index. The first two get a fixed number, or in small workspaces a fixed share; the
   * others share the rest evenly.
   */
  #shareOf(index: number): number {
    const big = Math.min(bigDeckCards, Math.floor(this.#cardCount / 20));
    const middle = Math.min(middleDeckCards, Math.floor(this.#cardCount / 200));
    if (index === 0) return big;
    if (index === 1) return middle;
    const rest = this.#cardCount - big - middle;
    return Math.floor(rest / (deckCount - 2)) + (index - 2 < rest % (deckCount - 2) ? 1 : 0);
  }

  #time(daysBack: number): string {
    return new Date(this.#now - Math.floor(daysBack * millisecondsPerDay)).toISOString();
  }

  #day(daysAhead: number): Day {
    return new Date(this.#now + daysAhead * millisecondsPerDay).toISOString().slice(0, 10);
  }

  #addPeople(): void {
    for (let n = 1; n < peopleCount; n++) {
      const id = this.#chance.id();
      this.#users.push(id);
      const name = `person${n}`;
      this.#insert('user', {
        id,
        fullName: `Person ${n}`,
        isIntegration: false,
        kind: 'human',
        name,
      });
      this.#insert('accountRole', {
        userId: id,
        role: n < 4 ? 'admin' : n < 12 ? 'producer' : 'write',
        isDisabled: false,
      });
    }
  }

  #addDecks(): { id: string; type: string }[] {
    const { accountId, localPersonId } = this.#context;
    const created: { id: string; type: string }[] = [];
    const perProject = deckCount / projectCount;
    const places = ranksBetween(null, null, perProject);
    for (let p = 0; p < projectCount; p++) {
      const projectId = this.#chance.id();
      this.#insert('project', {
        id: projectId,
        accountId,
        createdAt: this.#time(400),
        name: `Valley ${p + 1}`,
        spaces: [1, 2].map((id) => ({ id, name: `Space ${id}`, icon: null, defaultDeckType: 'task' })),
        visibility: 'default',
      });
      for (const tag of tags)
        this.#insert('projectTag', {
          id: this.#chance.id(),
          color: '#5a6b7b',
          createdAt: this.#time(400),
          projectId,
          tag,
        });
      for (let d = 0; d < perProject; d++) {
        const number = p * perProject + d;
        const type = number < 2 ? 'task' : (deckTypes[number % 10 === 9 ? 2 : number % 10 === 8 ? 3 : 0] as string);
        const deck = { id: this.#chance.id(), type };
        created.push(deck);
        this.#insert('deck', {
          id: deck.id,
          accountId,
          accountSeq: number + 1,
          coverColor: `#${this.#chance.integerBelow(0x1000000).toString(16).padStart(6, '0')}`,
          createdAt: this.#time(390),
          creatorId: localPersonId,
          deckType: type,
          defaultCard: {},
          description: '',
          handSyncEnabled: false,
          hasGuardians: false,
          isDeleted: false,
          projectId,
          sortValue: places[d] as string,
          spaceId: d < perProject / 2 ? 1 : 2,
          title: number === 0 ? 'The big deck' : number === 1 ? 'The middle deck' : randomCardTitle(this.#chance),
        });
      }
    }
    return created;
  }

  #addPlanning(): void {
    const { accountId, localPersonId } = this.#context;
    const configId = this.#chance.id();
    const projectIds = this.#context.engine.db.prepare('SELECT id FROM project').pluck().all() as string[];
    this.#insert('sprintConfig', {
      id: configId,
      accountId,
      autoAssignNewCard: false,
      autoAssignStartedCard: false,
      beastGracePeriodHours: 0,
      color: 'green',
      createdAt: this.#time(400),
      creatorId: localPersonId,
      isGlobal: true,
      moveOnFinish: [],
      name: 'Every two weeks',
    });
    this.#insert('runSchedule', { sprintConfigId: configId, days: 14, timezone: 'UTC' });
    for (const projectId of projectIds)
      this.#insert('sprintProject', { sprintConfigId: configId, projectId, accountId });
    this.#runs = Array.from({ length: 26 }, (_, index) => {
      const id = this.#chance.id();
      const starts = (index - 23) * 14 - 7;
      this.#insert('sprint', {
        id,
        accountId,
        accountSeq: index + 1,
        completedAt: starts + 14 <= 0 ? this.#time(-starts - 14) : null,
        createdAt: this.#time(400),
        endDate: this.#day(starts + 13),
        handSyncEnabled: false,
        index,
        isDeleted: false,
        sprintConfigId: configId,
        startDate: this.#day(starts),
        userCapacities: {},
      });
      return id;
    });
    this.#milestones = Array.from({ length: 20 }, (_, index) => {
      const id = this.#chance.id();
      const isGlobal = index % 4 === 0;
      this.#insert('milestone', {
        id,
        accountId,
        accountSeq: index + 1,
        color: milestoneColors[index % milestoneColors.length] as string,
        createdAt: this.#time(300),
        creatorId: localPersonId,
        date: this.#day(index * 20 - 100),
        handSyncEnabled: false,
        isDeleted: false,
        isGlobal,
        name: randomCardTitle(this.#chance),
        userCapacities: {},
      });
      for (const projectId of isGlobal
        ? projectIds
        : projectIds.slice(index % projectCount, (index % projectCount) + 1))
        this.#insert('milestoneProject', { milestoneId: id, projectId, accountId });
      return id;
    });
  }

  /**
   * In a task deck, some cards are hero cards with one to five sub cards, which are added too. `room` is the number of
   * cards that the deck still needs; at 6 or less, no sub cards are added.
   * @returns the number of added cards
   */
  #addCard(deck: { id: string; type: string }, seq: number, room: number): number {
    const chance = this.#chance;
    const subCards = deck.type === 'task' && room > 6 && chance.next() < 0.02 ? 1 + chance.integerBelow(5) : 0;
    const heroId = chance.id();
    const childCards = Array.from({ length: subCards }, () => chance.id());
    this.#writeCard(deck, heroId, seq + 1, { childCards, parentCardId: null });
    for (const [index, id] of childCards.entries())
      this.#writeCard(deck, id, seq + 2 + index, { childCards: [], parentCardId: heroId });
    return 1 + subCards;
  }

  #writeCard(
    deck: { id: string; type: string },
    cardId: string,
    accountSeq: number,
    family: { childCards: string[]; parentCardId: string | null },
  ): void {
    const { accountId } = this.#context;
    const chance = this.#chance;
    const isHero = family.childCards.length > 0;
    const isDoc = deck.type === 'doc';
    const age = chance.next() * 380;
    const content = randomCardText(chance, 50 + Math.floor(chance.next() ** 3 * 1950), tags);
    const picked = chance.next() < 0.3 ? [chance.pick(tags)] : [];
    // Every project has all tags, so `masterTags` contains each tag of the text.
    const masterTags = uniqueTags([...tagsIn(content), ...picked]);
    const hasStatus = !isHero && !isDoc;
    const drawnStatus = hasStatus
      ? (cardStatuses[[0, 0, 0, 1, 1, 2, 3, 3, 3, 3][chance.integerBelow(10)] as number] as string)
      : 'not_started';
    const visibility = chance.next() < 0.9 ? 'default' : chance.next() < 0.7 ? 'archived' : 'deleted';
    const status = isStartedOrSnoozing(drawnStatus) && visibility !== 'default' ? 'not_started' : drawnStatus;
    const checkboxInfo = checkboxesIn(content);
    const run = chance.next() < 0.4 && !isDoc ? chance.pick(this.#runs) : null;
    const created = this.#time(age);
    const hasThread = this.#threadCards.length < this.#cardCount / 20 && !isHero && !isDoc && chance.next() < 0.06;
    if (hasThread) this.#threadCards.push(cardId);
    const assigneeId = chance.next() < 0.8 ? chance.pick(this.#users) : null;
    this.#insert('card', {
      cardId,
      accountId,
      accountSeq,
      assigneeId,
      checkboxInfo,
      checkboxStats: { total: checkboxInfo.length, checked: checkboxInfo.filter(({ checked }) => checked).length },
      content,
      createdAt: created,
      creatorId: chance.pick(this.#users),
      deckId: deck.id,
      derivedStatus: derivedStatusOf({
        visibility,
        status,
        isDoc,
        assigneeId,
        isSubCard: family.parentCardId !== null,
        hasSubCards: isHero,
        deckType: deck.type,
        openThread: undefined,
      }),
      dueDate: chance.next() < 0.05 && !isDoc ? this.#day(chance.integerBelow(90) - 30) : null,
      effort: isDoc || chance.next() < 0.2 ? null : chance.pick([1, 2, 3, 5, 8]),
      hasBlockingDeps: false,
      isBlockingDep: false,
      isDoc,
      lastUpdatedAt: this.#time(age * chance.next()),
      masterTags,
      mentionedUsers: [],
      milestoneId: chance.next() < 0.2 && !isDoc ? chance.pick(this.#milestones) : null,
      parentCardId: family.parentCardId,
      priority: isDoc || chance.next() < 0.4 ? null : chance.pick(priorities),
      sprintId: run,
      status,
      tags: combineTextTagsAndProjectTags(content, masterTags),
      title: titleOfContent(content),
      version: 1 + chance.integerBelow(20),
      visibility,
      childCards: family.childCards,
      attachments: [],
      cardReferences: [],
      inDeps: [],
      outDeps: [],
    });
  }

  /** Three comments each. Reviews and blocks are closed, because open ones change their card's derived status. */
  #addThreads(): void {
    const { accountId } = this.#context;
    const chance = this.#chance;
    for (const cardId of this.#threadCards) {
      const id = chance.id();
      const creatorId = chance.pick(this.#users);
      const context = chance.pick(['comment', 'comment', 'review', 'block']);
      const isClosed = context !== 'comment' || chance.next() < 0.6;
      const age = 1 + chance.next() * 300;
      this.#insert('resolvable', {
        id,
        accountId,
        cardId,
        closedAt: isClosed ? this.#time(age * 0.5) : null,
        context,
        createdAt: this.#time(age),
        creatorId,
        isClosed,
        closedBy: isClosed ? creatorId : null,
      });
      for (let n = 0; n < 3; n++) {
        const at = this.#time(age * (1 - n / 10));
        this.#insert('resolvableEntry', {
          entryId: chance.id(),
          authorId: n === 0 ? creatorId : chance.pick(this.#users),
          cardId,
          content: randomCommentText(chance),
          createdAt: at,
          lastChangedAt: at,
          resolvableId: id,
          version: 1,
        });
      }
    }
  }

  /** Seven cards per person, and five bookmarks for the local person. */
  #addHands(): void {
    const { accountId, localPersonId, engine, at } = this.#context;
    const open = engine.db
      .prepare(
        `SELECT cardId FROM card WHERE visibility = 'default' AND status <> 'done' AND isDoc = 0 AND childCards = '[]' LIMIT ?`,
      )
      .pluck()
      .all(peopleCount * 7 + 5) as string[];
    for (const [index, cardId] of open.entries()) {
      const userId = this.#users[Math.floor(index / 7)];
      if (userId)
        this.#insert('queueEntry', {
          id: this.#chance.id(),
          accountId,
          cardId,
          createdAt: at,
          sortIndex: index % 7,
          userId,
        });
      else this.#insert('handCard', { cardId, userId: localPersonId, accountId, sortIndex: index - peopleCount * 7 });
    }
  }
}
