/**
 * A second implementation of the query language: simple and slow, over plain arrays. Tests compare the SQL reader's
 * answers with the answers of this implementation. It does not check queries, so they must be valid.
 */
import {
  type Model,
  type Models,
  modelByName,
  type QueryAnswer,
  type Relation,
  resolveFieldAlias,
} from '../../shared/contract/index.ts';

export type ReferenceRow = Record<string, unknown>;
/**
 * Rows by model. For a relation of the kind `listed`, the row has a field with the relation's name, which contains the
 * ids of the related rows.
 */
export type ReferenceRows = { readonly [M in keyof Models]?: readonly ReferenceRow[] };

export interface ReferenceViewer {
  readonly userId: string | null;
  readonly projects: 'all' | ReadonlySet<string>;
  /** Whether the token has the scope `user:readSelf`. */
  readonly canReadOwnPersonalFields: boolean;
  /** True for replicas, which show all rows that they store. */
  readonly seesEverything: boolean;
}

type Query = Record<string, unknown>;

const modelOf = (name: string): Model => {
  const model = modelByName(name);
  if (!model) throw new Error(`no model ${name}`);
  return model;
};
const columnOf = (relation: Relation): string => ('field' in relation ? relation.field : '');

/** Creates an object without a prototype, because an id may be `constructor`. */
const emptyMap = () => Object.create(null) as Record<string, ReferenceRow>;

export class ReferenceEvaluator {
  readonly #world: ReferenceRows;
  readonly #viewer: ReferenceViewer;

  constructor(world: ReferenceRows, viewer: ReferenceViewer) {
    this.#world = world;
    this.#viewer = viewer;
  }

  answer(query: Record<string, readonly unknown[]>): QueryAnswer {
    const answer: Record<string, Record<string, ReferenceRow>> = {};
    const root: ReferenceRow = {};
    for (const [key, list] of Object.entries(query)) {
      const { name, argument } = splitKey(key);
      if (name === '_root') {
        this.#select(answer, '_root', {}, root, list);
        continue;
      }
      answer[name] ??= emptyMap();
      const model = modelOf(name);
      const id = idParts(argument ?? '');
      const row = this.#rows(name).find((candidate) => model.id.every((part, index) => candidate[part] === id[index]));
      if (row && this.#sees(name, row)) this.#show(answer, name, row, list);
      this.#mention(answer, name, list);
    }
    return { _root: root, ...answer };
  }

  #rows(model: string): readonly ReferenceRow[] {
    return this.#world[model as keyof ReferenceRows] ?? [];
  }

  #byId(model: string, id: unknown): ReferenceRow | undefined {
    const key = modelOf(model).id[0] ?? '';
    return this.#rows(model).find((row) => row[key] === id);
  }

  #key(model: string, row: ReferenceRow): string {
    const parts = modelOf(model).id.map((part) => row[part]);
    return parts.length === 1 ? String(parts[0]) : JSON.stringify(parts);
  }

  /**
   * Adds an empty object to the answer for every model that the field list selects, so that the answer also has an
   * object for a model without rows.
   */
  #mention(answer: Record<string, Record<string, ReferenceRow>>, model: string, list: readonly unknown[]): void {
    for (const item of list) {
      if (typeof item === 'string') {
        const relation = modelOf(model).relations[item];
        if (relation) answer[relation.model] ??= emptyMap();
        continue;
      }
      for (const [key, nested] of Object.entries(item as Record<string, unknown[]>)) {
        const target = (modelOf(model).relations[splitKey(key).name] as Relation).model;
        answer[target] ??= emptyMap();
        this.#mention(answer, target, nested);
      }
    }
  }

  #show(
    answer: Record<string, Record<string, ReferenceRow>>,
    model: string,
    row: ReferenceRow,
    list: readonly unknown[],
  ): void {
    const map = answer[model] ?? emptyMap();
    answer[model] = map;
    const key = this.#key(model, row);
    const shown = map[key] ?? {};
    map[key] = shown;
    for (const part of modelOf(model).id) shown[part] = row[part];
    this.#select(answer, model, row, shown, list);
  }

  #select(
    answer: Record<string, Record<string, ReferenceRow>>,
    model: string,
    row: ReferenceRow,
    shown: ReferenceRow,
    list: readonly unknown[],
  ): void {
    this.#mention(answer, model, list);
    for (const item of list) {
      if (typeof item === 'string') {
        const aggregate = /^(count|exists):(.*)$/s.exec(item);
        if (aggregate) {
          const { name, argument } = splitKey(aggregate[2] ?? '');
          const found = this.#related(model, row, name, argument);
          shown[item] = aggregate[1] === 'count' ? found.length : found.length > 0;
        } else if (modelOf(model).fields[resolveFieldAlias(modelOf(model), item)])
          shown[item] = this.#value(model, row, resolveFieldAlias(modelOf(model), item));
        else shown[item] = this.#ids(model, row, item, null);
        continue;
      }
      for (const [key, nested] of Object.entries(item as Record<string, unknown[]>)) {
        const { name, argument } = splitKey(key);
        const target = (modelOf(model).relations[name] as Relation).model;
        shown[key] = this.#ids(model, row, name, argument);
        for (const related of this.#related(model, row, name, argument))
          if (typeof related === 'object') this.#show(answer, target, related, nested);
      }
    }
  }

  #value(model: string, row: ReferenceRow, field: string): unknown {
    const { seesEverything, canReadOwnPersonalFields, userId } = this.#viewer;
    const isPersonal = model === 'user' && field === 'timezone';
    if (isPersonal && !seesEverything && !(canReadOwnPersonalFields && row.id === userId)) return null;
    const value = row[field] ?? null;
    if (seesEverything) return value;
    const relation = Object.values(modelOf(model).relations).find(
      (of) => of.kind === 'one' && of.orNull && of.field === field,
    );
    if (relation) return this.#isHidden(relation.model, value) ? null : value;
    if (model === 'card' && (field === 'hasBlockingDeps' || field === 'isBlockingDep')) {
      const list = (row[field === 'hasBlockingDeps' ? 'inDeps' : 'outDeps'] as string[] | null) ?? [];
      if (!value || !list.some((id) => this.#isHidden('card', id))) return value;
      return list.some((id) => !this.#isHidden('card', id) && (this.#byId('card', id)?.status ?? 'done') !== 'done');
    }
    if (model === 'queueEntry' && field === 'sortIndex' && value !== null) {
      const hidden = this.#rows('queueEntry').filter(
        (entry) =>
          entry.userId === row.userId &&
          (entry.cardDoneAt ?? null) === null &&
          typeof entry.sortIndex === 'number' &&
          entry.sortIndex < (value as number) &&
          !this.#sees('queueEntry', entry),
      );
      return (value as number) - hidden.length;
    }
    return value;
  }

  /** Returns true if the id belongs to a row that the viewer cannot see. The covers of visible rows are visible. */
  #isHidden(model: string, id: unknown): boolean {
    const row = model === 'file' ? undefined : this.#byId(model, id);
    return row !== undefined && !this.#sees(model, row);
  }

  /** Returns the value of a relation as it stands in a row of the answer: an id or null, or a list of ids. */
  #ids(model: string, row: ReferenceRow, name: string, argument: string | null): unknown {
    const relation = modelOf(model).relations[name] as Relation;
    if (relation.kind === 'one') {
      const id = this.#heldId(model, row, name, relation);
      if (id === null || !relation.orNull) return id;
      return !this.#viewer.seesEverything && this.#isHidden(relation.model, id) ? null : id;
    }
    const keys = this.#related(model, row, name, argument).map((related) =>
      typeof related === 'object' ? this.#key(relation.model, related) : related,
    );
    const isFirst = argument !== null && (JSON.parse(argument) as Query).$first === true;
    return isFirst ? (keys[0] ?? null) : keys;
  }

  #heldId(model: string, row: ReferenceRow, name: string, relation: Relation): string | null {
    if (model === '_root') {
      if (name === 'loggedInUser') return this.#viewer.userId;
      return (this.#rows('account')[0]?.id as string | undefined) ?? null;
    }
    return (row[columnOf(relation)] as string | null | undefined) ?? null;
  }

  /**
   * Returns the rows of a relation. A `listed` relation may contain ids of rows that do not exist. If no query filters
   * the relation, the result contains such an id in place of the row.
   */
  #related(model: string, row: ReferenceRow, name: string, argument: string | null): (ReferenceRow | string)[] {
    const relation = modelOf(model).relations[name] as Relation;
    const query = argument === null ? null : (JSON.parse(argument) as Query);
    if (relation.kind === 'listed' && query === null) {
      const known = (row[name] as string[] | null | undefined) ?? [];
      return known
        .map((id) => this.#byId(relation.model, id) ?? id)
        .filter((found) => typeof found === 'string' || this.#sees(relation.model, found));
    }
    const reached = this.#reached(model, row, name).filter((found) => this.#sees(relation.model, found));
    return query === null ? reached : this.#apply(relation.model, reached, query);
  }

  #reached(model: string, row: ReferenceRow, name: string): ReferenceRow[] {
    const relation = modelOf(model).relations[name] as Relation;
    const rows = this.#rows(relation.model);
    const narrowed = (found: ReferenceRow) =>
      Object.entries(('where' in relation && relation.where) || {}).every(([field, value]) => found[field] === value);
    switch (relation.kind) {
      case 'one': {
        const target = this.#byId(relation.model, this.#heldId(model, row, name, relation));
        return target ? [target] : [];
      }
      case 'many': {
        const id = row[modelOf(model).id[0] ?? ''];
        return rows.filter((found) => found[relation.field] === id && narrowed(found));
      }
      case 'listed': {
        const ids = (row[name] as string[] | null | undefined) ?? [];
        return ids.map((id) => this.#byId(relation.model, id)).filter((found) => found !== undefined);
      }
      case 'all':
        return rows.filter(narrowed);
    }
  }

  #apply(model: string, rows: readonly ReferenceRow[], query: Query): ReferenceRow[] {
    const matching = rows.filter((row) => this.#matches(model, row, query));
    if (query.$order === undefined) return matching;
    const terms = (Array.isArray(query.$order) ? query.$order : [query.$order]).map((term: unknown) => {
      if (typeof term !== 'string') return term as { field: string; dir: string };
      return term.startsWith('-') ? { field: term.slice(1), dir: 'desc' } : { field: term, dir: 'asc' };
    });
    const ordered = matching.toSorted((a, b) => {
      for (const { field, dir } of terms) {
        const [left, right] = [this.#value(model, a, field), this.#value(model, b, field)];
        const compared = left === null || right === null ? nullLast(left, right) : compareValues(left, right);
        if (compared !== 0) return dir === 'desc' ? -compared : compared;
      }
      for (const part of modelOf(model).id) {
        const compared = compareValues(a[part], b[part]);
        if (compared !== 0) return compared;
      }
      return 0;
    });
    if (query.$first) return ordered.slice(0, 1);
    const offset = (query.$offset as number | undefined) ?? 0;
    return query.$limit === undefined ? ordered : ordered.slice(offset, offset + (query.$limit as number));
  }

  #matches(model: string, row: ReferenceRow, query: Query): boolean {
    return Object.entries(query).every(([key, condition]) => {
      if (key === '$or') return (condition as Query[]).some((part) => this.#matches(model, row, part));
      if (key === '$and') return (condition as Query[]).every((part) => this.#matches(model, row, part));
      if (key.startsWith('$')) return true;
      if (modelOf(model).fields[key]) return meetsCondition(this.#value(model, row, key), condition);
      const name = key.replace(/^!/, '');
      const target = (modelOf(model).relations[name] as Relation).model;
      const some = this.#reached(model, row, name).some(
        (found) => this.#sees(target, found) && this.#matches(target, found, condition as Query),
      );
      return key.startsWith('!') ? !some : some;
    });
  }

  /**
   * Returns whether the viewer sees a row. A private card is visible only to its creator. A viewer who is limited to
   * some projects sees the rows of these projects, and rows that belong to no single project, such as people and global
   * milestones.
   */
  #sees(model: string, row: ReferenceRow): boolean {
    const { seesEverything, projects, userId } = this.#viewer;
    if (seesEverything) return true;
    const inProject = (id: unknown) => projects === 'all' || projects.has(id as string);
    const through = (target: string, id: unknown) => {
      const held = this.#byId(target, id);
      // If the parent row does not exist, nobody knows which project the row belongs to. Show it only to viewers who
      // see all projects.
      return held ? this.#sees(target, held) : projects === 'all';
    };
    switch (model) {
      case 'project':
        return inProject(row.id);
      case 'deck':
      case 'projectTag':
      case 'milestoneProject':
      case 'sprintProject':
        return inProject(row.projectId);
      case 'card':
        if ((row.deckId ?? null) === null) return userId !== null && row.creatorId === userId;
        return projects === 'all' || through('deck', row.deckId);
      case 'attachment':
      case 'cardHistory':
      case 'handCard':
      case 'queueEntry':
      case 'resolvable':
      case 'resolvableEntry':
        return through('card', row.cardId);
      case 'cardOrder': {
        const card = this.#byId('card', row.cardId);
        if (!through('card', row.cardId)) return false;
        if (projects === 'all' || (row.context !== 'milestone' && row.context !== 'sprint')) return true;
        return through(row.context, row.context === 'milestone' ? card?.milestoneId : card?.sprintId);
      }
      case 'resolvableEntryReaction':
        return through('resolvable', row.resolvableId);
      case 'workflowItem':
        return projects === 'all' || through('deck', row.deckId);
      case 'milestone':
        return (
          projects === 'all' ||
          row.isGlobal === true ||
          this.#rows('milestoneProject').some((link) => link.milestoneId === row.id && inProject(link.projectId))
        );
      case 'sprintConfig':
        return (
          projects === 'all' ||
          row.isGlobal === true ||
          this.#rows('sprintProject').some((link) => link.sprintConfigId === row.id && inProject(link.projectId))
        );
      case 'sprint':
        return through('sprintConfig', row.sprintConfigId);
      case 'sprintConfigProgress':
      case 'milestoneProgress':
      case 'sprintProgress':
        // A viewer of some projects reads the parts of these projects, which random databases do not have.
        return projects === 'all';
      case 'file':
        return this.#seesFile(row);
      default:
        return true;
    }
  }

  #seesFile(file: ReferenceRow): boolean {
    const { projects, userId } = this.#viewer;
    if (userId !== null && file.uploaderId === userId) return true;
    const attached = this.#rows('attachment').filter((attachment) => attachment.fileId === file.id);
    const sawAttached = attached.some((attachment) => this.#sees('attachment', attachment));
    return (
      (projects === 'all' && attached.length === 0) ||
      sawAttached ||
      ['project', 'deck', 'milestone', 'sprint'].some((model) =>
        this.#rows(model).some((row) => row.coverFileId === file.id && this.#sees(model, row)),
      ) ||
      this.#rows('user').some((user) => user.profileImageId === file.id)
    );
  }
}

function splitKey(key: string): { name: string; argument: string | null } {
  const open = key.indexOf('(');
  return open < 0
    ? { name: key, argument: null }
    : { name: key.slice(0, open), argument: key.slice(open + 1, key.length - 1) };
}

function idParts(argument: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(argument);
    if (Array.isArray(parsed)) return parsed;
    if (typeof parsed === 'string') return [parsed];
  } catch {
    // The argument is a plain id, not JSON.
  }
  return [argument];
}

function nullLast(left: unknown, right: unknown): number {
  return Number(left === null) - Number(right === null);
}

/** Compares numbers by size, booleans with false first, and texts by code point. */
function compareValues(left: unknown, right: unknown): number {
  if (typeof left !== 'string' || typeof right !== 'string') return Number(left) - Number(right);
  const [a, b] = [[...left], [...right]];
  for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
    const difference = (a[index]?.codePointAt(0) ?? 0) - (b[index]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function isEqual(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => isEqual(item, right[index]));
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right;
  const [a, b] = [left as ReferenceRow, right as ReferenceRow];
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]));
}

/**
 * Returns the text in a form that ignores letter case, for comparisons. Also handles special letters such as ß and ς.
 */
function withoutCase(text: string): string {
  return Array.from(text, (char) => Array.from(char.toUpperCase(), (capital) => capital.toLowerCase()).join(''))
    .join('')
    .replaceAll('ς', 'σ');
}

const wordsOf = (text: string): string[] =>
  withoutCase(text.normalize('NFKD').replace(/\p{M}/gu, ''))
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/**
 * Returns whether the words between the spaces of `wanted` occur in the text one after another. The very last word may
 * be the beginning of a word in the text. Only for scripts with spaces.
 */
function containsPhrases(text: unknown, wanted: string): boolean {
  const phrases = wanted
    .split(/\s+/)
    .map(wordsOf)
    .filter((words) => words.length > 0);
  if (typeof text !== 'string' || phrases.length === 0) return false;
  const known = wordsOf(text);
  const fits = (words: string[], isLast: boolean, start: number) =>
    words.every((word, index) =>
      isLast && index === words.length - 1 ? known[start + index]?.startsWith(word) : known[start + index] === word,
    );
  return phrases.every((words, index) => known.some((_, start) => fits(words, index === phrases.length - 1, start)));
}

/** Returns whether a field's value meets a condition: a plain value, a list of values, or `{ op, value }`. */
export function meetsCondition(value: unknown, condition: unknown): boolean {
  if (Array.isArray(condition)) return meetsCondition(value, { op: 'in', value: condition });
  if (typeof condition !== 'object' || condition === null) return isEqual(value, condition);
  const { op, value: wanted } = condition as { op: string; value: unknown };
  const list = wanted as unknown[];
  const isOneOf = () => list.some((item) => isEqual(value, item));
  switch (op) {
    case 'eq':
      return isEqual(value, wanted);
    case 'neq':
      return !isEqual(value, wanted);
    case 'in':
      return isOneOf();
    case 'notIn':
      return !isOneOf();
    case 'inOrNull':
      return value === null || isOneOf();
    case 'gt':
      return value !== null && compareValues(value, wanted) > 0;
    case 'gte':
      return value !== null && compareValues(value, wanted) >= 0;
    case 'lt':
      return value !== null && compareValues(value, wanted) < 0;
    case 'lte':
      return value !== null && compareValues(value, wanted) <= 0;
    case 'contains':
      return typeof value === 'string' && withoutCase(value).includes(withoutCase(wanted as string));
    case 'has':
      return Array.isArray(value) && value.some((item) => isEqual(item, wanted));
    case 'overlaps':
      return Array.isArray(value) && value.some((item) => list.some((other) => isEqual(item, other)));
    case 'search':
      return containsPhrases(value, wanted as string);
    default:
      throw new Error(`no operator ${op}`);
  }
}
