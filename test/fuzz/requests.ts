/** Random requests: nearly valid queries and actions, and damaged bodies. */

import type { SeededRandom } from '../../electron/service/demo/seeded-random.ts';
import {
  actionNames,
  allActions,
  type Model,
  modelNamed,
  modelNames,
  operators,
  type Relation,
  type Type,
} from '../../shared/contract/index.ts';

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | Uint8Array | null;
}

/** Existing ids by model. Half of all ids in requests are existing ones. */
export type Pool = ReadonlyMap<string, readonly string[]>;

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

export class RequestMaker {
  readonly #chance: SeededRandom;
  readonly #pool: Pool;

  constructor(chance: SeededRandom, pool: Pool) {
    this.#chance = chance;
    this.#pool = pool;
  }

  next(): FuzzRequest {
    const kind = this.#chance.next();
    if (kind < 0.45) return this.#damaged('/', { query: this.#query() });
    if (kind < 0.95) {
      const name = this.#chance.pick(actionNames);
      return this.#damaged(`/dispatch/${name}`, this.#value(allActions[name].params, 0));
    }
    const path = this.#chance.pick([
      '/',
      '/s3/sign',
      '/s3/upload/x',
      '/files/x',
      '/dispatch/a/b',
      '/dispatch//',
      '//',
      '/%',
    ]);
    const method = this.#chance.pick(['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']);
    return { method, path: `${path}${this.#chance.next() < 0.3 ? '?objectName=a/../b' : ''}`, body: this.#text() };
  }

  /** Most bodies are unchanged, some have a replaced part, some have damaged bytes. */
  #damaged(path: string, value: unknown): FuzzRequest {
    const kind = this.#chance.next();
    const body = JSON.stringify(kind < 0.75 ? value : this.#mutate(value, 0)) ?? 'undefined';
    if (kind < 0.93) return { method: 'POST', path, body };
    const bytes = Buffer.from(body);
    for (let n = 1 + this.#chance.integerBelow(4); n > 0 && bytes.length > 0; n--)
      bytes[this.#chance.integerBelow(bytes.length)] = this.#chance.integerBelow(256);
    return {
      method: 'POST',
      path,
      body: bytes.subarray(0, kind < 0.97 ? bytes.length : this.#chance.integerBelow(bytes.length)),
    };
  }

  #text(): string {
    if (this.#chance.next() < 0.12) return this.#chance.pick(oddTexts);
    return this.#chance.pick([
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
    const known = this.#pool.get(model) ?? [];
    return known.length > 0 && this.#chance.next() < 0.85 ? this.#chance.pick(known) : this.#chance.id();
  }

  #junk(): unknown {
    const chance = this.#chance;
    switch (chance.integerBelow(8)) {
      case 0:
        return null;
      case 1:
        return chance.pick(oddNumbers);
      case 2:
        return chance.next() < 0.5;
      case 3:
        return [];
      case 4:
        return {};
      case 5:
        return { op: chance.pick([...operators, 'like']), value: this.#text() };
      case 6:
        return [this.#text(), null, chance.pick(oddNumbers)];
      default:
        return this.#text();
    }
  }

  /** A value of a type, or a nearly valid one. */
  #value(type: Type, depth: number): unknown {
    const chance = this.#chance;
    if (chance.next() < 0.004) return this.#junk();
    switch (type.kind) {
      case 'nullable':
        return chance.next() < 0.3 ? null : this.#value(type.of, depth);
      case 'list':
        return Array.from({ length: chance.integerBelow(4) }, () => this.#value(type.of, depth + 1));
      case 'record':
        return { [this.#id('user')]: this.#value(type.of, depth + 1) };
      case 'object':
        return Object.fromEntries([
          ...Object.entries(type.required).map(([name, of]) => [name, this.#value(of, depth + 1)]),
          ...Object.entries(type.optional)
            .filter(() => chance.next() < 0.25)
            .map(([name, of]) => [name, this.#value(of, depth + 1)]),
        ]);
      case 'enum':
        return chance.pick(type.values);
      case 'id':
        return this.#id(type.model);
      case 'int32':
        return chance.next() < 0.92 ? chance.integerBelow(9) : chance.pick(oddNumbers);
      case 'boolean':
        return chance.next() < 0.5;
      case 'day':
        return chance.pick(['2026-04-30', '2026-05-31', '2027-01-01', '2030-02-28', '2026-02-30', '0001-01-01']);
      case 'timestamp':
        return chance.pick(['2026-04-01T00:00:00.000Z', 'now']);
      case 'json':
        return this.#junk();
      default:
        return this.#text();
    }
  }

  #query(): unknown {
    const chance = this.#chance;
    if (chance.next() < 0.7) return { _root: this.#fields('_root', 0) };
    const model = chance.pick(modelNames);
    const id = chance.next() < 0.8 ? JSON.stringify(this.#id(model)) : this.#text();
    return { [`${model}(${id})`]: this.#fields(model, 0), ...(chance.next() < 0.2 && { [model]: [] }) };
  }

  #fields(name: string, depth: number): unknown[] {
    const model = modelNamed(name) as Model;
    const chance = this.#chance;
    const relations = Object.entries(model.relations);
    const list: unknown[] = Object.keys(model.fields).filter(() => chance.next() < 0.3);
    const most = depth > 4 ? 0 : name === '_root' ? 2 : 1 + chance.integerBelow(2);
    for (let n = 0; n < most && relations.length > 0; n++) {
      const isStart = name === '_root' && chance.next() < 0.8;
      const [relation, definition] = isStart ? (['account', model.relations.account] as const) : chance.pick(relations);
      if (definition) list.push(this.#selection(relation, definition, depth));
    }
    if (chance.next() < 0.03) list.push(this.#junk());
    return list;
  }

  /** Single relations seldom get a query or an aggregate, because they accept neither. */
  #selection(relation: string, { kind, model }: Relation, depth: number): unknown {
    const chance = this.#chance;
    const isQueried = chance.next() < (kind === 'many' || kind === 'all' ? 0.6 : 0.02);
    const key = isQueried ? `${relation}(${JSON.stringify(this.#where(model, 0))})` : relation;
    if (chance.next() < (kind === 'one' ? 0.02 : 0.2)) return `${chance.pick(['count', 'exists'])}:${key}`;
    return kind === 'one' && chance.next() < 0.15 ? relation : { [key]: this.#fields(model, depth + 1) };
  }

  #where(name: string, depth: number): Record<string, unknown> {
    const model = modelNamed(name) as Model;
    const chance = this.#chance;
    const where: Record<string, unknown> = {};
    for (const [field, type] of Object.entries(model.fields).filter(() => chance.next() < 0.12))
      where[field] = this.#condition(type);
    const relations = Object.entries(model.relations);
    if (depth < 3 && relations.length > 0 && chance.next() < 0.25) {
      const [relation, { model: target }] = chance.pick(relations);
      where[`${chance.next() < 0.3 ? '!' : ''}${relation}`] = this.#where(target, depth + 1);
    }
    if (depth < 3 && chance.next() < 0.2)
      where[chance.pick(['$or', '$and'])] = [this.#where(name, depth + 1), this.#where(name, 3)];
    if (depth === 0 && chance.next() < 0.5) {
      const field = chance.pick(Object.keys(model.fields));
      where.$order = chance.pick([field, `-${field}`, { field, dir: 'desc' }, [{ field, dir: 'asc' }]]);
      if (chance.next() < 0.6) where.$limit = chance.next() < 0.9 ? chance.integerBelow(20) : chance.pick(oddNumbers);
      if (chance.next() < 0.2) where.$offset = chance.integerBelow(5);
      if (chance.next() < 0.1) where.$first = true;
    }
    return where;
  }

  #condition(type: Type): unknown {
    const chance = this.#chance;
    const value = () => this.#value(type, 2);
    const kind = chance.next();
    if (kind < 0.6) return value();
    const op = chance.pick(operators);
    if (op === 'in' || op === 'notIn' || op === 'inOrNull' || op === 'overlaps')
      return { op, value: [value(), value()] };
    if (op === 'contains' || op === 'search') return { op, value: this.#text() };
    return kind < 0.97 ? { op, value: value() } : { op };
  }

  /** The value with one part replaced, removed, doubled or wrapped. */
  #mutate(value: unknown, depth: number): unknown {
    const chance = this.#chance;
    if (depth > 12 || typeof value !== 'object' || value === null || chance.next() < 0.12) return this.#junk();
    if (Array.isArray(value)) {
      if (value.length === 0) return [this.#junk()];
      const index = chance.integerBelow(value.length);
      const kind = chance.next();
      if (kind < 0.15) return value.toSpliced(index, 1);
      if (kind < 0.3) return [...value, ...value];
      return value.with(index, this.#mutate(value[index], depth + 1));
    }
    const entries = Object.entries(value);
    const entry = entries.length > 0 ? chance.pick(entries) : undefined;
    if (!entry) return { [this.#text()]: this.#junk() };
    const [key, inner] = entry;
    const kind = chance.next();
    if (kind < 0.1) return Object.fromEntries(entries.filter(([name]) => name !== key));
    if (kind < 0.2) return { ...value, [this.#text()]: inner };
    if (kind < 0.3) return { ...value, [`${key}${chance.pick(['(', ')', '({', '!', ' ', '("'])}`]: inner };
    return { ...value, [key]: this.#mutate(inner, depth + 1) };
  }
}
