/**
 * Ids of rows created here, until the service has assigned its own. A local id derives from its operation and the row's
 * purpose, so that a replay makes the same rows. It occurs nowhere else, so that it can be replaced in any text.
 */
import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { actionNamed, type Type } from '../../../shared/contract/index.ts';

const pattern = /local-[A-Za-z0-9_-]{22}/g;

export function isLocalId(id: string): boolean {
  return id.startsWith('local-');
}

export function localIdsIn(text: string): string[] {
  return text.includes('local-') ? [...new Set(text.match(pattern))] : [];
}

export interface Renaming {
  readonly model: string;
  readonly from: string;
  readonly to: string;
}

export class LocalIds {
  #db: Database;
  #real = new Map<string, string>();
  #local = new Map<string, string>();

  constructor(db: Database) {
    this.#db = db;
    this.reload();
  }

  /** Reads the ids from the outbox file: at start, and after a rollback. */
  reload(): void {
    this.#real.clear();
    this.#local.clear();
    const rows = this.#db.prepare('SELECT local, id FROM durable.renamed').all() as { local: string; id: string }[];
    for (const { local, id } of rows) this.#know(local, id);
  }

  #know(local: string, id: string): void {
    this.#real.set(local, id);
    this.#local.set(id, local);
  }

  /** Stores the service's id for a local one. Within a transaction. */
  rename({ model, from, to }: Renaming): void {
    this.#db.prepare('INSERT OR REPLACE INTO durable.renamed VALUES (?, ?, ?)').run(from, model, to);
    this.#know(from, to);
  }

  /** Whether a row created here has this id at the service. */
  isPaired(id: string): boolean {
    return this.#local.has(id);
  }

  /** The local id of the row before the service assigned this one. */
  localOf(id: string): string | undefined {
    return this.#local.get(id);
  }

  /** The id of the row that operation `key` creates for `purpose`: the service's once it is known, else a local one. */
  idFor(key: string, purpose: string): string {
    // A purpose can contain ids of rows. Their local ids keep the hash the same after a renaming.
    const stable = purpose.replace(/[^:\s]+/g, (part) => this.#local.get(part) ?? part);
    const hash = createHash('sha256').update(`${key}\n${stable}`).digest('base64url').slice(0, 22);
    const local = `local-${hash}`;
    return this.#real.get(local) ?? local;
  }

  /** The service's ids for the local ids in a text. */
  renamingsIn(text: string): Renaming[] {
    const known = this.#db.prepare('SELECT local AS "from", model, id AS "to" FROM durable.renamed WHERE local = ?');
    return localIdsIn(text).flatMap((local) => (this.#real.has(local) ? [known.get(local) as Renaming] : []));
  }

  /** The text with every local id replaced, where the service's id is known. */
  renamed(text: string): string {
    return text.includes('local-') ? text.replace(pattern, (local) => this.#real.get(local) ?? local) : text;
  }

  renamedIn<T>(value: T): T {
    const text = JSON.stringify(value);
    if (!text?.includes('local-')) return value;
    const renamed = this.renamed(text);
    return renamed === text ? value : (JSON.parse(renamed) as T);
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Pairs the ids in the local answer of an action with those in the service's answer. */
export function pairAnswerIds(action: string, local: unknown, remote: unknown): Renaming[] {
  const response = actionNamed(action)?.response;
  return response ? [...pairs(response, local, remote)] : [];
}

function* pairs(type: Type, local: unknown, remote: unknown): Generator<Renaming> {
  if (type.kind === 'id') {
    if (typeof local === 'string' && typeof remote === 'string' && local !== remote && isLocalId(local))
      yield { model: type.model, from: local, to: remote };
  } else if (type.kind === 'nullable') yield* pairs(type.of, local, remote);
  else if (type.kind === 'list' && Array.isArray(local) && Array.isArray(remote)) {
    for (const [index, item] of local.entries())
      yield* pairs(
        type.of,
        item,
        counterpart(type.of, item, remote) ?? (local.length === remote.length ? remote[index] : undefined),
      );
  } else if (type.kind === 'object' && isRecord(local) && isRecord(remote))
    for (const [name, of] of Object.entries({ ...type.required, ...type.optional }))
      yield* pairs(of, local[name], remote[name]);
}

/**
 * The element of the service's list for the same thing. Lists of `{id, cardId}` are paired by `cardId`, since the
 * service may skip some cards.
 */
function counterpart(type: Type, item: unknown, remote: readonly unknown[]): unknown {
  if (type.kind !== 'object' || !isRecord(item)) return undefined;
  const shared = Object.entries(type.required)
    .filter(([name, of]) => of.kind === 'id' && typeof item[name] === 'string' && !isLocalId(item[name]))
    .map(([name]) => name);
  if (shared.length === 0) return undefined;
  return remote.find((other) => isRecord(other) && shared.every((name) => other[name] === item[name]));
}

/** Rows that an operation creates without an id in its answer and whose id at the service is not known yet. */
export const unpairedRows = ({ made }: { readonly made: readonly string[] }, ids: LocalIds): string[] =>
  made.filter((name) => ids.renamed(name) === name);

/** Whether `value` contains ids that the service does not know. */
export function containsLocalIds(value: unknown): boolean {
  return localIdsIn(JSON.stringify(value) ?? '').length > 0;
}

/** Ids within params, each with its model. */
export function* idsInParams(action: string, params: unknown): Generator<{ model: string; id: string }> {
  const known = actionNamed(action);
  if (known) yield* idsOf(known.params, params);
}

/** Local ids of created rows that the service's answer will replace. */
export function* localIdsInAnswer(action: string, answer: unknown): Generator<{ model: string; id: string }> {
  const response = actionNamed(action)?.response;
  if (response) for (const found of idsOf(response, answer)) if (isLocalId(found.id)) yield found;
}

function* idsOf(type: Type, value: unknown): Generator<{ model: string; id: string }> {
  if (value === null || value === undefined) return;
  if (type.kind === 'id') yield { model: type.model, id: String(value) };
  else if (type.kind === 'nullable') yield* idsOf(type.of, value);
  else if (type.kind === 'list' && Array.isArray(value)) for (const item of value) yield* idsOf(type.of, item);
  else if (type.kind === 'object' && isRecord(value))
    for (const [name, of] of Object.entries({ ...type.required, ...type.optional })) yield* idsOf(of, value[name]);
}
