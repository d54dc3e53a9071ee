/**
 * Generates random small databases ("worlds") and queries from the contract, so that tests try every model, field and
 * relation.
 */
import fc from 'fast-check';
import { tableDefinitionOf } from '../../../electron/engine/store/schema.ts';
import {
  fieldTypeOf,
  isOrderedType,
  isStructuredType,
  type Model,
  modelByName,
  nonNullableTypeOf,
  rowModelNames,
  type ValueType,
} from '../../../shared/contract/index.ts';
import type { ReferenceRow, ReferenceRows } from '../../support/reference-evaluator.ts';

const modelOf = (name: string): Model => modelByName(name) as Model;

/**
 * Only a few texts, so that conditions often match. Some differ only in letter case, also outside ASCII. The last two
 * have one order by code point and the opposite order by UTF-16 unit.
 */
const texts = [
  '',
  'a',
  'A',
  'alpha beta',
  'Beta alpha',
  'Straße',
  'STRASSE 100%',
  'ΣΟΦΟΣ_x',
  'σοφος',
  '\u{FFFD}z',
  '\u{1F600}z',
];
const days = ['2026-01-01', '2026-01-02', '2026-02-01'];
const timestamps = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.001Z', '2026-03-01T12:00:00.000Z'];
const numbers = [-1, 0, 1, 2, 10];

/** Maximum number of rows of a model in a database. Ids are `<model><number>`. */
const maxRows: Readonly<Record<string, number>> = { account: 1, user: 3, project: 3, deck: 4, card: 9, resolvable: 6 };
const maxOtherRows = 4;
const idsOf = (model: string) =>
  Array.from({ length: maxRows[model] ?? maxOtherRows }, (_, index) => `${model}${index}`);

/** Generates values of a type. If `open` is true, enumerations also get unknown values. */
function valuesOf(type: ValueType, open = false): fc.Arbitrary<unknown> {
  switch (type.kind) {
    case 'nullable':
      return fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: valuesOf(type.of, open) });
    case 'string':
      return fc.constantFrom(...texts);
    case 'id':
      return fc.constantFrom(...idsOf(type.model));
    case 'int32':
      return fc.constantFrom(...numbers);
    case 'boolean':
      return fc.boolean();
    case 'timestamp':
      return fc.constantFrom(...timestamps);
    case 'day':
      return fc.constantFrom(...days);
    case 'enum':
      return fc.constantFrom(...type.values.slice(0, 4), ...(open ? ['new value'] : []));
    case 'json':
      return fc.constantFrom<unknown>(null, { a: 1, b: [1] }, { b: [1], a: 1 }, [], 'text');
    case 'list':
      return fc.array(valuesOf(type.of, open), { maxLength: 3 });
    case 'record':
      return fc.dictionary(fc.constantFrom('x', 'y'), valuesOf(type.of, open), { maxKeys: 2 });
    case 'object': {
      const parts = Object.fromEntries(
        [...Object.entries(type.required), ...Object.entries(type.optional)].map(([name, of]) => [
          name,
          valuesOf(of, open),
        ]),
      );
      return fc.record(parts, { requiredKeys: Object.keys(type.required) });
    }
  }
}

/**
 * Generates rows with a random value in every column. There is one exception: if the model has a single id column, this
 * column stays empty, and `randomReferenceRows` sets it later. If the id consists of several columns, two rows can get
 * the same id. `randomReferenceRows` then removes one of them.
 */
function rowsOf(model: string): fc.Arbitrary<ReferenceRow> {
  const { columns, key } = tableDefinitionOf(model);
  return fc.record(
    Object.fromEntries(
      columns.map((column) => {
        const type = fieldTypeOf(modelOf(model), column.name);
        if (type && key.length === 1 && key[0] === column.name) return [column.name, fc.constant('')];
        if (type) return [column.name, valuesOf(type, true)];
        const ids = fc.constantFrom(...idsOf(column.idsOfModel ?? ''), 'missing');
        return [
          column.name,
          Array.isArray(column.empty) ? fc.uniqueArray(ids, { maxLength: 3 }) : fc.option(ids, { freq: 2 }),
        ];
      }),
    ),
  ) as fc.Arbitrary<ReferenceRow>;
}

/**
 * Makes redundant columns consistent: a comment gets the card of its thread, and a reaction gets the thread of its
 * comment.
 */
function consistent(world: Record<string, ReferenceRow[]>): ReferenceRows {
  for (const entry of world.resolvableEntry ?? []) {
    const thread = world.resolvable?.find((row) => row.id === entry.resolvableId);
    Object.assign(entry, thread ? { cardId: thread.cardId } : { cardId: 'missing', resolvableId: 'missing' });
  }
  for (const reaction of world.resolvableEntryReaction ?? []) {
    const entry = world.resolvableEntry?.find((row) => row.entryId === reaction.entryId);
    Object.assign(
      reaction,
      entry ? { resolvableId: entry.resolvableId } : { entryId: 'missing', resolvableId: 'missing' },
    );
  }
  return world as ReferenceRows;
}

export const randomReferenceRows: fc.Arbitrary<ReferenceRows> = fc
  .record(
    Object.fromEntries(
      rowModelNames.map((model) => [
        model,
        fc.array(rowsOf(model), { maxLength: maxRows[model] ?? maxOtherRows, minLength: model === 'account' ? 1 : 0 }),
      ]),
    ),
  )
  .map((drawn) => {
    const world: Record<string, ReferenceRow[]> = {};
    for (const [model, rows] of Object.entries(drawn)) {
      const { key } = tableDefinitionOf(model);
      const met = new Set<string>();
      world[model] = rows
        .map((row, index) => (key.length === 1 ? { ...row, [key[0] as string]: `${model}${index}` } : { ...row }))
        .filter((row: ReferenceRow) => {
          const id = JSON.stringify(key.map((part) => row[part]));
          return !met.has(id) && met.add(id);
        });
    }
    return consistent(world);
  });

/** Generates conditions on a field, in every form that the field's type allows. */
function conditionOn(type: ValueType): fc.Arbitrary<unknown> {
  const inner = nonNullableTypeOf(type);
  const value = fc.oneof({ weight: 4, arbitrary: valuesOf(inner, true) }, { weight: 1, arbitrary: fc.constant(null) });
  const some = valuesOf(inner, true).filter((item) => item !== null);
  const list = fc.array(value, { maxLength: 3 });
  const withOp = (ops: readonly string[], of: fc.Arbitrary<unknown>) =>
    fc.record({ op: fc.constantFrom(...ops), value: of });
  const forms: fc.Arbitrary<unknown>[] = [withOp(['eq', 'neq'], value), withOp(['in', 'notIn', 'inOrNull'], list)];
  if (!isStructuredType(type)) forms.push(value, list);
  if (isOrderedType(type)) forms.push(withOp(['gt', 'gte', 'lt', 'lte'], some));
  if (inner.kind === 'string')
    forms.push(withOp(['contains'], fc.constantFrom('', 'A', 'ss', 'ß', 'ς', '%', '_', '100%', 'BETA')));
  if (inner.kind === 'list') {
    forms.push(withOp(['has'], valuesOf(inner.of, true)));
    forms.push(withOp(['overlaps'], fc.array(valuesOf(inner.of, true), { maxLength: 3 })));
  }
  if (type.searchable)
    forms.push(withOp(['search'], fc.constantFrom('alpha', 'al', 'beta al', 'beta alpha', '', '"', 'STRA', 'a OR b')));
  return fc.oneof(...forms);
}

/** Caches one generator per model and depth, because a generator for a whole model is large. */
function cachedByModel<T>(make: (model: string, depth: number) => T): (model: string, depth: number) => T {
  const known = new Map<string, T>();
  return (model, depth) => {
    const name = `${model} ${depth}`;
    const found = known.get(name);
    if (found !== undefined) return found;
    const made = make(model, depth);
    known.set(name, made);
    return made;
  };
}

const conditions = cachedByModel((model, depth): fc.Arbitrary<Record<string, unknown>> => {
  const { fields, relations } = modelOf(model);
  const parts: fc.WeightedArbitrary<Record<string, unknown>>[] = [];
  const fieldForms = Object.entries(fields).map(([name, type]) => conditionOn(type).map((form) => ({ [name]: form })));
  if (fieldForms.length > 0) parts.push({ weight: 3, arbitrary: fc.oneof(...fieldForms) });
  // Add conditions on id fields, because most queries of the app filter by id fields, and these filters use indexes.
  const owners = Object.entries(fields).filter(([, type]) => nonNullableTypeOf(type).kind === 'id');
  if (owners.length > 0)
    parts.push({
      weight: 2,
      arbitrary: fc.oneof(
        ...owners.map(([name, type]) => valuesOf(nonNullableTypeOf(type)).map((id) => ({ [name]: id }))),
      ),
    });
  if (depth > 0) {
    const group = fc.array(conditions(model, depth - 1), { maxLength: 3 });
    parts.push({ weight: 1, arbitrary: group.map((of) => ({ $or: of })) });
    parts.push({ weight: 1, arbitrary: group.map((of) => ({ $and: of })) });
    const related = Object.entries(relations).map(([name, relation]) =>
      fc
        .tuple(fc.boolean(), conditions(relation.model, depth - 1))
        .map(([negated, of]) => ({ [`${negated ? '!' : ''}${name}`]: of })),
    );
    if (related.length > 0) parts.push({ weight: 2, arbitrary: fc.oneof(...related) });
  }
  return fc.array(fc.oneof(...parts), { maxLength: 2 }).map((drawn) => Object.assign({}, ...drawn));
});

const orders = cachedByModel((model): fc.Arbitrary<unknown> => {
  const sortable = Object.entries(modelOf(model).fields)
    .filter(([, type]) => !isStructuredType(type))
    .map(([name]) => name);
  const name = fc.constantFrom(...sortable);
  const form = fc.record({ field: name, dir: fc.constantFrom('asc', 'desc') });
  const text = fc.tuple(fc.constantFrom('', '-'), name).map(([sign, field]) => `${sign}${field}`);
  return fc.oneof(text, form, fc.array(fc.oneof(text, form), { minLength: 1, maxLength: 3 }));
});

/**
 * Generates query objects. Half of the queries have an order, and three quarters of the ordered queries have `$first`
 * or `$limit`.
 */
const queries = cachedByModel((model, depth): fc.Arbitrary<Record<string, unknown>> => {
  const small = fc.integer({ min: 0, max: 3 });
  const limits = fc.oneof(
    fc.constant({}),
    fc.constant({ $first: true }),
    small.map(($limit) => ({ $limit })),
    fc.tuple(small, small).map(([$limit, $offset]) => ({ $limit, $offset })),
  );
  const ordered = fc.tuple(orders(model, 0), limits).map(([$order, limit]) => ({ $order, ...limit }));
  return fc
    .tuple(conditions(model, depth), fc.oneof(fc.constant({}), ordered))
    .map(([where, order]) => ({ ...where, ...order }));
});

const key = (name: string, query: Record<string, unknown> | null, spaces: number) =>
  query === null ? name : `${name}(${JSON.stringify(query, null, spaces)})`;

const selections = cachedByModel((model, depth): fc.Arbitrary<unknown> => {
  const { fields, relations, aliases = {} } = modelOf(model);
  const forms: fc.WeightedArbitrary<unknown>[] = [];
  const listed = [...Object.keys(fields), ...Object.keys(aliases)];
  if (listed.length > 0) forms.push({ weight: 4, arbitrary: fc.constantFrom(...listed) });
  const entries = Object.entries(relations);
  const plain = entries.filter(([, of]) => of.kind === 'one' || (of.kind === 'listed' && !of.queryable));
  if (plain.length > 0) forms.push({ weight: 1, arbitrary: fc.constantFrom(...plain.map(([name]) => name)) });
  const query = (name: string) => {
    const of = relations[name];
    if (!of || of.kind === 'one' || (of.kind === 'listed' && !of.queryable)) return fc.constant(null);
    return fc.option(queries(of.model, 2), { freq: 3 });
  };
  const spaces = fc.constantFrom(0, 0, 1);
  const lists = entries.filter(([, of]) => of.kind !== 'one');
  // Give extra weight to relations that are stored as a list of ids and accept a query. The contract has few of them,
  // so they would hardly occur otherwise.
  const linked = entries.filter(([, of]) => of.kind === 'listed' && of.queryable);
  const weighted = [...entries, ...linked, ...linked, ...linked];
  if (lists.length > 0)
    forms.push({
      weight: 2,
      arbitrary: fc.oneof(
        ...lists.map(([name]) =>
          fc
            .tuple(fc.constantFrom('count', 'exists'), query(name), spaces)
            .map(([kind, of, width]) => `${kind}:${key(name, of, width)}`),
        ),
      ),
    });
  if (depth > 0 && entries.length > 0)
    forms.push({
      weight: 5,
      arbitrary: fc.oneof(
        ...weighted.map(([name, of]) =>
          fc
            .tuple(query(name), spaces, fieldLists(of.model, depth - 1))
            .map(([where, width, list]) => ({ [key(name, where, width)]: list })),
        ),
      ),
    });
  if (forms.length === 0) return fc.constant('id');
  return fc.oneof(...forms);
});

const fieldLists = cachedByModel(
  (model, depth): fc.Arbitrary<unknown[]> => fc.array(selections(model, depth), { maxLength: 4 }),
);

/** Generates queries that start at a row by its id, in each notation that the query language has for ids. */
function rootById(model: string): fc.Arbitrary<Record<string, unknown[]>> {
  const { id, fields } = modelOf(model);
  const parts = fc.tuple(
    ...id.map((part) =>
      id.length === 1 ? fc.constantFrom(...idsOf(model), 'missing') : valuesOf(fields[part] as ValueType),
    ),
  );
  const forms = id.length === 1 ? ['raw', 'text', 'list'] : ['list'];
  return fc.tuple(parts, fc.constantFrom(...forms), fieldLists(model, 2)).map(([drawn, form, list]) => {
    const argument = form === 'raw' ? String(drawn[0]) : JSON.stringify(form === 'text' ? drawn[0] : drawn);
    return { [`${model}(${argument})`]: list };
  });
}

const fromRoot = fieldLists('_root', 4).map((list) => ({ _root: list }));
const fromAccount = fieldLists('account', 3).map((list) => ({ _root: [{ account: list }] }));
const byIds = fc
  .array(fc.oneof(...rowModelNames.map(rootById)), { minLength: 1, maxLength: 3 })
  .map((drawn) => Object.assign({}, ...drawn) as Record<string, unknown[]>);

export const randomQueries: fc.Arbitrary<Record<string, unknown[]>> = fc.oneof(
  { weight: 1, arbitrary: fromRoot },
  { weight: 4, arbitrary: fromAccount },
  { weight: 3, arbitrary: byIds },
);

export const generatedPersonIds = idsOf('user');
export const generatedProjectIds = idsOf('project');
