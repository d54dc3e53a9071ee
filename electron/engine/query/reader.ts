/** Answers queries (shared/contract/query.ts) from one database connection. */
import type { Database } from 'better-sqlite3';
import type { IdValidator } from '../../../shared/contract/index.ts';
import { parseQuery } from '../../../shared/contract/query-parse/parse.ts';
import type { ParsedQuery } from '../../../shared/contract/query-parse/plan.ts';
import { createMissingScopeRefusal } from '../../../shared/contract/query-parse/refusals.ts';
import { canonicalJson } from '../../../shared/contract/query-parse/text.ts';
import { foldCase } from '../../../shared/domain/search-text.ts';
import { progressOfParts } from '../scheduler/progress.ts';
import { hasMaterializedTables } from '../store/materialized-tables.ts';
import type { EngineRole, Viewer } from '../types.ts';
import { answerJsonBytesOf, answerJsonTextOf } from './answer-text.ts';
import { type CompiledPlan, compilePlan } from './compile.ts';
import { IncrementalAnswer, type LiveAnswer } from './live-answer.ts';
import { createLivePlan, type LivePlan } from './live-plan.ts';
import type { SqlOptions } from './sql.ts';
import { type QueryTimeLimit, StatementCache, StatementRunner } from './statements.ts';
import { JsonAnswerReader, type QueryNodeRows } from './text-run.ts';

export interface DatabaseReader {
  /**
   * The answer as JSON text, read in one transaction. The order of its keys is undefined.
   * @throws Refusal 400 with one of the query error codes, 403 `missing_scope`
   */
  answerText(query: unknown, viewer: Viewer): string;
  /** `answerText` in UTF-8. */
  answerBytes(query: unknown, viewer: Viewer): Uint8Array;
  /** An answer that can be updated after commits. Only for replicas: the viewer must be allowed to see all rows. */
  live(query: unknown, viewer: Viewer): LiveAnswer;
  /**
   * The models that the query returns, counts or filters by.
   * @throws Refusal 400 like `answerText`
   */
  modelsIn(query: unknown): ReadonlySet<string>;
}

interface CachedPlan {
  readonly plan: ParsedQuery;
  /** By values of `SqlOptions`. */
  readonly compiled: Map<string, CompiledPlan>;
}

const maxCachedPlans = 300;
/** Length of the JSON text in characters. Longer queries are rarely repeated. */
const maxCachedQueryLength = 50_000;

/** Null if the query is too long, too deep or not JSON. */
function cacheKeyOf(query: unknown): string | null {
  try {
    const text: string | undefined = JSON.stringify(query);
    return text !== undefined && text.length <= maxCachedQueryLength ? text : null;
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * On a replica (`role`), no row is hidden, because the person may read all stored rows. Without `isId`, only the type
 * of ids is checked. `timeLimit` does not apply to live answers.
 */
export function createDatabaseReader(
  db: Database,
  role: EngineRole = 'service',
  isId?: IdValidator,
  timeLimit: QueryTimeLimit | null = null,
): DatabaseReader {
  registerSqlFunctions(db, timeLimit);
  const statements = new StatementCache(db);
  const cachedPlans = new Map<string, CachedPlan>();
  const livePlans = new WeakMap<CompiledPlan, LivePlan>();
  /** Stays true, because no code drops the table of card counters after the first query. */
  let hasCardCounts = false;

  function sqlOptionsOf(viewer: Viewer, form: SqlOptions['form']): SqlOptions {
    hasCardCounts ||= hasMaterializedTables(db);
    const hasTimeLimit = timeLimit !== null && form === 'text';
    if (role === 'replica')
      return { readAccess: 'everything', canReadOwnPersonalFields: true, form, hasCardCounts, hasTimeLimit };
    return {
      readAccess: viewer.projects === 'all' ? 'all-projects' : 'some-projects',
      canReadOwnPersonalFields: viewer.scopes === 'all' || viewer.scopes.has('user:readSelf'),
      form,
      hasCardCounts,
      hasTimeLimit,
    };
  }

  function cachedPlanOf(query: unknown): CachedPlan {
    const text = cacheKeyOf(query);
    const found = text === null ? undefined : cachedPlans.get(text);
    if (found && text !== null) {
      // Moves the plan to the end of the map. A full map drops its first, the least recently used plan.
      cachedPlans.delete(text);
      cachedPlans.set(text, found);
      return found;
    }
    const entry: CachedPlan = { plan: parseQuery(query, isId), compiled: new Map() };
    if (text !== null) {
      const [oldest] = cachedPlans.keys();
      if (cachedPlans.size >= maxCachedPlans && oldest !== undefined) cachedPlans.delete(oldest);
      cachedPlans.set(text, entry);
    }
    return entry;
  }

  function compiled({ plan, compiled: forms }: CachedPlan, options: SqlOptions): CompiledPlan {
    const name = Object.values(options).join(' ');
    let form = forms.get(name);
    if (!form) {
      form = compilePlan(plan, options);
      forms.set(name, form);
    }
    return form;
  }

  function compiledPlanFor(query: unknown, viewer: Viewer, form: SqlOptions['form']): CompiledPlan {
    const entry = cachedPlanOf(query);
    const { scopes } = viewer;
    if (scopes !== 'all')
      for (const { scope, path } of entry.plan.requiredScopes)
        if (!scopes.has(scope)) throw createMissingScopeRefusal(scope, path);
    return compiled(entry, sqlOptionsOf(viewer, form));
  }

  // In a transaction, all statements of an answer read the same state, even if another connection commits in between.
  const inTransaction = db.transaction((work: () => unknown) => work());
  const readInTransaction = <A>(work: () => A): A => (db.inTransaction ? work() : (inTransaction(work) as A));

  const rowsByModel = (query: unknown, viewer: Viewer): ReadonlyMap<string, readonly QueryNodeRows[]> => {
    const form = compiledPlanFor(query, viewer, 'text');
    return readInTransaction(() => new JsonAnswerReader(statements, viewer, timeLimit).answer(form));
  };

  return {
    answerText: (query, viewer) => answerJsonTextOf(rowsByModel(query, viewer), timeLimit),
    answerBytes: (query, viewer) => answerJsonBytesOf(rowsByModel(query, viewer), timeLimit),
    live(query, viewer) {
      const options = sqlOptionsOf(viewer, 'live');
      if (options.readAccess !== 'everything') throw new Error('Answers are kept where nothing is hidden');
      const entry = cachedPlanOf(query);
      const form = compiledPlanFor(query, viewer, 'live');
      const plan = livePlans.get(form) ?? createLivePlan(entry.plan, form, options);
      livePlans.set(form, plan);
      return readInTransaction(
        () => new IncrementalAnswer(plan, entry.plan.dependsOn, () => new StatementRunner(statements, viewer)),
      );
    },
    modelsIn: (query) => cachedPlanOf(query).plan.dependsOn,
  };
}

/** A second call replaces the functions. */
function registerSqlFunctions(db: Database, timeLimit: QueryTimeLimit | null): void {
  const options = { deterministic: true, directOnly: true };
  // Not deterministic, so that SQLite calls it for each row.
  db.function('within_time', { directOnly: true }, (_column: unknown, length: unknown) => {
    timeLimit?.count(Number(length));
    return 1;
  });
  // `contains_folded` reads every text, which takes 0.14 s for 100,000 cards. A trigram index would double the time to
  // write contents, and would not find matches by full case folding (`ss` in `ß`).
  // It counts for itself: where SQLite reads several indexes for one OR, it can test texts before it calls `within_time`.
  db.function('contains_folded', options, (text: unknown, folded: unknown) => {
    timeLimit?.count(typeof text === 'string' ? text.length : 0);
    return typeof text === 'string' && foldCase(text).includes(folded as string) ? 1 : 0;
  });
  db.function('progress_of_parts', options, (model: unknown, parts: unknown) =>
    progressOfParts(model as string, parts as string),
  );
  db.function('canonical_json', options, (text: unknown) =>
    typeof text === 'string' ? canonicalJson(JSON.parse(text)) : null,
  );
}
