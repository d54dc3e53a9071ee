/** Answers queries of the interface from one database connection. */
import type { Database } from 'better-sqlite3';
import type { IsId } from '../../../shared/contract/index.ts';
import { parseQuery } from '../../../shared/contract/query-parse/parse.ts';
import type { Plan } from '../../../shared/contract/query-parse/plan.ts';
import { missingScope } from '../../../shared/contract/query-parse/refusals.ts';
import { hasMaterializedTables } from '../store/materialized-tables.ts';
import type { EngineRole, Viewer } from '../types.ts';
import { bytesOf, textOf as jsonOf } from './answer-text.ts';
import { type CompiledPlan, compilePlan } from './compile.ts';
import { IncrementalQuery, type LiveAnswer } from './live-answer.ts';
import { type LivePlan, livePlan } from './live-plan.ts';
import type { SqlOptions } from './sql.ts';
import { registerFunctions } from './sql-functions.ts';
import { Inquiry, Statements } from './statements.ts';
import { type Sheet, TextRun } from './text-run.ts';

export interface Reader {
  /**
   * The answer to a query as JSON text, read in one transaction; keys have any order. SQLite makes the text of the
   * rows.
   * @throws Refusal 400 with one of the query error codes, 403 `missing_scope`
   */
  answerText(query: unknown, viewer: Viewer): string;
  /** `answerText` in UTF-8. */
  answerBytes(query: unknown, viewer: Viewer): Uint8Array;
  /** An answer that is updated after commits. On a replica only, since it assumes that no row is hidden. */
  live(query: unknown, viewer: Viewer): LiveAnswer;
  /**
   * Models whose changes can change the answer: those that it returns, counts or filters by.
   * @throws Refusal 400 like `answerText`
   */
  modelsIn(query: unknown): ReadonlySet<string>;
}

interface Known {
  readonly plan: Plan;
  /** Compiled forms, by what the viewer may see. */
  readonly compiled: Map<string, CompiledPlan>;
}

/** Number of cached plans, and the maximum length of a cached query's text: large queries rarely repeat. */
const maxKnown = 300;
const maxKnownText = 50_000;

/** The cache key of a query; null for one that is too deep or too odd to be written as JSON. */
function textOf(query: unknown): string | null {
  try {
    const text: string | undefined = JSON.stringify(query);
    return text !== undefined && text.length <= maxKnownText ? text : null;
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

/**
 * `role`: on a replica everything stored is its person's, so nothing is hidden. `isId`: the form of ids, where it is
 * known.
 */
export function createReader(db: Database, role: EngineRole = 'service', isId?: IsId): Reader {
  registerFunctions(db);
  const statements = new Statements(db);
  const known = new Map<string, Known>();
  const livePlans = new WeakMap<CompiledPlan, LivePlan>();
  /** Once the materialized tables exist, they stay. */
  let hasCardCounts = false;

  function shapeOf(viewer: Viewer, form: SqlOptions['form']): SqlOptions {
    hasCardCounts ||= hasMaterializedTables(db);
    if (role === 'replica') return { sight: 'everything', readsSelf: true, form, hasCardCounts };
    return {
      sight: viewer.projects === 'all' ? 'all-projects' : 'some-projects',
      readsSelf: viewer.scopes === 'all' || viewer.scopes.has('user:readSelf'),
      form,
      hasCardCounts,
    };
  }

  function planned(query: unknown): Known {
    const text = textOf(query);
    const found = text === null ? undefined : known.get(text);
    if (found && text !== null) {
      // Moves it to the end, since the least recently used plan is removed first.
      known.delete(text);
      known.set(text, found);
      return found;
    }
    const entry: Known = { plan: parseQuery(query, isId), compiled: new Map() };
    if (text !== null) {
      const [oldest] = known.keys();
      if (known.size >= maxKnown && oldest !== undefined) known.delete(oldest);
      known.set(text, entry);
    }
    return entry;
  }

  function compiled({ plan, compiled: forms }: Known, shape: SqlOptions): CompiledPlan {
    const name = Object.values(shape).join(' ');
    let form = forms.get(name);
    if (!form) {
      form = compilePlan(plan, shape);
      forms.set(name, form);
    }
    return form;
  }

  function formFor(query: unknown, viewer: Viewer, form: SqlOptions['form']): CompiledPlan {
    const entry = planned(query);
    const { scopes } = viewer;
    if (scopes !== 'all')
      for (const { scope, path } of entry.plan.reads) if (!scopes.has(scope)) throw missingScope(scope, path);
    return compiled(entry, shapeOf(viewer, form));
  }

  // An answer needs several statements; the transaction keeps writes of other connections from coming between them.
  const inTransaction = db.transaction((work: () => unknown) => work());
  const atOneMoment = <A>(work: () => A): A => (db.inTransaction ? work() : (inTransaction(work) as A));

  const sheetsOf = (query: unknown, viewer: Viewer): ReadonlyMap<string, readonly Sheet[]> => {
    const form = formFor(query, viewer, 'text');
    return atOneMoment(() => new TextRun(statements, viewer).answer(form));
  };

  return {
    answerText: (query, viewer) => jsonOf(sheetsOf(query, viewer)),
    answerBytes: (query, viewer) => bytesOf(sheetsOf(query, viewer)),
    live(query, viewer) {
      const shape = shapeOf(viewer, 'live');
      if (shape.sight !== 'everything') throw new Error('Answers are kept where nothing is hidden');
      const entry = planned(query);
      const form = formFor(query, viewer, 'live');
      const plan = livePlans.get(form) ?? livePlan(entry.plan, form, shape);
      livePlans.set(form, plan);
      return atOneMoment(() => new IncrementalQuery(plan, entry.plan.dependsOn, () => new Inquiry(statements, viewer)));
    },
    modelsIn: (query) => planned(query).plan.dependsOn,
  };
}
