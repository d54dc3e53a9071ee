/**
 * Fixture for tests of planning actions: the engine of a service or a replica, on an in-memory database with an
 * organization and three people. Its clock moves only when the test moves it.
 */
import Database from 'better-sqlite3';
import { createEngine, type Engine } from '../../../electron/engine/engine.ts';
import { runScheduler } from '../../../electron/engine/scheduler/index.ts';
import { createTables } from '../../../electron/engine/store/schema.ts';
import type { Actor, EngineRole } from '../../../electron/engine/types.ts';
import { newAccountRow, newPersonRow } from '../../../electron/service/seed.ts';
import { type ActionName, type Answer, type Params, Refusal } from '../../../shared/contract/index.ts';

export const accountId = 'account';
export const startTime = '2026-03-02T09:00:00.000Z';

export const timestampOnDay = (day: string, time = '09:00:00.000') => `${day}T${time}Z`;

export const secondsPerUnit = { hour: 3600, day: 86_400 } as const;

export function personActor(userId: string, overrides: Partial<Actor> = {}): Actor {
  return { userId, isPerson: true, isProducer: true, projects: 'all', scopes: 'all', ...overrides };
}

/**
 * Returns a member who is not a producer. In a guarded deck, this member is not allowed to make the changes that are
 * reserved for guardians.
 */
export const nonProducerActor = (userId: string) => personActor(userId, { isProducer: false });

export class PlanningFixture {
  readonly engine: Engine;
  now = startTime;
  #ids = 0;

  constructor(role: EngineRole = 'service', timezone = 'UTC') {
    const db = new Database(':memory:');
    createTables(db);
    this.engine = createEngine(db, role);
    const { rows } = this.engine;
    rows.insert('account', {
      ...newAccountRow(accountId, startTime, { name: 'Studio', subdomain: 'studio' }),
      maxHandSlotCount: 7,
      statusChangeDurations: { snooze: 7 * secondsPerUnit.day, archive: null },
    });
    for (const name of ['ada', 'ben', 'cleo']) {
      rows.insert('user', newPersonRow(name, { name }));
      rows.insert('accountRole', { userId: name, role: 'write', isDisabled: false });
    }
    rows.insert('setting', { name: 'timezone', value: timezone });
    rows.flushText();
    rows.drainChanges();
  }

  get rows() {
    return this.engine.rows;
  }

  act<A extends ActionName>(name: A, params: Params<A>, actor: Actor = personActor('ada')): Answer<A> {
    const newId = (purpose: string) => `${purpose.split(':')[0]}-${++this.#ids}`;
    return this.engine.perform(name, params, { at: this.now, actor, accountId, newId }).answer;
  }

  /** Returns the code of the action's refusal. Fails the test if the action succeeds or changes a row. */
  refusal<A extends ActionName>(name: A, params: Params<A>, actor: Actor = personActor('ada')): string {
    const before = this.dump();
    try {
      this.act(name, params, actor);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (this.dump() !== before) throw new Error(`The refused action '${name}' changed something`);
      return error.body.error;
    }
    throw new Error(`The action '${name}' was not refused`);
  }

  /** Sets the clock and runs the scheduler once, at the new time. */
  sleepUntil(at: string): void {
    this.now = at;
    // Equal in each history; a run whose deletion a clock set back has caused keeps its id.
    const newId = (purpose: string) =>
      this.rows.get('sprint', `${purpose}-auto`) ? `${purpose}-again` : `${purpose}-auto`;
    runScheduler(this.engine, { at, accountId, newId });
  }

  /** Returns all rows as text for comparisons, without the scheduler's own state and the full-text index. */
  dump(): string {
    const { db } = this.engine;
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'cardText%'");
    const texts = (tables.pluck().all() as string[]).toSorted().map((name) => {
      const rows = db.prepare(`SELECT * FROM "${name}"`).all() as Record<string, unknown>[];
      const kept = rows.filter((row) => name !== 'setting' || row.name !== 'clockwork');
      return [name, ...kept.map((row) => JSON.stringify(row)).sort()].join('\n');
    });
    return texts.join('\n');
  }

  project(name = 'Game'): string {
    return this.act('projects/create', { name }).id;
  }

  deck(projectId: string, title = 'Deck', more: Partial<Params<'decks/create'>> = {}): string {
    return this.act('decks/create', { title, projectId, ...more }).id;
  }

  card(deckId: string | null, more: Partial<Params<'cards/create'>> = {}, actor = personActor('ada')): string {
    return this.act('cards/create', { content: 'Card', deckId, ...more }, actor).id;
  }

  cardRow(cardId: string) {
    const card = this.rows.get('card', cardId);
    if (!card) throw new Error(`There is no card '${cardId}'`);
    return card;
  }

  /** Creates a Run Config with weekly runs and returns its id. The default start is a Monday. */
  weekly(startDate = '2026-03-02'): string {
    return this.act('sprints/createConfig', { name: 'Weekly', startDate, days: 7 }).id;
  }

  runsOf(sprintConfigId: string) {
    return this.rows.find('sprint', { sprintConfigId }, ['index']);
  }

  milestone(): string {
    const params = { name: 'Alpha', color: 'red', date: '2026-06-01', isGlobal: true, projectIds: null };
    return this.act('milestones/create', { accountId, ...params }).id;
  }

  /** Returns the stored progress rows as [day, progress], in order of days. */
  progress(model: 'milestoneProgress' | 'sprintProgress' | 'sprintConfigProgress') {
    return this.rows.find(model, {}, ['date']).map((row) => [row.date, row.progress] as const);
  }

  /** Returns the card ids of a user's Hand without the done pile, in order. */
  hand(userId: string): string[] {
    return this.rows.find('queueEntry', { userId, cardDoneAt: null }, ['sortIndex']).map(({ cardId }) => cardId);
  }

  participants(resolvableId: string): Record<string, string> {
    const rows = this.rows.find('resolvableParticipant', { resolvableId });
    return Object.fromEntries(rows.map(({ userId, status }) => [userId, status]));
  }

  /** Returns the ids of the users whom a comment notified. */
  notifiedBy(entryId: string): string[] {
    return this.rows
      .find('notice', { entryId })
      .map(({ userId }) => userId)
      .sort();
  }
}
