/**
 * The embedded service: an engine on its own database that answers the requests of the interface. Requests come over
 * loopback HTTP (http.ts), over a worker's MessagePort (worker.ts), or as fetch `Request`s in tests.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import {
  type ActionName,
  actionNamed,
  checkParams,
  embeddedServiceLimits,
  hasEmbeddedServiceIdForm,
  Refusal,
  rowModels,
  type Timestamp,
} from '../../shared/contract/index.ts';
import { createEngine, type Engine } from '../engine/engine.ts';
import { createReader } from '../engine/query/reader.ts';
import { isSchedulerBehind, isSchedulerDue, nextSchedulerEventAt, runScheduler } from '../engine/scheduler/index.ts';
import type { Actor } from '../engine/types.ts';
import { Administration } from './administration.ts';
import {
  Authentication,
  type Caller,
  legacyTokenHeaderDeprecatedAt,
  legacyTokenHeaderEndsAt,
} from './authentication.ts';
import { parseJsonBody, tooLargeRefusal } from './body.ts';
import type { DemoContent } from './demo/content.ts';
import { FileStore } from './files.ts';
import { MailStore } from './mail.ts';
import {
  type AdmittedRequest,
  busyRefusal,
  emptyAnswer,
  errorAnswer,
  jsonAnswer,
  jsonTextAnswer,
  type RequestAdmitter,
  refusalAnswer,
  type ServiceAnswer,
  type ServiceRequest,
} from './message.ts';
import { legacyTokenHeaderEndReleaseId, storeReleases } from './releases.ts';
import { createRouter, type Route } from './routes.ts';
import { type InitialContent, insertInitialRows, localInitialContent, requireLocalPersonId } from './seed.ts';
import { openStorage } from './storage.ts';
import { defaultTokenPrefixes, type TokenPrefixes, Tokens } from './tokens.ts';

/** Keys of the rows that a commit changed, by model. */
export type ChangedKeysByModel = Readonly<Record<string, readonly string[]>>;

/**
 * Hooks by which tests break the service on purpose, to show that the conformance tests notice the fault. Only tests
 * set hooks.
 */
export interface TestHooks {
  /** Replaces the request. */
  readonly request?: (request: ServiceRequest) => ServiceRequest;
  /** Called after each action, in the action's transaction. */
  readonly afterAction?: (db: Database, action: ActionName, params: Record<string, unknown>, answer: unknown) => void;
  /** Replaces the answer. */
  readonly answer?: (answer: ServiceAnswer, request: ServiceRequest) => ServiceAnswer;
}

export interface ServiceOptions {
  /** Path of the database file, or `:memory:`. */
  readonly file: string;
  /** Returns milliseconds since 1970. */
  readonly clock?: () => number;
  readonly newId?: () => string;
  /**
   * If true, the answer of a successful action also has `actionId`, and `payload` with the answer, for clients that expect
   * the answer there.
   */
  readonly envelope?: boolean;
  readonly rateLimit?: boolean;
  /**
   * Maximum time that a request waits while the scheduler handles overdue events. Later requests and the scheduler's
   * timer handle the remaining events. Default: no limit.
   */
  readonly maxCatchUpMs?: number;
  /** Time that a write waits for another program's lock on the database, before it is refused with a 503. */
  readonly busyTimeoutMs?: number;
  /** Maximum size of all stored files together. Default: `embeddedServiceLimits.storedBytes`. */
  readonly maxStoredBytes?: number;
  readonly prefixes?: TokenPrefixes;
  /** Values for the first rows of a new database. They take precedence over `initialContent` in `content`. */
  readonly initialContent?: Partial<InitialContent>;
  /** Demo content that fills a new database. */
  readonly content?: DemoContent;
  /** Called with each internal error. The client gets no details of the error. */
  readonly onDefect?: (error: unknown) => void;
  readonly testHooks?: TestHooks;
}

/** The embedded service while its database is open. */
export interface Service {
  answer(request: ServiceRequest): ServiceAnswer;
  /** Like `answer`, for a request whose body arrives after its head. */
  readonly admit: RequestAdmitter;
  handle(request: Request, meta: { readonly ip: string }): Promise<Response>;
  /**
   * Calls the listener after each commit that changed rows which queries can read. Returns a function that removes the
   * listener.
   */
  onCommit(listener: (commit: ChangedKeysByModel) => void): () => void;
  readonly administration: Administration;
  readonly engine: Engine;
  /** Whether this start created the workspace. */
  readonly isNew: boolean;
  readonly accountId: string;
  readonly subdomain: string;
  /** The service's own address, with which the addresses of stored files begin. */
  baseUrl(): string;
  setBaseUrl(url: string): void;
  /** Runs the scheduler for at most `maxCatchUpMs`. @returns true if no overdue event remains */
  runScheduler(): boolean;
  /** Milliseconds until the scheduler's next event; Infinity if no event is known. */
  schedulerDueInMs(): number;
  close(): void;
}

const defaultBusyTimeoutMs = 2000;

/** The base URL of a service that does not listen on HTTP. */
const placeholderBaseUrl = 'http://localhost';

/** Inserts the first rows and the demo content of a new database in one transaction. */
function fillNewDatabase(
  engine: Engine,
  files: FileStore,
  { initialContent, content }: ServiceOptions,
  at: Timestamp,
  newId: () => string,
): void {
  const { db, rows } = engine;
  db.transaction(() => {
    const accountId = insertInitialRows(
      engine,
      { ...localInitialContent, ...content?.initialContent, ...initialContent },
      at,
      content ? () => content.newId() : newId,
    );
    rows.insert('setting', { name: 'baseUrl', value: placeholderBaseUrl });
    rows.drainChanges();
    content?.fill({
      engine,
      accountId,
      localPersonId: requireLocalPersonId(rows),
      at,
      storeFile: (...file) => files.storeFile(...file),
    });
    rows.flushText();
    rows.drainChanges();
  })();
}

/** Opens the database and returns the service. A new database gets its first rows. */
export function createService(options: ServiceOptions): Service {
  const clock = options.clock ?? Date.now;
  const newId = options.newId ?? (() => randomUUID());
  const now = (): Timestamp => new Date(clock()).toISOString();
  const storage = openStorage(options.file, options.busyTimeoutMs ?? defaultBusyTimeoutMs);
  const { db, isNew } = storage;
  const engine = createEngine(db, 'service');
  const { rows } = engine;
  const reader = createReader(db, 'service', hasEmbeddedServiceIdForm);
  const baseUrl = () => String(rows.get('setting', 'baseUrl')?.value ?? placeholderBaseUrl);
  const files = new FileStore(db, rows, baseUrl, options.maxStoredBytes);
  if (isNew) fillNewDatabase(engine, files, options, now(), newId);
  storeReleases(rows);
  const account = rows.find('account', {})[0];
  if (!account) throw new Error('The workspace has no organization');
  const { id: accountId, subdomain } = account;
  const tokens = new Tokens(db, rows, options.prefixes ?? defaultTokenPrefixes, now);
  const authentication = new Authentication(tokens, rows, { rateLimit: options.rateLimit ?? true });
  const listeners = new Set<(commit: ChangedKeysByModel) => void>();
  const readableModels = new Set<string>(rowModels);

  const reportCommit = (changes = rows.drainChanges()) => {
    // The owner of a larger transaction reports the changes after its commit.
    if (db.inTransaction) {
      rows.addChanges(changes);
      return;
    }
    const readable = [...changes].filter(([model, keys]) => readableModels.has(model) && keys.size > 0);
    if (readable.length === 0) return;
    const commit = Object.fromEntries(readable.map(([model, keys]) => [model, [...keys]]));
    for (const listener of listeners) listener(commit);
  };

  const runOverdueEvents = (): boolean => {
    const deadline = performance.now() + (options.maxCatchUpMs ?? Number.POSITIVE_INFINITY);
    reportCommit(runScheduler(engine, { at: now(), accountId, newId, mayGoOn: () => performance.now() < deadline }));
    return !isSchedulerBehind(engine);
  };

  const answerQuery = (request: ServiceRequest, caller: Caller): ServiceAnswer => {
    const body = parseJsonBody(request.body, request.headers);
    if (typeof body !== 'object' || body === null || Array.isArray(body) || !('query' in body))
      throw new Refusal(400, {
        error: 'invalid_query_shape',
        message: "the body must be an object with the key 'query'",
        path: '',
        hint: { allowed: ['query'] },
      } as Omit<Refusal['body'], 'statusCode'>);
    return jsonTextAnswer(200, reader.answerBytes(body.query, caller.actor));
  };

  const answerAction = (name: string, request: ServiceRequest, caller: Caller): ServiceAnswer => {
    const action = actionNamed(name);
    if (!action)
      throw new Refusal(404, { error: 'unknown_action', message: `there is no action '${name.slice(0, 100)}'` });
    const { scopes } = caller.actor;
    if (scopes !== 'all' && !action.scopes.some((scope) => scopes.has(scope)))
      throw new Refusal(403, { error: 'missing_scope', message: `requires ${action.scopes[0]}` });
    const params = checkParams(action.params, parseJsonBody(request.body, request.headers), hasEmbeddedServiceIdForm);
    const answer = performAction(name as ActionName, params, caller.actor) as Record<string, unknown>;
    const keys = action.response ? answer : undefined;
    if (options.envelope) return jsonAnswer(200, { payload: keys ?? null, actionId: randomUUID(), ...keys });
    return keys ? jsonAnswer(200, keys) : emptyAnswer();
  };

  const performAction = (name: ActionName, params: Record<string, unknown>, actor: Actor): unknown => {
    const run = () => {
      const { answer, changes } = engine.perform(name, params, { actor, at: now(), accountId, newId });
      options.testHooks?.afterAction?.(db, name, params, answer);
      return { answer, changes };
    };
    const { answer, changes } = options.testHooks ? db.transaction(run).immediate() : run();
    reportCommit(changes);
    return answer;
  };

  const localActor = (): Actor => ({
    userId: requireLocalPersonId(rows),
    projects: 'all',
    scopes: 'all',
    isPerson: true,
    isProducer: true,
  });

  const routeOf = createRouter({ files, rows, clock, answerQuery, answerAction });

  const answerRoute = (route: Route, request: ServiceRequest): ServiceAnswer => {
    const { maxBodyBytes } = route;
    if (maxBodyBytes > 0 && request.body !== null && request.body.length > maxBodyBytes)
      throw tooLargeRefusal(maxBodyBytes);
    if ('answerAnyone' in route) return route.answerAnyone(request);
    const caller = authentication.callerOf(request, account, clock());
    // Calls the scheduler before the request is handled. Otherwise a change after midnight would count for the day
    // before.
    if (isSchedulerDue(engine, now())) runOverdueEvents();
    const answer = answerOrRefusal(() => route.answerCaller(request, caller));
    return caller.isLegacy ? { ...answer, headers: { ...answer.headers, ...deprecationHeaders() } } : answer;
  };

  const deprecationHeaders = (): Record<string, string> => {
    return {
      deprecation: `@${Date.parse(legacyTokenHeaderDeprecatedAt) / 1000}`,
      sunset: new Date(legacyTokenHeaderEndsAt).toUTCString(),
      link: `<${baseUrl()}/releases/${legacyTokenHeaderEndReleaseId}>; rel="deprecation"`,
    };
  };

  const answerOrRefusal = (work: () => ServiceAnswer): ServiceAnswer => {
    try {
      return work();
    } catch (error) {
      if (error instanceof Refusal) return refusalAnswer(error);
      rows.forget();
      const { code } = error as { code?: string };
      if (code?.startsWith('SQLITE_BUSY')) return refusalAnswer(busyRefusal('another program holds the database'));
      options.onDefect?.(error);
      if (code === 'SQLITE_FULL') return errorAnswer(507, 'storage_full', 'the disk is full; nothing was changed');
      return errorAnswer(500, 'internal', 'something went wrong inside the service; nothing was changed');
    }
  };

  const service: Service = {
    answer(sent) {
      const request = options.testHooks?.request?.(sent) ?? sent;
      const answer = answerOrRefusal(() => {
        authentication.admit(request.ip, clock());
        return answerRoute(routeOf(request), request);
      });
      return options.testHooks?.answer?.(answer, request) ?? answer;
    },
    admit(head) {
      const withBody = (body: ServiceRequest['body']) => ({ ...head, body });
      // The hooks of `testHooks` need the whole request, so no request is refused before its body has arrived.
      if (options.testHooks)
        return { maxBodyBytes: embeddedServiceLimits.uploadBytes, answer: (body) => service.answer(withBody(body)) };
      let admitted: AdmittedRequest | undefined;
      const refused = answerOrRefusal(() => {
        authentication.admit(head.ip, clock());
        const route = routeOf(head);
        if ('answerAnyone' in route) route.checkHead?.();
        // Refuses a bad token before the body is read. `answerRoute` checks again: the token may expire in the
        // meantime.
        else if (route.maxBodyBytes > 0) authentication.callerOf(head, account, clock());
        admitted = {
          maxBodyBytes: route.maxBodyBytes,
          answer: (body) => answerOrRefusal(() => answerRoute(route, withBody(body))),
        };
        return emptyAnswer();
      });
      return admitted ?? refused;
    },
    async handle(request, { ip }) {
      const url = new URL(request.url);
      const { status, headers, body } = service.answer({
        method: request.method,
        path: url.pathname + url.search,
        headers: Object.fromEntries(request.headers),
        body: request.body ? new Uint8Array(await request.arrayBuffer()) : null,
        ip,
      });
      const hasBody = body.length > 0 && status !== 204;
      return new Response(hasBody ? (body as string) : null, { status, headers });
    },
    onCommit(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    administration: new Administration({
      db,
      rows,
      tokens,
      mail: new MailStore(db),
      now,
      newId,
      perform: (name, params) => void performAction(name, params, localActor()),
      announce: () => reportCommit(),
    }),
    engine,
    isNew,
    accountId,
    subdomain,
    baseUrl,
    setBaseUrl(url) {
      const before = baseUrl();
      if (before === url) return;
      db.transaction(() => {
        rows.put('setting', { name: 'baseUrl', value: url });
        files.replaceBaseUrl(before, url);
      }).immediate();
      reportCommit();
    },
    runScheduler: runOverdueEvents,
    schedulerDueInMs() {
      const next = nextSchedulerEventAt(engine);
      return next === undefined ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(next) - clock());
    },
    close() {
      listeners.clear();
      storage.close();
    },
  };
  return service;
}
