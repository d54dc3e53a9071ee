/**
 * A small organization in an in-memory database, for tests of the engine: people, two projects, decks of every type,
 * tags, milestones, runs.
 */
import Database from 'better-sqlite3';
import { type ActionResult, createEngine, type Engine, type EngineCallContext } from '../../electron/engine/engine.ts';
import type { RowStoreOptions, StoredRow } from '../../electron/engine/store/rows.ts';
import { createTables } from '../../electron/engine/store/schema.ts';
import type { Actor, EngineRole } from '../../electron/engine/types.ts';
import { newAccountRow, newPersonRow } from '../../electron/service/seed.ts';
import {
  type ActionName,
  type Answer,
  type Params,
  Refusal,
  type RowModelName,
  scopesOfToken,
  type TokenKind,
  type TokenPermission,
} from '../../shared/contract/index.ts';

export const accountId = 'account-1';
/**
 * Ann owns the organization. Bob and Cal are members with the permission Read & write. The bot is the user of
 * organization tokens.
 */
export const people = { ann: 'user-ann', bob: 'user-bob', cal: 'user-cal', bot: 'user-bot' } as const;
export type PersonName = keyof typeof people;
export const projects = { game: 'project-game', site: 'project-site' } as const;
export const decks = {
  tasks: 'deck-tasks',
  more: 'deck-more',
  heroes: 'deck-heroes',
  docs: 'deck-docs',
  mixed: 'deck-mixed',
  site: 'deck-site',
} as const;
export const tags = { bug: 'tag-bug', ui: 'tag-ui', seo: 'tag-seo' } as const;
export const milestones = { alpha: 'milestone-alpha', beta: 'milestone-beta' } as const;
/** Runs of one week each. `clockStart` is on the first day of the first run. */
export const runs = { first: 'run-first', second: 'run-second' } as const;
export const runConfigId = 'config-1';

export const clockStart = '2026-03-02T09:00:00.000Z';

export interface ActorOptions {
  readonly kind?: TokenKind;
  readonly permission?: TokenPermission;
  readonly projects?: 'all' | readonly string[];
}

/**
 * Returns the person as the actor of an action. The default permission is Admin for Ann and Read & write for the
 * others.
 */
export function actorOf(name: PersonName, options: ActorOptions = {}): Actor {
  const kind = options.kind ?? (name === 'bot' ? 'organization' : 'personal');
  const permission = options.permission ?? (name === 'ann' ? 'admin' : 'write');
  return {
    userId: people[name],
    projects: options.projects === undefined || options.projects === 'all' ? 'all' : new Set(options.projects),
    scopes: scopesOfToken(kind, permission),
    isPerson: kind === 'personal',
    isProducer: permission === 'producer' || permission === 'admin',
  };
}

export interface ActingPersonOptions extends ActorOptions {
  readonly by?: PersonName;
}

export interface EngineFixture {
  readonly engine: Engine;
  readonly db: Database.Database;
  readonly rows: Engine['rows'];
  /** The current time, ISO 8601. */
  now(): string;
  advanceClock(milliseconds: number): void;
  call(doer?: ActingPersonOptions): EngineCallContext;
  perform<A extends ActionName>(name: A, params: Params<A>, doer?: ActingPersonOptions): ActionResult<A>;
  /** Performs an action and returns only its answer. */
  act<A extends ActionName>(name: A, params: Params<A>, doer?: ActingPersonOptions): Answer<A>;
  /** Returns the code of the action's refusal. Throws if the action succeeds or changes anything. */
  refusal<A extends ActionName>(name: A, params: Params<A>, doer?: ActingPersonOptions): string;
  row<M extends RowModelName>(model: M, key: string): StoredRow<M>;
  card(cardId: string): StoredRow<'card'>;
  /** Creates a card, by default in the deck `tasks`, and returns its id. */
  newCard(params?: Partial<Params<'cards/create'>>, doer?: ActingPersonOptions): string;
  /** Card ids of a person's Hand, in order. */
  hand(name: PersonName): string[];
  donePile(name: PersonName): string[];
  bookmarks(name: PersonName): string[];
}

/**
 * Returns all tables as text, except the tables of the text search. Tests compare the texts before and after a call
 * that must change nothing.
 */
export function databaseText(db: Database.Database): string {
  const names = db
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'cardText%'")
    .pluck()
    .all();
  return JSON.stringify((names as string[]).map((name) => [name, db.prepare(`SELECT * FROM "${name}"`).all()]));
}

export function createEngineFixture(role: EngineRole = 'service', options: RowStoreOptions = {}): EngineFixture {
  const db = new Database(':memory:');
  createTables(db);
  const engine = createEngine(db, role, options);
  const { rows } = engine;
  insertRows(rows);
  rows.drainChanges();

  let now = Date.parse(clockStart);
  let calls = 0;
  const iso = () => new Date(now).toISOString();
  const call = (doer: ActingPersonOptions = {}): EngineCallContext => {
    const number = ++calls;
    return {
      at: iso(),
      actor: actorOf(doer.by ?? 'ann', doer),
      accountId,
      newId: (purpose) => `${purpose}@${number}`,
    };
  };
  const perform: EngineFixture['perform'] = (name, params, doer) => engine.perform(name, params, call(doer));
  const hand = (name: PersonName) =>
    rows
      .where('queueEntry', 'userId = ? AND cardDoneAt IS NULL ORDER BY sortIndex', people[name])
      .map(({ cardId }) => cardId);

  return {
    engine,
    db,
    rows,
    now: iso,
    advanceClock(milliseconds) {
      now += milliseconds;
    },
    call,
    perform,
    act: (name, params, doer) => perform(name, params, doer).answer,
    refusal(name, params, doer) {
      const before = databaseText(db);
      try {
        perform(name, params, doer);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        if (databaseText(db) !== before) throw new Error(`The refused action ${name} changed something`);
        return error.body.error;
      }
      throw new Error(`The action ${name} was carried out: ${JSON.stringify(params)}`);
    },
    row(model, key) {
      const row = rows.get(model, key);
      if (!row) throw new Error(`There is no ${model} '${key}'`);
      return row;
    },
    card(cardId) {
      return this.row('card', cardId);
    },
    newCard: (params = {}, doer) =>
      perform('cards/create', { content: 'A card', deckId: decks.tasks, ...params }, doer).answer.id,
    hand,
    donePile: (name) =>
      rows.where('queueEntry', 'userId = ? AND cardDoneAt IS NOT NULL', people[name]).map(({ cardId }) => cardId),
    bookmarks: (name) => rows.find('handCard', { userId: people[name] }, ['sortIndex']).map(({ cardId }) => cardId),
  };
}

function insertRows(rows: Engine['rows']): void {
  const createdAt = '2026-01-01T00:00:00.000Z';
  rows.insert('account', {
    ...newAccountRow(accountId, createdAt, { name: 'Studio', subdomain: 'studio' }),
    allowInheritHeroCover: false,
    effortScale: [1, 2, 3, 5, 8],
    maxHandSlotCount: 7,
    statusChangeDurations: { snooze: 3 * 86_400, archive: 14 * 86_400 },
  });
  for (const [name, id] of Object.entries(people)) {
    const isBot = name === 'bot';
    const kind = isBot ? 'api_token' : 'human';
    rows.insert('user', { ...newPersonRow(id, { name }), isIntegration: isBot, kind });
    if (!isBot) rows.insert('accountRole', { userId: id, role: name === 'ann' ? 'owner' : 'write', isDisabled: false });
  }
  for (const [name, id] of Object.entries(projects))
    rows.insert('project', {
      id,
      accountId,
      coverFileId: null,
      createdAt,
      name,
      spaces: [
        { id: 1, name: 'Main', icon: null, defaultDeckType: 'task' },
        { id: 2, name: 'Ideas', icon: null, defaultDeckType: 'doc' },
      ],
      visibility: 'default',
    });
  const tagRow = (id: string, projectId: string, tag: string) =>
    rows.insert('projectTag', { id, projectId, tag, color: null, emoji: null, description: null, createdAt });
  tagRow(tags.bug, projects.game, 'bug');
  tagRow(tags.ui, projects.game, 'ui');
  tagRow(tags.seo, projects.site, 'seo');
  const deckTypes = { tasks: 'task', more: 'task', heroes: 'hero', docs: 'doc', mixed: 'mixed', site: 'task' } as const;
  for (const [index, [name, deckType]] of Object.entries(deckTypes).entries())
    rows.insert('deck', {
      id: decks[name as keyof typeof decks],
      accountId,
      accountSeq: index + 1,
      coverColor: null,
      coverFileId: null,
      createdAt,
      creatorId: people.ann,
      deckType,
      defaultCard: {},
      defaultProjectTagId: null,
      description: '',
      handSyncEnabled: false,
      hasGuardians: false,
      isDeleted: false,
      manualOrderLabels: null,
      milestoneId: null,
      projectId: name === 'site' ? projects.site : projects.game,
      sortValue: `a${index}`,
      spaceId: 1,
      title: name,
    });
  rows.insert('counter', { name: 'deck', value: Object.keys(decks).length });
  for (const [index, [name, id]] of Object.entries(milestones).entries()) {
    rows.insert('milestone', {
      id,
      accountId,
      accountSeq: index + 1,
      color: 'blue',
      coverFileId: null,
      createdAt,
      creatorId: people.ann,
      date: index === 0 ? '2026-06-01' : '2026-09-01',
      description: null,
      handSyncEnabled: false,
      isDeleted: false,
      isGlobal: true,
      manualOrderLabels: null,
      name,
      startDate: null,
      userCapacities: {},
    });
    for (const projectId of Object.values(projects))
      rows.insert('milestoneProject', { milestoneId: id, projectId, accountId });
  }
  rows.insert('counter', { name: 'milestone', value: Object.keys(milestones).length });
  rows.insert('sprintConfig', {
    id: runConfigId,
    accountId,
    autoAssignNewCard: false,
    autoAssignStartedCard: false,
    autoBeastModeDurationHours: null,
    beastGracePeriodHours: 0,
    color: 'green',
    createdAt,
    creatorId: people.ann,
    isGlobal: true,
    moveOnFinish: ['undone', 'review', 'blocked'],
    name: 'Weekly',
    runLabelTemplate: null,
  });
  rows.insert('runSchedule', { sprintConfigId: runConfigId, days: 7, timezone: 'UTC' });
  for (const projectId of Object.values(projects))
    rows.insert('sprintProject', { sprintConfigId: runConfigId, projectId, accountId });
  for (const [index, id] of Object.values(runs).entries())
    rows.insert('sprint', {
      id,
      accountId,
      accountSeq: index + 1,
      autoMilestoneId: null,
      completedAt: null,
      coverFileId: null,
      createdAt,
      description: null,
      endDate: index === 0 ? '2026-03-08' : '2026-03-15',
      handSyncEnabled: false,
      index,
      isDeleted: false,
      lockedAt: null,
      manualOrderLabels: null,
      name: null,
      sprintConfigId: runConfigId,
      startDate: index === 0 ? '2026-03-02' : '2026-03-09',
      userCapacities: {},
    });
  rows.insert('counter', { name: 'sprint', value: Object.keys(runs).length });
}
