/** Generates random requests for the fuzzer: valid and nearly valid queries and actions, some with damaged bodies. */

import {
  actionNames,
  allActions,
  type Model,
  modelByName,
  modelNames,
  queryOperators,
  type Relation,
  type ValueType,
} from '../../shared/contract/index.ts';
import type { SeededRandom } from '../support/seeded-random.ts';

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | Uint8Array | null;
}

/** Ids of existing rows by model. Most ids in the requests are from this map. */
export type ExistingRowIds = ReadonlyMap<string, readonly string[]>;

const oddTexts = [
  '',
  ' ',
  '\u0000',
  'null',
  '__proto__',
  'constructor',
  '"; DROP TABLE card; --',
  '%',
  '_',
  '*',
  'NEAR(',
  '"unclosed',
  'a AND OR b',
  '#tag @mara $111 [x](y)',
  '- [ ] box\n- [x] box',
  '\ud800',
  '🐟'.repeat(50),
  'x'.repeat(3000),
  '((((((((((((((((((((a',
  `${'_'.repeat(400)}`,
  `${'*'.repeat(400)}a`,
  `${'['.repeat(300)}`,
];
const oddNumbers = [0, -1, 1, 0.5, 1e21, -1e21, 2 ** 31, 2 ** 31 - 1, 2 ** 53, 3000, 3001, 1e-7];

export class FuzzRequestGenerator {
  readonly #random: SeededRandom;
  readonly #knownIds: ExistingRowIds;

  constructor(random: SeededRandom, knownIds: ExistingRowIds) {
    this.#random = random;
    this.#knownIds = knownIds;
  }

  next(): FuzzRequest {
    const kind = this.#random.next();
    if (kind < 0.45) return this.#toRequest('/', { query: this.#query() });
    if (kind < 0.95) {
      const name = this.#random.pick(actionNames);
      return this.#toRequest(`/dispatch/${name}`, this.#randomValue(allActions[name].params, 0));
    }
    const path = this.#random.pick([
      '/',
      '/s3/sign',
      '/s3/upload/x',
      '/files/x',
      '/dispatch/a/b',
      '/dispatch//',
      '//',
      '/%',
    ]);
    const method = this.#random.pick(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']);
    return { method, path: `${path}${this.#random.next() < 0.3 ? '?objectName=a/../b' : ''}`, body: this.#text() };
  }

  /**
   * Returns a request with the value as its JSON body. In a quarter of the requests, one part of the value is changed.
   * In some of these, bytes of the body are damaged, too.
   */
  #toRequest(path: string, value: unknown): FuzzRequest {
    const kind = this.#random.next();
    const body = JSON.stringify(kind < 0.75 ? value : this.#mutate(value, 0)) ?? 'undefined';
    if (kind < 0.93) return { method: 'POST', path, body };
    const bytes = Buffer.from(body);
    for (let n = 1 + this.#random.integerBelow(4); n > 0 && bytes.length > 0; n--)
      bytes[this.#random.integerBelow(bytes.length)] = this.#random.integerBelow(256);
    return {
      method: 'POST',
      path,
      body: bytes.subarray(0, kind < 0.97 ? bytes.length : this.#random.integerBelow(bytes.length)),
    };
  }

  #text(): string {
    if (this.#random.next() < 0.12) return this.#random.pick(oddTexts);
    return this.#random.pick([
      'Tide',
      'Lamp oil',
      'a',
      'Zone',
      '2026-05-01',
      '2026-05-01T10:00:00.000Z',
      '#b3343f',
      '👍',
    ]);
  }

  #id(model: string): string {
    const known = this.#knownIds.get(model) ?? [];
    return known.length > 0 && this.#random.next() < 0.85 ? this.#random.pick(known) : this.#random.id();
  }

  #invalidValue(): unknown {
    const random = this.#random;
    switch (random.integerBelow(8)) {
      case 0:
        return null;
      case 1:
        return random.pick(oddNumbers);
      case 2:
        return random.next() < 0.5;
      case 3:
        return [];
      case 4:
        return {};
      case 5:
        return { op: random.pick([...queryOperators, 'like']), value: this.#text() };
      case 6:
        return [this.#text(), null, random.pick(oddNumbers)];
      default:
        return this.#text();
    }
  }

  /** Returns a random value of the type, and sometimes an invalid one. */
  #randomValue(type: ValueType, depth: number): unknown {
    const random = this.#random;
    if (random.next() < 0.004) return this.#invalidValue();
    switch (type.kind) {
      case 'nullable':
        return random.next() < 0.3 ? null : this.#randomValue(type.of, depth);
      case 'list':
        return Array.from({ length: random.integerBelow(4) }, () => this.#randomValue(type.of, depth + 1));
      case 'record':
        return { [this.#id('user')]: this.#randomValue(type.of, depth + 1) };
      case 'object':
        return Object.fromEntries([
          ...Object.entries(type.required).map(([name, of]) => [name, this.#randomValue(of, depth + 1)]),
          ...Object.entries(type.optional)
            .filter(() => random.next() < 0.25)
            .map(([name, of]) => [name, this.#randomValue(of, depth + 1)]),
        ]);
      case 'enum':
        return random.pick(type.values);
      case 'id':
        return this.#id(type.model);
      case 'int32':
        return random.next() < 0.92 ? random.integerBelow(9) : random.pick(oddNumbers);
      case 'boolean':
        return random.next() < 0.5;
      case 'day':
        return random.pick(['2026-04-30', '2026-05-31', '2027-01-01', '2030-02-28', '2026-02-30', '0001-01-01']);
      case 'timestamp':
        return random.pick(['2026-04-01T00:00:00.000Z', 'now']);
      case 'json':
        return this.#invalidValue();
      default:
        return this.#text();
    }
  }

  #query(): unknown {
    const random = this.#random;
    if (random.next() < 0.7) return { _root: this.#fields('_root', 0) };
    const model = random.pick(modelNames);
    const id = random.next() < 0.8 ? JSON.stringify(this.#id(model)) : this.#text();
    return { [`${model}(${id})`]: this.#fields(model, 0), ...(random.next() < 0.2 && { [model]: [] }) };
  }

  #fields(name: string, depth: number): unknown[] {
    const model = modelByName(name) as Model;
    const random = this.#random;
    const relations = Object.entries(model.relations);
    const list: unknown[] = Object.keys(model.fields).filter(() => random.next() < 0.3);
    const most = depth > 4 ? 0 : name === '_root' ? 2 : 1 + random.integerBelow(2);
    for (let n = 0; n < most && relations.length > 0; n++) {
      const isStart = name === '_root' && random.next() < 0.8;
      const [relation, definition] = isStart ? (['account', model.relations.account] as const) : random.pick(relations);
      if (definition) list.push(this.#randomSelection(relation, definition, depth));
    }
    if (random.next() < 0.03) list.push(this.#invalidValue());
    return list;
  }

  /**
   * Returns a random selection of a relation: alone, with a query, as in `cards({…})`, or as an aggregate, as in
   * `count:cards`. Relations to one row accept neither queries nor aggregates, and most lists of ids accept no queries.
   * The fuzzer seldom tries what a relation does not accept.
   */
  #randomSelection(relation: string, { kind, model }: Relation, depth: number): unknown {
    const random = this.#random;
    const isQueried = random.next() < (kind === 'many' || kind === 'all' ? 0.6 : 0.02);
    const key = isQueried ? `${relation}(${JSON.stringify(this.#where(model, 0))})` : relation;
    if (random.next() < (kind === 'one' ? 0.02 : 0.2)) return `${random.pick(['count', 'exists'])}:${key}`;
    return kind === 'one' && random.next() < 0.15 ? relation : { [key]: this.#fields(model, depth + 1) };
  }

  #where(name: string, depth: number): Record<string, unknown> {
    const model = modelByName(name) as Model;
    const random = this.#random;
    const where: Record<string, unknown> = {};
    for (const [field, type] of Object.entries(model.fields).filter(() => random.next() < 0.12))
      where[field] = this.#condition(type);
    const relations = Object.entries(model.relations);
    if (depth < 3 && relations.length > 0 && random.next() < 0.25) {
      const [relation, { model: target }] = random.pick(relations);
      where[`${random.next() < 0.3 ? '!' : ''}${relation}`] = this.#where(target, depth + 1);
    }
    if (depth < 3 && random.next() < 0.2)
      where[random.pick(['$or', '$and'])] = [this.#where(name, depth + 1), this.#where(name, 3)];
    if (depth === 0 && random.next() < 0.5) {
      const field = random.pick(Object.keys(model.fields));
      where.$order = random.pick([field, `-${field}`, { field, dir: 'desc' }, [{ field, dir: 'asc' }]]);
      if (random.next() < 0.6) where.$limit = random.next() < 0.9 ? random.integerBelow(20) : random.pick(oddNumbers);
      if (random.next() < 0.2) where.$offset = random.integerBelow(5);
      if (random.next() < 0.1) where.$first = true;
    }
    return where;
  }

  #condition(type: ValueType): unknown {
    const random = this.#random;
    const value = () => this.#randomValue(type, 2);
    const kind = random.next();
    if (kind < 0.6) return value();
    const op = random.pick(queryOperators);
    if (op === 'in' || op === 'notIn' || op === 'inOrNull' || op === 'overlaps')
      return { op, value: [value(), value()] };
    if (op === 'contains' || op === 'search') return { op, value: this.#text() };
    return kind < 0.97 ? { op, value: value() } : { op };
  }

  /**
   * Returns the value with one change at a random depth: a part is removed, repeated, added, or replaced by an invalid
   * value.
   */
  #mutate(value: unknown, depth: number): unknown {
    const random = this.#random;
    if (depth > 12 || typeof value !== 'object' || value === null || random.next() < 0.12) return this.#invalidValue();
    if (Array.isArray(value)) {
      if (value.length === 0) return [this.#invalidValue()];
      const index = random.integerBelow(value.length);
      const kind = random.next();
      if (kind < 0.15) return value.toSpliced(index, 1);
      if (kind < 0.3) return [...value, ...value];
      return value.with(index, this.#mutate(value[index], depth + 1));
    }
    const entries = Object.entries(value);
    const entry = entries.length > 0 ? random.pick(entries) : undefined;
    if (!entry) return { [this.#text()]: this.#invalidValue() };
    const [key, inner] = entry;
    const kind = random.next();
    if (kind < 0.1) return Object.fromEntries(entries.filter(([name]) => name !== key));
    if (kind < 0.2) return { ...value, [this.#text()]: inner };
    if (kind < 0.3) return { ...value, [`${key}${random.pick(['(', ')', '({', '!', ' ', '("'])}`]: inner };
    return { ...value, [key]: this.#mutate(inner, depth + 1) };
  }
}
