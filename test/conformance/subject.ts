/** The service under test, embedded or remote, with methods for the requests that conformance checks need. */
import assert from 'node:assert/strict';
import {
  type ActionName,
  type Answer,
  modelByName,
  type Params,
  type QueryAnswer,
  type Row,
  type RowModelName,
  rootKeyById,
  type TokenPermission,
} from '../../shared/contract/index.ts';
import { isMentionableName } from '../../shared/domain/text-tokens.ts';
import type { TestService } from '../support/service.ts';

/** The permission of the token that sends a request, or `personal` for a personal token with the permission Admin. */
export type TokenName = TokenPermission | 'personal';

/**
 * A check throws this error if it cannot decide whether a rule holds, because something is missing that the check
 * needs: rows, a token, or a feature of the service's subscription plan.
 */
export class SkippedCheckError extends Error {}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** An id that no row has. */
export const unknownId = '00000000-0000-4000-8000-000000000000';
export interface Reply<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}
export type Send = (path: string, init: RequestInit, who?: TokenName) => Promise<Response>;

export interface ServiceUnderTestParts {
  readonly send: Send;
  readonly accountId: string;
  readonly userId: string;
  /** The project in which checks may create decks. Undefined if checks are only allowed to read. */
  readonly projectId: string | undefined;
  /** Sends requests without delay, so that a check can exceed the rate limit. `send` stays below the limit. */
  readonly burst?: Send;
  /** The embedded service in this process, with its clock and tokens. Undefined for a remote service. */
  readonly local: TestService | undefined;
  /**
   * The permissions for which the caller has given a token. The default token is not among them, because its permission
   * is unknown.
   */
  readonly knownTokens: ReadonlySet<TokenName>;
}

/** A row with all its fields. For each requested relation it also contains the ids of the related rows. */
export type RowWithRelationIds<M extends RowModelName> = Row<M> & Record<string, unknown>;

export class ServiceUnderTest {
  readonly accountId: string;
  readonly userId: string;
  readonly #parts: ServiceUnderTestParts;
  /**
   * Ids of rows that checks created. `cleanUp` deletes `decks` and `milestones` at the end; `droppedDecks` are deleted
   * already.
   */
  readonly decks: string[] = [];
  readonly droppedDecks: string[] = [];
  readonly milestones: string[] = [];

  constructor(parts: ServiceUnderTestParts) {
    this.#parts = parts;
    this.accountId = parts.accountId;
    this.userId = parts.userId;
  }

  get local(): TestService {
    assert.ok(this.#parts.local, 'this check needs the service in-process');
    return this.#parts.local;
  }

  get isLocal(): boolean {
    return this.#parts.local !== undefined;
  }

  /**
   * Returns `found`, something that the check needs. If it is null, undefined or false, the check fails on the embedded
   * service. On another service the method throws `SkippedCheckError`, so that the rule counts as not checked.
   */
  need<T>(found: T, what: string): Exclude<T, null | undefined | false> {
    if (found !== null && found !== undefined && found !== false) return found as Exclude<T, null | undefined | false>;
    if (this.isLocal) assert.fail(`this check needs ${what}`);
    throw new SkippedCheckError(`needs ${what}`);
  }

  /**
   * Awaits a request that a remote service is allowed to refuse, for example because its subscription plan lacks a
   * feature. If the service refuses, throws `SkippedCheckError`, so that the rule counts as not checked.
   */
  async uncheckedIfRefused<T>(what: string, attempt: Promise<T>): Promise<T> {
    try {
      return await attempt;
    } catch (error) {
      if (this.isLocal || error instanceof SkippedCheckError) throw error;
      throw new SkippedCheckError(`needs ${what}`);
    }
  }

  has(who: TokenName): boolean {
    return this.#parts.knownTokens.has(who);
  }

  get projectId(): string {
    assert.ok(this.#parts.projectId, 'this check needs a project to write to');
    return this.#parts.projectId;
  }

  send(path: string, init: RequestInit = {}, who?: TokenName): Promise<Response> {
    return this.#parts.send(path, init, who);
  }

  burst(path: string, init: RequestInit): Promise<Response> {
    return (this.#parts.burst ?? this.#parts.send)(path, init);
  }

  async #post<T>(path: string, body: unknown, who?: TokenName): Promise<Reply<T>> {
    const response = await this.send(
      path,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      who,
    );
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : undefined) as T };
  }

  query(query: unknown, who?: TokenName): Promise<Reply<QueryAnswer & Record<string, Record<string, never>>>> {
    return this.#post('/', { query }, who);
  }

  act(action: string, params: unknown, who?: TokenName): Promise<Reply<Record<string, unknown>>> {
    return this.#post(`/dispatch/${action}`, params, who);
  }

  /**
   * Performs an action that must succeed. Returns the answer, without the wrapper object that some services put around
   * it.
   */
  async ok<A extends ActionName>(action: A, params: Params<A>, who?: TokenName): Promise<Answer<A>> {
    const { status, body } = await this.act(action, params, who);
    assert.ok(status >= 200 && status < 300, `${action} answered ${status} ${JSON.stringify(body)}`);
    const wrapped = body && 'payload' in body ? body.payload : body;
    return (wrapped ?? {}) as Answer<A>;
  }

  /** Sends an action that the service must refuse with a 4xx status. Returns the error of the answer. */
  async refused(
    action: string,
    params: unknown,
    expected: { status?: number; message?: string | RegExp } = {},
    who?: TokenName,
  ): Promise<{ error: string; message: string }> {
    const { status, body } = await this.act(action, params, who);
    assert.ok(status >= 400 && status < 500, `${action} should be refused, but answered ${status}`);
    if (expected.status !== undefined) assert.equal(status, expected.status);
    const error = body as { error: string; message: string };
    if (typeof expected.message === 'string') assert.equal(error.message, expected.message);
    else if (expected.message) assert.match(error.message, expected.message);
    return error;
  }

  /** Sends a query that the service must refuse with this error code. Returns the error of the answer. */
  async refusedQuery(query: unknown, code: string, status = 400): Promise<Record<string, unknown>> {
    const { status: answered, body } = await this.query(query);
    assert.equal((body as { error?: string }).error, code, `${JSON.stringify(query)} gave ${JSON.stringify(body)}`);
    assert.equal(answered, status);
    return body as Record<string, unknown>;
  }

  async answer(
    query: unknown,
    who?: TokenName,
  ): Promise<QueryAnswer & Record<string, Record<string, Record<string, unknown>>>> {
    const { status, body } = await this.query(query, who);
    assert.equal(status, 200, JSON.stringify(body));
    return body as never;
  }

  /** Returns a row with all its fields by id, or undefined if it is not visible. */
  async find<M extends RowModelName>(
    model: M,
    id: string | readonly (string | number)[],
    relations: readonly (string | object)[] = [],
    who?: TokenName,
  ): Promise<RowWithRelationIds<M> | undefined> {
    const fields = Object.entries(modelByName(model)?.fields ?? {}).filter(([, type]) => !type.scope);
    const answer = await this.answer(
      { [rootKeyById(model, id)]: [...fields.map(([name]) => name), ...relations] },
      who,
    );
    const key = typeof id === 'string' ? id : JSON.stringify(id);
    return answer[model]?.[key] as RowWithRelationIds<M> | undefined;
  }

  async row<M extends RowModelName>(
    model: M,
    id: string | readonly (string | number)[],
    relations: readonly (string | object)[] = [],
    who?: TokenName,
  ): Promise<RowWithRelationIds<M>> {
    const found = await this.find(model, id, relations, who);
    assert.ok(found, `${model} ${id} is not there`);
    return found;
  }

  card(id: string, relations: readonly (string | object)[] = []): Promise<RowWithRelationIds<'card'>> {
    return this.row('card', id, relations);
  }

  /**
   * Returns the ids of the rows that a relation of the account leads to, such as `cards`. `where` filters these rows.
   */
  async ids(relation: string, where: Record<string, unknown> = {}, who?: TokenName): Promise<string[]> {
    const key = `${relation}(${JSON.stringify(where)})`;
    const answer = await this.answer({ _root: [{ account: [{ [key]: [] }] }] }, who);
    return answer.account?.[this.accountId]?.[key] as unknown as string[];
  }

  async newDeck(params: Partial<Params<'decks/create'>> = {}): Promise<string> {
    const { id } = await this.ok('decks/create', {
      title: 'Conformance',
      projectId: this.projectId,
      deckType: 'task',
      ...params,
    });
    this.decks.push(id);
    return id;
  }

  /**
   * Deletes a deck that a check created. Moves its id to `droppedDecks`, so that `cleanUp` does not delete the deck
   * again.
   */
  async dropDeck(id: string): Promise<void> {
    await this.ok('decks/delete', { id });
    this.droppedDecks.push(...this.decks.splice(this.decks.indexOf(id), 1));
  }

  async newMilestone(params: Partial<Params<'milestones/create'>> = {}): Promise<Answer<'milestones/create'>> {
    const made = await this.ok('milestones/create', {
      accountId: this.accountId,
      name: 'Conformance',
      color: 'green',
      date: '2030-05-06',
      isGlobal: false,
      projectIds: [this.projectId],
      ...params,
    });
    this.milestones.push(made.id);
    return made;
  }

  async dropMilestone(id: string): Promise<void> {
    await this.ok('milestones/delete', { id });
    this.milestones.splice(this.milestones.indexOf(id), 1);
  }

  /**
   * Makes sure that the next change gets a later time than the last one: advances the clock of the embedded service by
   * an hour. If the service is another one, waits a second.
   */
  async letTimePass(): Promise<void> {
    if (this.isLocal) this.local.advance({ hours: 1 });
    else await pause(1100);
  }

  /** Returns the name by which texts mention the token's user, as in `@name`. */
  async ownName(): Promise<string> {
    const { name } = await this.row('user', this.userId);
    this.need(isMentionableName(name), 'a token whose user has a name that can be mentioned');
    return name;
  }

  /** Returns two tags of the project. If the service is the embedded one, adds these tags first. */
  async twoTags(): Promise<{ id: string; tag: string }[]> {
    if (this.isLocal)
      for (const tag of ['first', 'second']) await this.ok('projects/addTag', { projectId: this.projectId, tag });
    const answer = await this.answer({ [rootKeyById('project', this.projectId)]: [{ tags: ['tag'] }] });
    const tags = Object.entries(answer.projectTag ?? {}).map(([id, { tag }]) => ({ id, tag: String(tag) }));
    this.need(tags.length >= 2, 'two tags in the project');
    return tags.slice(0, 2);
  }

  /** Creates a card in a new deck, or in `deckId`, and returns its id. */
  async newCard(params: Partial<Params<'cards/create'>> = {}): Promise<string> {
    const deckId = params.deckId === undefined ? await this.newDeck() : params.deckId;
    return (await this.ok('cards/create', { content: 'A card', ...params, deckId })).id;
  }

  async newCards(count: number, params: Partial<Params<'cards/create'>> = {}): Promise<string[]> {
    const deckId = params.deckId === undefined ? await this.newDeck() : params.deckId;
    const made: string[] = [];
    for (let n = 1; n <= count; n++) made.push(await this.newCard({ content: `Card ${n}`, ...params, deckId }));
    return made;
  }

  /** Adds a person to the organization and returns the id. */
  async newPerson(name = 'robin'): Promise<string> {
    return (await this.ok('users/create', { name, fullName: 'Robin', role: 'write', timezone: 'Asia/Tokyo' })).id;
  }

  /** Returns the same service under test, but with requests that use a personal token of another user. */
  asUser(userId: string, permission: TokenPermission = 'write'): ServiceUnderTest {
    const { local } = this;
    const { token } = local.service.administration.createToken({
      kind: 'personal',
      permission,
      label: 'Check',
      userId,
    });
    return this.withToken(token, userId);
  }

  withToken(token: string, userId = this.userId): ServiceUnderTest {
    const { local } = this;
    return new ServiceUnderTest({
      ...this.#parts,
      userId,
      send: (path, init) =>
        local.fetch(path, {
          ...init,
          headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` },
        }),
    });
  }

  /** Returns the same service under test, but with requests that use a new organization token. */
  withNewToken(permission: TokenPermission, projects: readonly string[] = []): ServiceUnderTest {
    return this.withToken(
      this.local.service.administration.createToken({ kind: 'organization', permission, projects, label: 'Check' })
        .token,
    );
  }

  /**
   * Returns those of the given cards that are in the Hand of the token's user, in the Hand's order. Other cards are
   * left out, because the Hand of a remote user may contain further cards.
   */
  async handOf(cardIds: readonly string[]): Promise<string[]> {
    return (await this.hand()).filter((id) => cardIds.includes(id));
  }

  async needSlots(count: number): Promise<void> {
    const { maxHandSlotCount } = await this.row('account', this.accountId);
    this.need(maxHandSlotCount - (await this.hand()).length >= count, `${count} free slots in the Hand`);
  }

  /** Returns the card ids of a user's Hand without the done pile, in order. */
  async hand(userId = this.userId): Promise<string[]> {
    const entries = await this.entries(userId);
    return entries.filter((entry) => entry.cardDoneAt === null).map((entry) => entry.cardId);
  }

  async donePile(userId = this.userId): Promise<string[]> {
    return (await this.entries(userId)).filter((entry) => entry.cardDoneAt !== null).map((entry) => entry.cardId);
  }

  async entries(userId: string): Promise<Row<'queueEntry'>[]> {
    const key = `queueEntries(${JSON.stringify({ userId, $order: 'sortIndex' })})`;
    const fields = ['cardId', 'cardDoneAt', 'sortIndex', 'userId'];
    const answer = await this.answer({ _root: [{ account: [{ [key]: fields }] }] });
    const ids = answer.account?.[this.accountId]?.[key] as unknown as string[];
    return ids.map((id) => answer.queueEntry?.[id] as unknown as Row<'queueEntry'>);
  }

  async bookmarks(userId = this.userId): Promise<string[]> {
    const key = `handCards(${JSON.stringify({ userId, $order: 'sortIndex' })})`;
    const answer = await this.answer({ _root: [{ account: [{ [key]: ['cardId'] }] }] });
    const ids = answer.account?.[this.accountId]?.[key] as unknown as unknown[];
    return ids.map((id) => {
      const name = Array.isArray(id) ? JSON.stringify(id) : String(id);
      return answer.handCard?.[name]?.cardId as unknown as string;
    });
  }

  /**
   * Returns the cards in their manual order in decks, milestones or runs, each with its zone. The service must have
   * `cardOrders`, which is an extension of the contract.
   */
  async order(
    context: 'deck' | 'milestone' | 'sprint',
    cardIds: readonly string[],
  ): Promise<[string, string | null][]> {
    const key = `cardOrders(${JSON.stringify({ context, cardId: [...cardIds], $order: 'sortValue' })})`;
    const answer = await this.answer({ _root: [{ account: [{ [key]: ['cardId', 'label'] }] }] });
    const ids = answer.account?.[this.accountId]?.[key] as unknown as unknown[];
    return ids.map((id) => {
      const row = answer.cardOrder?.[Array.isArray(id) ? JSON.stringify(id) : String(id)];
      return [row?.cardId, row?.label] as unknown as [string, string | null];
    });
  }
}

/**
 * Kind of a check, by what it is allowed to change:
 * - `read`: nothing.
 * - `write`: only decks and milestones that it creates, and their cards.
 * - `hand`: also the Hand and the bookmarks of the token's user.
 * - `limits`: nothing, but it exceeds the rate limit.
 * - `local`: anything. Runs only on the embedded service: needs its clock, tokens, other people or administration.
 */
export type ConformanceCheckKind = 'read' | 'write' | 'hand' | 'limits' | 'local';

export interface Check {
  /** Ids of the rules that the check is about. */
  readonly rules: readonly string[];
  readonly kind: ConformanceCheckKind;
  readonly run: (subject: ServiceUnderTest) => Promise<void>;
  /**
   * Options of the embedded service for this check. Only given if the check needs other options than the default ones.
   */
  readonly setting?: { readonly now?: string; readonly rateLimit?: boolean; readonly demo?: boolean };
}

export const check = (
  rules: string | readonly string[],
  kind: ConformanceCheckKind,
  run: Check['run'],
  setting?: Check['setting'],
): Check => ({ rules: typeof rules === 'string' ? [rules] : rules, kind, run, ...(setting && { setting }) });
