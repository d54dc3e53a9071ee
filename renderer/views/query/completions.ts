/** Computes the suggestions of the query editor at the cursor, from the contract and the loaded rows. */
import {
  aggregates,
  bare,
  describeType,
  fieldOf,
  isOrdinal,
  isStructured,
  type Model,
  modelNamed,
  modelNames,
  type Operator,
  operators,
  specialKeys,
  type Type,
} from '../../../shared/contract/index.ts';
import { type Cursor, cursorAt, type Frame } from './cursor.ts';
import { printText } from './print.ts';

export interface NamedRow {
  readonly id: string;
  readonly name: string;
  readonly detail?: string | undefined;
}

export interface QueryNames {
  /** The rows of a model that are suggested by name: decks, people, runs, milestones … */
  rows(model: string): readonly NamedRow[];
  tags(): readonly string[];
  /** The local calendar day, `YYYY-MM-DD`. */
  today(): string;
}

/** One suggestion of the editor. */
interface Offer {
  readonly label: string;
  /** The inserted text, the label by default; `|` marks the cursor position. */
  readonly insert?: string;
  readonly detail?: string;
  readonly kind: 'model' | 'field' | 'relation' | 'key' | 'operator' | 'value' | 'row';
  /** Among equally good matches, the highest rank is first; 0 by default. */
  readonly rank?: number;
}

export interface Offers {
  readonly from: number;
  readonly offers: readonly Offer[];
}

/**
 * The suggestions at offset `pos` of a query text, and the offset at which the word to replace begins; null for none.
 */
export function offersAt(text: string, pos: number, names: QueryNames): Offers | null {
  const cursor = cursorAt(text, pos);
  if (!cursor) return null;
  const offers = offersIn(cursor, names);
  // Inside quotes, the inserted text needs no quotes of its own.
  const fitting = cursor.quote
    ? offers.map((offer) => ({ ...offer, ...(offer.insert ? { insert: unquoted(offer.insert) } : {}) }))
    : offers;
  return fitting.length > 0 ? { from: cursor.from, offers: fitting } : null;
}

const unquoted = (insert: string): string => (/^"(?:[^"\\]|\\.)*"$/.test(insert) ? insert.slice(1, -1) : insert);

function offersIn({ frame, typed, operator }: Cursor, names: QueryNames): Offer[] {
  const model = 'model' in frame ? modelNamed(frame.model) : undefined;
  switch (frame.role) {
    case 'root':
      return frame.afterColon ? [opening('[|]', 'Fields')] : rootOffers();
    case 'fields':
      if (frame.afterColon) return [opening('[|]', 'Fields')];
      return model ? fieldListOffers(model, typed, frame.taken) : [];
    case 'entries':
      if (frame.afterColon) return [opening('[|]', 'Fields')];
      return model ? relationOffers(model, frame.taken) : [];
    case 'query':
      return model ? queryOffers(frame, model, names) : [];
    case 'queries':
      return [opening('{ | }', 'Conditions')];
    case 'argument':
      return [opening('{ | }', 'Conditions, order and limit')];
    case 'condition':
      return conditionOffers(frame, operator, names);
    case 'values':
      return valueOffers(elementOf(frame.type), names);
    case 'order':
      return model ? orderOffers(model, true) : [];
    case 'orderTerm':
      if (!frame.afterColon) return ['field', 'dir'].filter((name) => !frame.taken.has(name)).map(keyOffer);
      return frame.key === 'dir' ? ['asc', 'desc'].map(plainOffer) : model ? orderOffers(model, false) : [];
    case 'id':
      return rowOffers(frame.model, names);
    case 'unknown':
      return [];
  }
}

const opening = (insert: string, detail: string): Offer => ({
  label: insert.replace('|', '').replaceAll('  ', ' '),
  insert,
  detail,
  kind: 'key',
});
const plainOffer = (name: string): Offer => ({ label: name, kind: 'value' });
const keyOffer = (name: string): Offer => ({ label: name, insert: `${name}: |`, kind: 'key' });

function rootOffers(): Offer[] {
  return modelNames.map((name) =>
    name === '_root'
      ? { label: name, insert: `${name}: [|]`, detail: 'Start of every query', kind: 'model', rank: 1 }
      : { label: name, insert: `${name}(|): []`, detail: 'One row by its id', kind: 'model' },
  );
}

const isPreview = (part: { readonly preview?: true }) => (part.preview ? ' · preview' : '');

function fieldListOffers(model: Model, typed: string, taken: ReadonlySet<string>): Offer[] {
  const [prefix, rest] = typed.split(/:(.*)/s);
  const lists = Object.entries(model.relations).filter(([, relation]) => relation.kind !== 'one');
  if (rest !== undefined)
    return aggregates
      .filter((aggregate) => aggregate === prefix)
      .flatMap((aggregate) => lists.map(([name]) => ({ label: `${aggregate}:${name}`, kind: 'key' as const })));
  return [
    ...Object.entries(model.fields)
      .filter(([name]) => !taken.has(name))
      .map(([name, type]) => ({ ...fieldOffer(name, type), rank: 1 })),
    ...relationOffers(model, new Set()),
    ...aggregates.flatMap((aggregate) =>
      lists.map(([name]) => ({
        label: `${aggregate}:${name}`,
        detail: aggregate === 'count' ? 'how many' : 'whether there are any',
        kind: 'key' as const,
        rank: -1,
      })),
    ),
  ];
}

const fieldOffer = (name: string, type: Type): Offer => ({
  label: name,
  detail: `${shortDescription(type)}${isPreview(type)}`,
  kind: 'field',
});

/** A short description of a type, without the values of long enumerations. */
function shortDescription(type: Type): string {
  const words = describeType(type);
  return words.length > 28 ? `${bare(type).kind === 'enum' ? 'one of several' : bare(type).kind}` : words;
}

function relationOffers(model: Model, taken: ReadonlySet<string>): Offer[] {
  return Object.entries(model.relations)
    .filter(([name]) => !taken.has(name))
    .map(([name, relation]) => ({
      label: name,
      insert: `${name}: [|]`,
      detail: `${relation.kind === 'one' ? '→ ' : '⇉ '}${relation.model}${isPreview(relation)}`,
      kind: 'relation',
    }));
}

function queryOffers(frame: Extract<Frame, { role: 'query' }>, model: Model, names: QueryNames): Offer[] {
  const { key, afterColon, outer, taken } = frame;
  if (!afterColon)
    return [
      ...Object.entries(model.fields)
        .filter(([name]) => !taken.has(name))
        .map(([name, type]): Offer => ({ ...fieldOffer(name, type), insert: `${name}: |`, rank: 1 })),
      ...Object.entries(model.relations).flatMap(([name, { model: target }]): Offer[] => [
        { label: name, insert: `${name}: { | }`, detail: `has ${target}`, kind: 'relation' },
        { label: `!${name}`, insert: `!${name}: { | }`, detail: `has no ${target}`, kind: 'relation', rank: -1 },
      ]),
      ...specialKeys
        .filter((name) => (outer || name === '$or' || name === '$and') && !taken.has(name))
        .map(
          (name): Offer => ({ label: name, insert: name === '$first' ? '$first: true' : `${name}: |`, kind: 'key' }),
        ),
    ];
  switch (key) {
    case '$or':
    case '$and':
      return [opening('[{ | }]', 'Several conditions')];
    case '$order':
      return orderOffers(model, true);
    case '$first':
      return [plainOffer('true')];
    case '$limit':
      return ['20', '50', '200'].map(plainOffer);
    default: {
      const type = key ? fieldOf(model, key) : undefined;
      if (!type) return key?.startsWith('$') ? [] : [opening('{ | }', 'Conditions')];
      const direct = bare(type).kind === 'list' ? [] : valueOffers(type, names);
      return [...direct, ...operatorsFor(type).map((op) => operatorForm(op))];
    }
  }
}

const operatorForm = (op: Operator): Offer => ({
  label: `{ op: ${op}, value: … }`,
  insert: isListOperator(op) ? `{ op: ${op}, value: [|] }` : `{ op: ${op}, value: | }`,
  detail: operatorMeanings[op],
  kind: 'operator',
  rank: -2,
});

const isListOperator = (op: string) => ['in', 'notIn', 'inOrNull', 'overlaps'].includes(op);

const operatorMeanings: Record<Operator, string> = {
  eq: 'equal',
  neq: 'not equal',
  in: 'one of',
  notIn: 'none of',
  inOrNull: 'one of, or none',
  gt: 'after, more',
  gte: 'from',
  lt: 'before, less',
  lte: 'up to',
  contains: 'holds the text',
  has: 'the list holds',
  overlaps: 'the list holds any of',
  search: 'all words occur',
};

/** Operators that the contract allows for a type. */
export function operatorsFor(type: Type): Operator[] {
  return operators.filter((op) => {
    if (['gt', 'gte', 'lt', 'lte'].includes(op)) return isOrdinal(type);
    if (op === 'contains') return bare(type).kind === 'string';
    if (op === 'has' || op === 'overlaps') return bare(type).kind === 'list';
    return op === 'search' ? !!type.searchable : true;
  });
}

function conditionOffers(
  { type, key, afterColon, taken }: Extract<Frame, { role: 'condition' }>,
  operator: string | null,
  names: QueryNames,
): Offer[] {
  if (!afterColon) return ['op', 'value'].filter((name) => !taken.has(name)).map(keyOffer);
  if (key === 'op')
    return operatorsFor(type).map((op) => ({ label: op, detail: operatorMeanings[op], kind: 'operator' as const }));
  if (key !== 'value') return [];
  if (operator && isListOperator(operator)) return [opening('[|]', 'Several values')];
  return operator === 'has' ? valueOffers(elementOf(type), names) : valueOffers(type, names);
}

const elementOf = (type: Type): Type => {
  const inner = bare(type);
  return inner.kind === 'list' ? inner.of : type;
};

function valueOffers(type: Type, names: QueryNames): Offer[] {
  const none: Offer[] = type.kind === 'nullable' ? [{ label: 'null', detail: 'none', kind: 'value', rank: -1 }] : [];
  const inner = bare(type);
  switch (inner.kind) {
    case 'enum':
      return [
        ...inner.values.map((value): Offer => ({ label: value, insert: printText(value), kind: 'value' })),
        ...none,
      ];
    case 'boolean':
      return [plainOffer('true'), plainOffer('false'), ...none];
    case 'id':
      return [...rowOffers(inner.model, names), ...none];
    case 'day':
      return [...dayOffers(names.today()), ...none];
    case 'timestamp':
      return [
        ...dayOffers(names.today()).map((offer) => ({
          ...offer,
          insert: `"${offer.insert ?? offer.label}T00:00:00.000Z"`,
        })),
        ...none,
      ];
    case 'string':
      return [
        ...names
          .tags()
          .map((tag): Offer => ({ label: tag, insert: printText(tag), detail: 'tag', kind: 'value', rank: -1 })),
        ...none,
      ];
    default:
      return none;
  }
}

const dayMilliseconds = 86_400_000;
function dayOffers(today: string): Offer[] {
  const start = Date.parse(`${today}T00:00:00Z`);
  const nearDays: readonly [string, number][] = [
    ['today', 0],
    ['tomorrow', 1],
    ['in a week', 7],
    ['a week ago', -7],
    ['a month ago', -30],
  ];
  return nearDays.map(([label, days]) => {
    const day = new Date(start + days * dayMilliseconds).toISOString().slice(0, 10);
    return { label, insert: day, detail: day, kind: 'value' as const };
  });
}

const rowOffers = (model: string, names: QueryNames): Offer[] =>
  names.rows(model).map(({ id, name, detail }) => ({
    label: name,
    // Ids are always quoted, to distinguish them from names.
    insert: JSON.stringify(id),
    detail: detail ?? id,
    kind: 'row' as const,
  }));

function orderOffers(model: Model, withDirection: boolean): Offer[] {
  const fields = Object.keys(model.fields).filter((name) => !isStructured(fieldOf(model, name) as Type));
  return fields.flatMap((name): Offer[] => [
    { label: name, detail: 'rising', kind: 'field', rank: 1 },
    ...(withDirection ? [{ label: `-${name}`, detail: 'falling', kind: 'field' as const }] : []),
  ]);
}
