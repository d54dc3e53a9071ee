/**
 * Local ids are the ids of rows created here until the service assigns its own: a hash of the operation's key and the
 * row's purpose, so that each replay creates the same ids. Each begins with `local-`, so it can be found in any text.
 */
import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { actionByName, isRecord, type ValueType } from '../../../shared/contract/index.ts';

const localIdPattern = /local-[A-Za-z0-9_-]{22}/g;

export function isLocalId(id: string): boolean {
  return id.startsWith('local-');
}

/** Returns the local ids in a text, without duplicates. */
export function localIdsIn(text: string): string[] {
  return text.includes('local-') ? [...new Set(text.match(localIdPattern))] : [];
}

export interface IdReplacement {
  readonly model: string;
  readonly from: string;
  readonly to: string;
}

export class LocalIdMap {
  #db: Database;
  /** The service's ids by local id, and the local ids by the service's id. */
  #serviceIds = new Map<string, string>();
  #localIds = new Map<string, string>();

  constructor(db: Database) {
    this.#db = db;
    this.reload();
  }

  /** Reads the ids from the outbox file. Call it at start and after a rollback. */
  reload(): void {
    this.#serviceIds.clear();
    this.#localIds.clear();
    const rows = this.#db.prepare('SELECT local, id FROM durable.renamed').all() as { local: string; id: string }[];
    for (const { local, id } of rows) this.#remember(local, id);
  }

  #remember(local: string, id: string): void {
    this.#serviceIds.set(local, id);
    this.#localIds.set(id, local);
  }

  /** Stores the service's id of a row with a local id. Call it within a transaction. */
  rename({ model, from, to }: IdReplacement): void {
    this.#db.prepare('INSERT OR REPLACE INTO durable.renamed VALUES (?, ?, ?)').run(from, model, to);
    this.#remember(from, to);
  }

  isPaired(id: string): boolean {
    return this.#localIds.has(id);
  }

  /** Undefined if there is none. */
  localOf(id: string): string | undefined {
    return this.#localIds.get(id);
  }

  /** The service's id if it is known, otherwise the local id. The purpose tells the rows of one operation apart. */
  idFor(key: string, purpose: string): string {
    // The hash uses the local ids in a purpose, because these stay the same when the service's ids are known.
    const stable = purpose.replace(/[^:\s]+/g, (part) => this.#localIds.get(part) ?? part);
    const hash = createHash('sha256').update(`${key}\n${stable}`).digest('base64url').slice(0, 22);
    const local = `local-${hash}`;
    return this.#serviceIds.get(local) ?? local;
  }

  /** Leaves out local ids whose service id is unknown. */
  renamingsIn(text: string): IdReplacement[] {
    const known = this.#db.prepare('SELECT local AS "from", model, id AS "to" FROM durable.renamed WHERE local = ?');
    return localIdsIn(text).flatMap((local) =>
      this.#serviceIds.has(local) ? [known.get(local) as IdReplacement] : [],
    );
  }

  /** Returns the text after replacing each local id by the service's id, if the service's id is known. */
  renamed(text: string): string {
    return text.includes('local-')
      ? text.replace(localIdPattern, (local) => this.#serviceIds.get(local) ?? local)
      : text;
  }

  /** Like `renamed`, for any JSON value. Returns the same object if nothing was replaced. */
  renamedIn<T>(value: T): T {
    const text = JSON.stringify(value);
    if (!text?.includes('local-')) return value;
    const renamed = this.renamed(text);
    return renamed === text ? value : (JSON.parse(renamed) as T);
  }
}

/** Pairs each local id in an action's local answer with the id at the same place in the service's answer. */
export function idReplacementsFromAnswers(action: string, local: unknown, remote: unknown): IdReplacement[] {
  const response = actionByName(action)?.response;
  return response ? [...pairs(response, local, remote)] : [];
}

function* pairs(type: ValueType, local: unknown, remote: unknown): Generator<IdReplacement> {
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

/** The element with the same service ids. Positions can differ: the service may skip elements. */
function counterpart(type: ValueType, item: unknown, remote: readonly unknown[]): unknown {
  if (type.kind !== 'object' || !isRecord(item)) return undefined;
  const shared = Object.entries(type.required)
    .filter(([name, of]) => of.kind === 'id' && typeof item[name] === 'string' && !isLocalId(item[name]))
    .map(([name]) => name);
  if (shared.length === 0) return undefined;
  return remote.find((other) => isRecord(other) && shared.every((name) => other[name] === item[name]));
}

/** `made` contains the created rows that are missing in the operation's answer. */
export const createdRowsWithoutServiceId = (
  { made }: { readonly made: readonly string[] },
  ids: LocalIdMap,
): string[] => made.filter((name) => ids.renamed(name) === name);

export function containsLocalIds(value: unknown): boolean {
  return localIdsIn(JSON.stringify(value) ?? '').length > 0;
}

export function* idsInParams(action: string, params: unknown): Generator<{ model: string; id: string }> {
  const known = actionByName(action);
  if (known) yield* idsOf(known.params, params);
}

/** Yields the local ids in an action's local answer: the ids of the rows that the action created. */
export function* localIdsInAnswer(action: string, answer: unknown): Generator<{ model: string; id: string }> {
  const response = actionByName(action)?.response;
  if (response) for (const found of idsOf(response, answer)) if (isLocalId(found.id)) yield found;
}

function* idsOf(type: ValueType, value: unknown): Generator<{ model: string; id: string }> {
  if (value === null || value === undefined) return;
  if (type.kind === 'id') yield { model: type.model, id: String(value) };
  else if (type.kind === 'nullable') yield* idsOf(type.of, value);
  else if (type.kind === 'list' && Array.isArray(value)) for (const item of value) yield* idsOf(type.of, item);
  else if (type.kind === 'object' && isRecord(value))
    for (const [name, of] of Object.entries({ ...type.required, ...type.optional })) yield* idsOf(of, value[name]);
}
