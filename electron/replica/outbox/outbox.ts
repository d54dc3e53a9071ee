/** The unsettled operations, in the outbox file and in memory. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import { actionByName, conflictFailure, findTypeMismatch, isTimestamp } from '../../../shared/contract/index.ts';
import { isShallow } from '../../../shared/contract/neutral.ts';
import { parseJson } from '../../client/json.ts';
import { localIdsIn, localIdsInAnswer } from '../store/local-ids.ts';
import { isUnsent, needsPersonDecision, type Operation, rowRef, unreadableCode } from './operation.ts';

type UpdatableColumn =
  | 'params'
  | 'base'
  | 'state'
  | 'tries'
  | 'failure'
  | 'sentAt'
  | 'answer'
  | 'known'
  | 'needs'
  | 'footprint';
type ReplayedProperty = 'effective' | 'writes' | 'madeRows' | 'orderedLists' | 'names' | 'unapplied';
const insertedColumns = [
  'key',
  'batch',
  'action',
  'params',
  'base',
  'label',
  'at',
  'state',
  'answer',
  'made',
  'footprint',
] as const;
const jsonColumns = new Set<string>(['params', 'base', 'failure', 'answer', 'made', 'known', 'needs', 'footprint']);
const toColumnValue = (name: string, value: unknown) =>
  jsonColumns.has(name) && value !== null ? JSON.stringify(value) : value;

const record = z.record(z.string(), z.unknown());
const texts = z.array(z.string());
/** A text that is not JSON is undefined here. */
const storedColumns = {
  key: z.string(),
  batch: z.string(),
  action: z.string().refine((name) => actionByName(name) !== undefined),
  params: record.refine((params) => isShallow(params)),
  base: record.refine((base) => isShallow(base)),
  label: z.string(),
  at: z.string().refine(isTimestamp),
  state: z.enum(['queued', 'sending', 'acknowledged', 'rejected', 'uncertain']),
  tries: z.int(),
  failure: z.looseObject({ kind: z.string(), message: z.string() }).nullable(),
  sentAt: z.number().nullable(),
  answer: record,
  made: texts,
  known: z.record(z.string(), texts).nullable(),
  needs: texts.nullable(),
  footprint: z.record(z.string(), texts),
};

/** What replaces a column that cannot be read. */
const neutralColumns = {
  batch: '',
  action: 'unknown',
  base: {},
  label: 'A change that cannot be read',
  at: new Date(0).toISOString(),
  tries: 0,
  sentAt: null,
  answer: {},
  made: [],
  known: null,
  needs: null,
  footprint: {},
};

/**
 * An unreadable operation, for example of a file that another program wrote, must not keep the others from being sent:
 * it waits for the person as a refused one, with its row as text in its params. The file keeps the row.
 */
function operationOf(row: Record<string, unknown>): Operation {
  const stored: Record<string, unknown> = { id: row.id };
  const wrong: string[] = [];
  for (const [name, type] of Object.entries(storedColumns)) {
    const value = jsonColumns.has(name) && row[name] !== null ? parseJson(String(row[name])) : row[name];
    if (type.safeParse(value).success) stored[name] = value;
    else wrong.push(name);
  }
  const shape = actionByName(String(stored.action))?.params;
  if (shape && stored.params && findTypeMismatch(shape, stored.params, true)) wrong.push('params');
  if (wrong.length === 0) return stored as unknown as Operation;
  const message = `It cannot be read (${wrong.join(', ')}), so it is not sent. Export the list to keep it, then discard it.`;
  return {
    ...neutralColumns,
    key: `unreadable ${row.id}`,
    ...stored,
    ...{
      params: { stored: JSON.stringify(row) },
      state: 'rejected',
      failure: conflictFailure(unreadableCode, message),
    },
  } as unknown as Operation;
}

/**
 * How `Outbox.linked` finds operations. `row`: that write or name the row. `change`: on which later ones may depend, by
 * `act` call, changed row or created row. `list`: that reorder the list. `localId`: that contain the id. `state`: that
 * are acknowledged, await a decision of the person (`toDecide`), or have no effect on the rows (`unapplied`).
 */
type LinkKind = 'row' | 'change' | 'list' | 'localId' | 'state';
type LinkName = `${LinkKind} ${string}`;

/** The names under which `change` finds an operation. */
export const changeNamesOf = ({ batch, footprint, action, answer, made }: Operation): readonly string[] => [
  `batch ${batch}`,
  ...Object.keys(footprint),
  ...[...localIdsInAnswer(action, answer)].map(({ model, id }) => rowRef(model, id)),
  ...made,
];

function* linkNamesOf(operation: Operation): Generator<LinkName> {
  const { params, base, answer, made, needs, footprint, effective, writes, names } = operation;
  for (const name of writes) yield `row ${name}`;
  for (const name of names) yield `row ${name}`;
  for (const name of changeNamesOf(operation)) yield `change ${name}`;
  for (const list of operation.orderedLists) yield `list ${list}`;
  for (const id of localIdsIn(JSON.stringify([params, base, answer, made, needs, footprint, effective])))
    yield `localId ${id}`;
  if (operation.state === 'acknowledged') yield 'state acknowledged';
  if (needsPersonDecision(operation)) yield 'state toDecide';
  if (operation.unapplied !== null) yield 'state unapplied';
}

/** Operations by name, each list in the order of the ids. */
class OperationLists {
  readonly byName = new Map<string, Operation[]>();

  add(name: string, operation: Operation): void {
    const list = this.byName.get(name) ?? [];
    this.byName.set(name, list);
    list.splice(list.findLastIndex(({ id }) => id < operation.id) + 1, 0, operation);
  }

  delete(name: string, operation: Operation): void {
    const list = this.byName.get(name) ?? [];
    if (list.length === 1) this.byName.delete(name);
    else list.splice(list.indexOf(operation), 1);
  }
}

export class Outbox {
  #db: Database;
  #updates = new Map<string, Statement>();
  #operations: Operation[] = [];
  #byId = new Map<number, Operation>();
  /** Sending one operation must not search all others, because thousands can wait (benchmark `drain`). */
  #linked = new OperationLists();
  #groups = new OperationLists();
  #linkNames = new Map<Operation, ReadonlySet<string>>();
  #groupNames = new Map<Operation, string>();
  /** Increases with every change to an operation. */
  revision = 0;

  constructor(db: Database) {
    this.#db = db;
    this.reload();
  }

  /** The operations in the order in which the person performed them. */
  get all(): readonly Operation[] {
    return this.#operations;
  }

  get(id: number): Operation | undefined {
    return this.#byId.get(id);
  }

  /** In the order of their ids. */
  linked(name: LinkName): readonly Operation[] {
    return this.#linked.byName.get(name) ?? [];
  }

  /**
   * Groups of operations that a person sees as one change: unsent edits of one row, and unsent changes of a new row
   * with the label of its creation. Each operation is in exactly one group.
   */
  get groups(): readonly (readonly [Operation, ...Operation[]])[] {
    const groups = [...this.#groups.byName.values()] as [Operation, ...Operation[]][];
    return groups.toSorted(([a], [b]) => a.id - b.id);
  }
  /** Empty if there is no such operation. */
  groupOf(id: number): readonly Operation[] {
    const operation = this.get(id);
    return (operation && this.#groups.byName.get(this.#groupNames.get(operation) ?? '')) ?? [];
  }
  /** Number of groups that are not acknowledged. An acknowledged operation is alone in its group. */
  get waitingCount(): number {
    return this.#groups.byName.size - this.linked('state acknowledged').length;
  }

  #groupNameOf(operation: Operation): string {
    const { id, action, label, names, params } = operation;
    if (!isUnsent(operation)) return `${id}`;
    const creators = [...names].map((name) => this.linked(`change ${name}`)[0]);
    const creator = creators.find((one) => {
      if (!one || one.id >= id || one.label !== label || !isUnsent(one)) return false;
      return [...localIdsInAnswer(one.action, one.answer)].some((row) => names.has(rowRef(row.model, row.id)));
    });
    if (creator) return `${creator.id}`;
    return action.endsWith('/update') && typeof params.id === 'string' ? `${action} ${params.id}` : `${id}`;
  }

  #link(operation: Operation): void {
    const before = this.#linkNames.get(operation);
    const names: ReadonlySet<string> = new Set(linkNamesOf(operation));
    this.#linkNames.set(operation, names);
    for (const name of names) if (!before?.has(name)) this.#linked.add(name, operation);
    for (const name of before ?? []) if (!names.has(name)) this.#linked.delete(name, operation);
    this.#group(operation);
    const followers = isUnsent(operation) ? [] : (this.#groups.byName.get(`${operation.id}`) ?? []);
    for (const follower of followers.slice(1)) this.#group(follower);
  }

  #group(operation: Operation): void {
    const before = this.#groupNames.get(operation);
    const name = this.#groupNameOf(operation);
    if (name === before) return;
    if (before !== undefined) this.#groups.delete(before, operation);
    this.#groupNames.set(operation, name);
    this.#groups.add(name, operation);
  }

  #unlink(operation: Operation): void {
    for (const name of this.#linkNames.get(operation) ?? []) this.#linked.delete(name, operation);
    this.#groups.delete(this.#groupNames.get(operation) ?? '', operation);
    this.#linkNames.delete(operation);
    this.#groupNames.delete(operation);
    this.#byId.delete(operation.id);
  }

  /**
   * Call it at start and after a rollback.
   * @param before the value of `all` before the transaction: these keep their objects, which alone have the results of
   * the last replay.
   */
  reload(before: readonly Operation[] = []): void {
    this.revision += 1;
    const known = new Map(before.map((operation) => [operation.id, operation]));
    const rows = this.#db.prepare('SELECT * FROM durable.operation ORDER BY id').all() as Record<string, unknown>[];
    for (const operation of this.#operations) this.#unlink(operation);
    this.#operations = rows.map((row) => {
      const stored = operationOf(row);
      // A request in flight refers to its operation object, so keep that object and update it.
      const before = known.get(stored.id);
      if (before) return Object.assign(before, stored);
      return {
        ...stored,
        effective: stored.params,
        writes: new Set(),
        madeRows: new Map(),
        orderedLists: new Set(),
        names: new Set(),
        unapplied: null,
        acknowledgedAt: 0,
      };
    });
    for (const operation of this.#operations) {
      this.#byId.set(operation.id, operation);
      this.#link(operation);
    }
  }

  add(operation: Omit<Operation, 'id'>): Operation {
    const marks = insertedColumns.map(() => '?').join(', ');
    const { lastInsertRowid } = this.#db
      .prepare(`INSERT INTO durable.operation (${insertedColumns.join(', ')}) VALUES (${marks})`)
      .run(...insertedColumns.map((name) => toColumnValue(name, operation[name])));
    const added: Operation = { ...operation, id: Number(lastInsertRowid) };
    this.#operations.push(added);
    this.#byId.set(added.id, added);
    this.#link(added);
    this.revision += 1;
    return added;
  }

  change(operation: Operation, patch: Partial<Pick<Operation, UpdatableColumn>>): void {
    const names = Object.keys(patch) as UpdatableColumn[];
    this.#updateOf(names).run(...names.map((name) => toColumnValue(name, patch[name])), operation.id);
    Object.assign(operation, patch);
    this.#link(operation);
    this.revision += 1;
  }

  /** Sets properties that are not stored. */
  note(operation: Operation, patch: Partial<Pick<Operation, ReplayedProperty>>): void {
    Object.assign(operation, patch);
    this.#link(operation);
  }

  #updateOf(names: readonly UpdatableColumn[]): Statement {
    const key = names.join();
    const known = this.#updates.get(key);
    if (known) return known;
    const set = names.map((name) => `"${name}" = ?`).join(', ');
    const statement = this.#db.prepare(`UPDATE durable.operation SET ${set} WHERE id = ?`);
    this.#updates.set(key, statement);
    return statement;
  }

  remove(ids: ReadonlySet<number>): void {
    const statement = this.#db.prepare('DELETE FROM durable.operation WHERE id = ?');
    for (const id of ids) {
      statement.run(id);
      const operation = this.get(id);
      if (operation) this.#unlink(operation);
    }
    this.#operations = this.#operations.filter((operation) => !ids.has(operation.id));
    this.revision += 1;
  }
}
