/**
 * The embedded service: an engine on its own database. Requests come over loopback HTTP (http.ts), over a worker's
 * MessagePort (worker.ts), or as fetch `Request`s in tests.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import {
  type ActionName,
  embeddedServiceLimits,
  hasEmbeddedServiceIdForm,
  type IdValidator,
  Refusal,
  refuse,
  type Timestamp,
} from '../../shared/contract/index.ts';
import { createEngine, type Engine } from '../engine/engine.ts';
import { createDatabaseReader } from '../engine/query/reader.ts';
import { QueryTimeLimit } from '../engine/query/statements.ts';
import {
  isSchedulerBehind,
  isSchedulerDue,
  lastTick,
  nextSchedulerEventAt,
  runScheduler,
} from '../engine/scheduler/index.ts';
import type { Actor } from '../engine/types.ts';
import { legacyTokenHeaderDeprecatedAt, legacyTokenHeaderEndsAt, RequestAuthenticator } from './authentication.ts';
import { bodyTooLargeRefusal } from './body.ts';
import { ClockGuard } from './clock-guard.ts';
import { type ChangedKeysByModel, createCommitNotifier } from './commit-reports.ts';
import { FileStore } from './files.ts';
import {
  type AuthorizedRequest,
  type BodyReceiver,
  busyRefusal,
  emptyAnswer,
  errorAnswer,
  type RequestAuthorizer,
  type RequestHead,
  refusalAnswer,
  type ServiceAnswer,
  type ServiceRequest,
  wholeAnswer,
} from './message.ts';
import { releaseIdThatEndsLegacyTokenHeader, storeReleases } from './releases.ts';
import { answerAction, answerQuery, createServiceRouter, type ServiceRoute } from './routes.ts';
import {
  defaultInitialContent,
  type InitialContent,
  insertInitialRows,
  requireLocalPersonId,
  type WorkspaceContent,
} from './seed.ts';
import { MailStore, ServiceAdministration } from './service-administration.ts';
import { openServiceStorage, type ServiceStorage } from './storage.ts';
import { defaultTokenPrefixes, type TokenPrefixes, TokenStore } from './tokens.ts';

/** For tests only: hooks that break the service on purpose, to show that the conformance tests notice the fault. */
export interface TestHooks {
  readonly request?: (request: ServiceRequest) => ServiceRequest;
  /** Called in the action's transaction. */
  readonly afterAction?: (db: Database, action: ActionName, params: Record<string, unknown>, answer: unknown) => void;
  readonly answer?: (answer: ServiceAnswer, request: ServiceRequest) => ServiceAnswer;
}

export interface ServiceOptions {
  /** Path of the database file, or `:memory:`. */
  readonly file: string;
  /** Returns milliseconds since 1970. */
  readonly clock?: () => number;
  readonly newId?: () => string;
  /**
   * Milliseconds since the computer's start, including sleep. With it, the scheduler stops while the clock is in doubt
   * (clock-guard.ts), until a person answers. Without it, every time is accepted.
   */
  readonly uptimeMs?: () => number;
  /** `actionId`, and the answer again as `payload`, for clients that expect it there. */
  readonly envelope?: boolean;
  readonly rateLimit?: boolean;
  /** Default: `embeddedServiceLimits.queryMs`. Null: no limit. */
  readonly queryTimeLimit?: QueryTimeLimit | null;
  /** Of actions of tokens. Default: `embeddedServiceLimits.actionMs`; none if `queryTimeLimit` is null. */
  readonly actionTimeLimit?: QueryTimeLimit;
  /** How long a request waits for overdue events; later ones and the timer do the rest. Default: no limit. */
  readonly maxCatchUpMs?: number;
  /** Maximum time that a write waits for another program's lock on the database; then it is refused with a 503. */
  readonly busyTimeoutMs?: number;
  /** All stored files together. Default: `embeddedServiceLimits.storedBytes`. */
  readonly maxStoredBytes?: number;
  readonly prefixes?: TokenPrefixes;
  /** For a new database. Takes precedence over `content.initialContent`. */
  readonly initialContent?: Partial<InitialContent>;
  readonly content?: WorkspaceContent;
  /** Gets each internal error. The client gets no details of it. */
  readonly onDefect?: (error: unknown) => void;
  readonly testHooks?: TestHooks;
}

export interface Service {
  answer(request: ServiceRequest): ServiceAnswer;
  /** Like `answer`, for a request whose body arrives after its head. */
  readonly authorize: RequestAuthorizer;
  handle(request: Request, meta: { readonly ip: string }): Promise<Response>;
  /**
   * Called after each commit that changed rows which queries can read. Returns a function that removes the listener.
   */
  onCommit(listener: (commit: ChangedKeysByModel) => void): () => void;
  readonly administration: ServiceAdministration;
  readonly engine: Engine;
  /** This start created the workspace. */
  readonly isNew: boolean;
  readonly accountId: string;
  readonly subdomain: string;
  /** The addresses of stored files begin with it. */
  baseUrl(): string;
  setBaseUrl(url: string): void;
  /** Runs for at most `maxCatchUpMs`. @returns true if no overdue event remains */
  runScheduler(): boolean;
  /** Infinity if no event is known. */
  schedulerDueInMs(): number;
  close(): void;
}

const defaultBusyTimeoutMs = 2000;

/** The processor time of this thread in milliseconds: the time of other programs does not count. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

export const tooLongAction = (maxMs: number): Refusal =>
  refuse(
    'action_too_costly',
    `The action takes more than ${maxMs / 1000} seconds; change fewer rows at once. Nothing was changed.`,
  );

/** For a service that does not listen on HTTP. */
const placeholderBaseUrl = 'http://localhost';

/** The transaction contains the first rows and the demo content. */
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
      { ...defaultInitialContent, ...content?.initialContent, ...initialContent },
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

function closeIfThrows<T>(storage: ServiceStorage, work: () => T): T {
  try {
    return work();
  } catch (error) {
    storage.close();
    throw error;
  }
}

/** A new database gets its first rows. */
export function createService(options: ServiceOptions): Service {
  const clock = options.clock ?? Date.now;
  const newId = options.newId ?? (() => randomUUID());
  const now = (): Timestamp => new Date(clock()).toISOString();
  const storage = openServiceStorage(options.file, options.busyTimeoutMs ?? defaultBusyTimeoutMs);
  const { db, isNew } = storage;
  const actionTimeLimit =
    options.actionTimeLimit ??
    (options.queryTimeLimit === null
      ? null
      : new QueryTimeLimit(embeddedServiceLimits.actionMs, threadMs, tooLongAction));
  const engine = createEngine(db, 'service', { beforeWrite: () => actionTimeLimit?.count() });
  const { rows } = engine;
  // A copy of a workspace of another service keeps the ids of that service.
  const isId: IdValidator = (id) => hasEmbeddedServiceIdForm(id) || rows.get('setting', 'foreignIds')?.value === true;
  const reader = createDatabaseReader(
    db,
    'service',
    isId,
    options.queryTimeLimit === undefined
      ? new QueryTimeLimit(embeddedServiceLimits.queryMs, threadMs)
      : options.queryTimeLimit,
  );
  const baseUrl = () => String(rows.get('setting', 'baseUrl')?.value ?? placeholderBaseUrl);
  const files = new FileStore(db, rows, baseUrl, options.maxStoredBytes);
  const prepareRows = () => {
    if (isNew) fillNewDatabase(engine, files, options, now(), newId);
    storeReleases(rows);
    const account = rows.find('account', {})[0];
    if (!account) throw new Error('The workspace has no organization');
    return account;
  };
  const account = closeIfThrows(storage, prepareRows);
  const { id: accountId, subdomain } = account;
  const tokens = new TokenStore(db, rows, options.prefixes ?? defaultTokenPrefixes, now);
  const authentication = new RequestAuthenticator(tokens, rows, { rateLimit: options.rateLimit ?? true });
  const commits = createCommitNotifier(engine, (error) => queueMicrotask(() => options.onDefect?.(error)));

  const lastRanAt = lastTick(rows);
  const guard =
    options.uptimeMs && new ClockGuard(options.uptimeMs, lastRanAt === undefined ? undefined : Date.parse(lastRanAt));
  const clockDoubt = () => guard?.doubt(clock()) ?? null;

  const runOverdueEvents = (): boolean => {
    if (clockDoubt()) return true;
    const deadline = performance.now() + (options.maxCatchUpMs ?? Number.POSITIVE_INFINITY);
    commits.report(runScheduler(engine, { at: now(), accountId, newId, mayGoOn: () => performance.now() < deadline }));
    return !isSchedulerBehind(engine);
  };

  const performAction = (name: ActionName, params: Record<string, unknown>, actor: Actor): unknown => {
    const run = () => {
      const { answer, changes } = engine.perform(name, params, { actor, at: now(), accountId, newId });
      options.testHooks?.afterAction?.(db, name, params, answer);
      return { answer, changes };
    };
    const { answer, changes } = options.testHooks ? db.transaction(run).immediate() : run();
    commits.report(changes);
    return answer;
  };

  /** Nothing stays of an action that takes too long, because it is one transaction. */
  const performActionInTime: typeof performAction = (...action) => {
    actionTimeLimit?.start();
    try {
      return performAction(...action);
    } finally {
      actionTimeLimit?.stop();
    }
  };

  const localActor = (): Actor => ({
    userId: requireLocalPersonId(rows),
    projects: 'all',
    scopes: 'all',
    isPerson: true,
    isProducer: true,
  });

  const routeOf = createServiceRouter({
    files,
    rows,
    clock,
    answerQuery: (request, { actor }) => answerQuery(reader, request, actor),
    answerAction: (name, request, { actor }) =>
      answerAction(name, request, actor, { perform: performActionInTime, envelope: options.envelope ?? false, isId }),
  });

  /** Accepts a request by its head, and counts it. @throws Refusal */
  const admit = (head: RequestHead): { readonly route: ServiceRoute; readonly sender: string } => {
    let sender = head.ip;
    let route: ServiceRoute;
    try {
      route = routeOf(head);
      if ('answerAnyone' in route) route.checkHead?.();
    } catch (error) {
      authentication.enforceRateLimit('stray', head.ip, clock());
      throw error;
    }
    if ('answerCaller' in route) sender = authentication.callerOf(head, account, clock()).actor.userId;
    authentication.enforceRateLimit('answerCaller' in route ? 'caller' : 'anyone', head.ip, clock());
    return { route, sender };
  };

  const answerRoute = (route: ServiceRoute, request: ServiceRequest): ServiceAnswer => {
    const { maxBodyBytes } = route;
    if (maxBodyBytes > 0 && request.body !== null && request.body.length > maxBodyBytes)
      throw bodyTooLargeRefusal(maxBodyBytes);
    if ('answerAnyone' in route) return route.answerAnyone(request);
    const caller = authentication.callerOf(request, account, clock());
    // Otherwise a change made after midnight would count for the day before.
    if (isSchedulerDue(engine, now())) runOverdueEvents();
    const answer = answerOrRefusal(() => route.answerCaller(request, caller));
    return caller.isLegacy ? { ...answer, headers: { ...answer.headers, ...deprecationHeaders() } } : answer;
  };

  const receiveBody = async (
    { maxBodyBytes, receive }: ServiceRoute & { readonly receive?: (head: RequestHead) => BodyReceiver },
    head: RequestHead,
    chunks: AsyncIterable<Uint8Array>,
  ): Promise<ServiceAnswer> => {
    let receiver: BodyReceiver | undefined;
    const refusalOf = (work: () => void): ServiceAnswer | undefined => {
      const answer = answerOrRefusal(() => {
        work();
        return emptyAnswer();
      });
      return answer.status === 200 ? undefined : answer;
    };
    const refusal = refusalOf(() => {
      receiver = receive?.(head);
    });
    if (!receiver) return refusal ?? emptyAnswer();
    let size = 0;
    let isStored = false;
    try {
      for await (const chunk of chunks) {
        size += chunk.length;
        const refused = refusalOf(() => {
          if (size > maxBodyBytes) throw bodyTooLargeRefusal(maxBodyBytes);
          receiver?.write(chunk);
        });
        if (refused) return refused;
      }
      const { end } = receiver;
      const answer = answerOrRefusal(end);
      isStored = answer.status < 400;
      return answer;
    } finally {
      if (!isStored) receiver.abort();
    }
  };

  const deprecationHeaders = (): Record<string, string> => ({
    deprecation: `@${Date.parse(legacyTokenHeaderDeprecatedAt) / 1000}`,
    sunset: new Date(legacyTokenHeaderEndsAt).toUTCString(),
    link: `<${baseUrl()}/releases/${releaseIdThatEndsLegacyTokenHeader}>; rel="deprecation"`,
  });

  const answerOrRefusal = (work: () => ServiceAnswer): ServiceAnswer => {
    try {
      return work();
    } catch (error) {
      if (error instanceof Refusal) return refusalAnswer(error);
      rows.discardChanges();
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
      const answer = answerOrRefusal(() => answerRoute(admit(request).route, request));
      return options.testHooks?.answer?.(answer, request) ?? answer;
    },
    authorize(head) {
      const withBody = (body: ServiceRequest['body']) => ({ ...head, body });
      // The hooks need the whole request, so with hooks even a bad request is refused only after its body has arrived.
      if (options.testHooks)
        return {
          maxBodyBytes: embeddedServiceLimits.uploadBytes,
          sender: head.ip,
          answer: (body) => service.answer(withBody(body)),
        };
      let authorized: AuthorizedRequest | undefined;
      const refused = answerOrRefusal(() => {
        // Refuses a bad token before the body is read. `answerRoute` checks again, since it can expire.
        const { route, sender } = admit(head);
        authorized = {
          maxBodyBytes: route.maxBodyBytes,
          sender,
          answer: (body) => answerOrRefusal(() => answerRoute(route, withBody(body))),
          ...('answerAnyone' in route && route.receive
            ? { receive: (chunks) => receiveBody(route, head, chunks) }
            : {}),
        };
        return emptyAnswer();
      });
      return authorized ?? refused;
    },
    async handle(request, { ip }) {
      const url = new URL(request.url);
      const { status, headers, body } = wholeAnswer(
        service.answer({
          method: request.method,
          path: url.pathname + url.search,
          headers: Object.fromEntries(request.headers),
          body: request.body ? new Uint8Array(await request.arrayBuffer()) : null,
          ip,
        }),
      );
      const hasBody = body.length > 0 && status !== 204;
      return new Response(hasBody ? (body as string) : null, { status, headers });
    },
    onCommit: commits.onCommit,
    administration: new ServiceAdministration({
      db,
      rows,
      tokens,
      mail: new MailStore(db),
      now,
      newId,
      perform: (name, params) => void performAction(name, params, localActor()),
      announce: () => commits.report(),
      clockDoubt,
      trustClock() {
        guard?.trust(clock());
        runOverdueEvents();
      },
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
      commits.report();
    },
    runScheduler: runOverdueEvents,
    schedulerDueInMs() {
      const next = nextSchedulerEventAt(engine);
      return next === undefined || clockDoubt() ? Number.POSITIVE_INFINITY : Math.max(0, Date.parse(next) - clock());
    },
    close() {
      commits.removeListeners();
      storage.close();
    },
  };
  return service;
}
