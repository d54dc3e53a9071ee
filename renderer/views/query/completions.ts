/** Suggestions of the query editor, from the contract and the loaded rows. */
import {
  describeType,
  fieldTypeOf,
  isOrderedType,
  isStructuredType,
  type Model,
  modelByName,
  modelNames,
  nonNullableTypeOf,
  type QueryOperator,
  queryAggregates,
  queryOperators,
  specialQueryKeys,
  type ValueType,
} from '../../../shared/contract/index.ts';
import { addDays } from '../../../shared/domain/calendar.ts';
import { type BracketsAroundCursor, type QuerySyntaxAtCursor, querySyntaxAt } from './cursor.ts';
import { formatStringValue } from './format-query.ts';

/** Suggested by its name; inserts its id. */
export interface SuggestedRow {
  readonly id: string;
  readonly name: string;
  readonly detail?: string | undefined;
}

export interface QuerySuggestionData {
  /** Suggested by name: decks, people, runs, milestones … */
  rows(model: string): readonly SuggestedRow[];
  tags(): readonly string[];
  /** On this computer, `YYYY-MM-DD`. */
  today(): string;
}

interface Suggestion {
  readonly label: string;
  /** The label by default; `|` marks the cursor position. */
  readonly insert?: string;
  readonly detail?: string;
  readonly kind: 'model' | 'field' | 'relation' | 'key' | 'operator' | 'value' | 'row';
  /** The highest is first among equally good matches; 0 by default. */
  readonly rank?: number;
}

interface SuggestionsAtCursor {
  /** Start of the word that a suggestion replaces. */
  readonly from: number;
  readonly suggestions: readonly Suggestion[];
}

/** Null if there are no suggestions at the offset `pos`. */
export function querySuggestionsAt(text: string, pos: number, names: QuerySuggestionData): SuggestionsAtCursor | null {
  const cursor = querySyntaxAt(text, pos);
  if (!cursor) return null;
  const found = suggestionsIn(cursor, names);
  if (found.length === 0) return null;
  // Inside quotes, the inserted text must not contain further quotes.
  const withoutQuotes = (suggestion: Suggestion) =>
    suggestion.insert ? { ...suggestion, insert: unquoted(suggestion.insert) } : suggestion;
  return { from: cursor.from, suggestions: cursor.quote ? found.map(withoutQuotes) : found };
}

const unquoted = (insert: string): string => (/^"(?:[^"\\]|\\.)*"$/.test(insert) ? insert.slice(1, -1) : insert);

function suggestionsIn({ frame, typed }: QuerySyntaxAtCursor, names: QuerySuggestionData): Suggestion[] {
  const model = 'model' in frame ? modelByName(frame.model) : undefined;
  switch (frame.role) {
    case 'root':
      return frame.afterColon ? [opening('[|]', 'Fields')] : rootSuggestions();
    case 'fields':
      if (frame.afterColon) return [opening('[|]', 'Fields')];
      return model ? fieldListSuggestions(model, typed, frame.taken) : [];
    case 'entries':
      if (frame.afterColon) return [opening('[|]', 'Fields')];
      return model ? relationSuggestions(model, frame.taken) : [];
    case 'query':
      return model ? querySuggestions(frame, model, names) : [];
    case 'queries':
      return [opening('{ | }', 'Conditions')];
    case 'argument':
      return [opening('{ | }', 'Conditions, order and limit')];
    case 'condition':
      return conditionSuggestions(frame, names);
    case 'values':
      return valueSuggestions(elementOf(frame.type), names);
    case 'order':
      return model ? orderSuggestions(model, true) : [];
    case 'orderTerm':
      if (!frame.afterColon) return ['field', 'dir'].filter((name) => !frame.taken.has(name)).map(keySuggestion);
      return frame.key === 'dir' ? ['asc', 'desc'].map(plainSuggestion) : model ? orderSuggestions(model, false) : [];
    case 'id':
      return rowSuggestions(frame.model, names);
    case 'unknown':
      return [];
  }
}

const opening = (insert: string, detail: string): Suggestion => ({
  label: insert.replace('|', '').replaceAll('  ', ' '),
  insert,
  detail,
  kind: 'key',
});
const plainSuggestion = (name: string): Suggestion => ({ label: name, kind: 'value' });
const keySuggestion = (name: string): Suggestion => ({ label: name, insert: `${name}: |`, kind: 'key' });

function rootSuggestions(): Suggestion[] {
  return modelNames.map((name) =>
    name === '_root'
      ? { label: name, insert: `${name}: [|]`, detail: 'Start of every query', kind: 'model', rank: 1 }
      : { label: name, insert: `${name}(|): []`, detail: 'One row by its id', kind: 'model' },
  );
}

const previewNote = (part: { readonly preview?: true }) => (part.preview ? ' · preview' : '');

function fieldListSuggestions(model: Model, typed: string, taken: ReadonlySet<string>): Suggestion[] {
  const [prefix, rest] = typed.split(/:(.*)/s);
  const lists = Object.entries(model.relations).filter(([, relation]) => relation.kind !== 'one');
  if (rest !== undefined)
    return queryAggregates
      .filter((aggregate) => aggregate === prefix)
      .flatMap((aggregate) => lists.map(([name]) => ({ label: `${aggregate}:${name}`, kind: 'key' as const })));
  return [
    ...fieldSuggestions(model, taken),
    ...relationSuggestions(model, new Set()),
    ...queryAggregates.flatMap((aggregate) =>
      lists.map(([name]) => ({
        label: `${aggregate}:${name}`,
        detail: aggregate === 'count' ? 'how many' : 'whether there are any',
        kind: 'key' as const,
        rank: -1,
      })),
    ),
  ];
}

function fieldSuggestions(model: Model, taken: ReadonlySet<string>): Suggestion[] {
  return Object.entries(model.fields)
    .filter(([name]) => !taken.has(name))
    .map(([name, type]) => ({
      label: name,
      detail: `${shortDescription(type)}${previewNote(type)}`,
      kind: 'field',
      rank: 1,
    }));
}

/** If too long, "one of several" for an enumeration, and the kind of the type for other types. */
function shortDescription(type: ValueType): string {
  const words = describeType(type);
  if (words.length <= 28) return words;
  const { kind } = nonNullableTypeOf(type);
  return kind === 'enum' ? 'one of several' : kind;
}

function relationSuggestions(model: Model, taken: ReadonlySet<string>): Suggestion[] {
  return Object.entries(model.relations)
    .filter(([name]) => !taken.has(name))
    .map(([name, relation]) => ({
      label: name,
      insert: `${name}: [|]`,
      detail: `${relation.kind === 'one' ? '→ ' : '⇉ '}${relation.model}${previewNote(relation)}`,
      kind: 'relation',
    }));
}

function querySuggestions(
  frame: Extract<BracketsAroundCursor, { role: 'query' }>,
  model: Model,
  names: QuerySuggestionData,
): Suggestion[] {
  const { key, afterColon, outer, taken } = frame;
  if (!afterColon)
    return [
      ...fieldSuggestions(model, taken).map((field) => ({ ...field, insert: `${field.label}: |` })),
      ...Object.entries(model.relations).flatMap(([name, { model: target }]): Suggestion[] => [
        { label: name, insert: `${name}: { | }`, detail: `has ${target}`, kind: 'relation' },
        { label: `!${name}`, insert: `!${name}: { | }`, detail: `has no ${target}`, kind: 'relation', rank: -1 },
      ]),
      ...specialQueryKeys
        .filter((name) => (outer || name === '$or' || name === '$and') && !taken.has(name))
        .map((name) => (name === '$first' ? { ...keySuggestion(name), insert: '$first: true' } : keySuggestion(name))),
    ];
  switch (key) {
    case '$or':
    case '$and':
      return [opening('[{ | }]', 'Several conditions')];
    case '$order':
      return orderSuggestions(model, true);
    case '$first':
      return [plainSuggestion('true')];
    case '$limit':
      return ['20', '50', '200'].map(plainSuggestion);
    default: {
      const type = key ? fieldTypeOf(model, key) : undefined;
      if (!type) return key?.startsWith('$') ? [] : [opening('{ | }', 'Conditions')];
      const direct = nonNullableTypeOf(type).kind === 'list' ? [] : valueSuggestions(type, names);
      return [...direct, ...queryOperatorsOfType(type).map((op) => operatorForm(op))];
    }
  }
}

const operatorForm = (op: QueryOperator): Suggestion => ({
  label: `{ op: ${op}, value: … }`,
  insert: isListOperator(op) ? `{ op: ${op}, value: [|] }` : `{ op: ${op}, value: | }`,
  detail: operatorMeanings[op],
  kind: 'operator',
  rank: -2,
});

const isListOperator = (op: string) => ['in', 'notIn', 'inOrNull', 'overlaps'].includes(op);

const operatorMeanings: Record<QueryOperator, string> = {
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

/** As the contract allows. */
export function queryOperatorsOfType(type: ValueType): QueryOperator[] {
  return queryOperators.filter((op) => {
    if (['gt', 'gte', 'lt', 'lte'].includes(op)) return isOrderedType(type);
    if (op === 'contains') return nonNullableTypeOf(type).kind === 'string';
    if (op === 'has' || op === 'overlaps') return nonNullableTypeOf(type).kind === 'list';
    return op === 'search' ? !!type.searchable : true;
  });
}

function conditionSuggestions(
  { type, key, afterColon, taken, operator }: Extract<BracketsAroundCursor, { role: 'condition' }>,
  names: QuerySuggestionData,
): Suggestion[] {
  if (!afterColon) return ['op', 'value'].filter((name) => !taken.has(name)).map(keySuggestion);
  if (key === 'op')
    return queryOperatorsOfType(type).map((op) => ({
      label: op,
      detail: operatorMeanings[op],
      kind: 'operator' as const,
    }));
  if (key !== 'value') return [];
  if (operator && isListOperator(operator)) return [opening('[|]', 'Several values')];
  return valueSuggestions(operator === 'has' ? elementOf(type) : type, names);
}

const elementOf = (type: ValueType): ValueType => {
  const inner = nonNullableTypeOf(type);
  return inner.kind === 'list' ? inner.of : type;
};

function valueSuggestions(type: ValueType, names: QuerySuggestionData): Suggestion[] {
  const values = valuesOtherThanNull(nonNullableTypeOf(type), names);
  return type.kind === 'nullable' ? [...values, { label: 'null', detail: 'none', kind: 'value', rank: -1 }] : values;
}

function valuesOtherThanNull(type: ValueType, names: QuerySuggestionData): Suggestion[] {
  switch (type.kind) {
    case 'enum':
      return type.values.map((value) => ({ ...plainSuggestion(value), insert: formatStringValue(value) }));
    case 'boolean':
      return ['true', 'false'].map(plainSuggestion);
    case 'id':
      return rowSuggestions(type.model, names);
    case 'day':
      return daySuggestions(names.today());
    case 'timestamp':
      return daySuggestions(names.today()).map((day) => ({ ...day, insert: `"${day.insert}T00:00:00.000Z"` }));
    case 'string':
      return names
        .tags()
        .map((tag) => ({ ...plainSuggestion(tag), insert: formatStringValue(tag), detail: 'tag', rank: -1 }));
    default:
      return [];
  }
}

function daySuggestions(today: string) {
  const nearDays: readonly [string, number][] = [
    ['today', 0],
    ['tomorrow', 1],
    ['in a week', 7],
    ['a week ago', -7],
    ['a month ago', -30],
  ];
  return nearDays.map(([label, days]) => {
    const day = addDays(today, days);
    return { label, insert: day, detail: day, kind: 'value' as const };
  });
}

const rowSuggestions = (model: string, names: QuerySuggestionData): Suggestion[] =>
  names.rows(model).map(({ id, name, detail }) => ({
    label: name,
    // Quotes distinguish ids from names.
    insert: JSON.stringify(id),
    detail: detail ?? id,
    kind: 'row' as const,
  }));

function orderSuggestions(model: Model, withDirection: boolean): Suggestion[] {
  const fields = Object.keys(model.fields).filter((name) => !isStructuredType(fieldTypeOf(model, name) as ValueType));
  return fields.flatMap((name): Suggestion[] => [
    { label: name, detail: 'rising', kind: 'field', rank: 1 },
    ...(withDirection ? [{ label: `-${name}`, detail: 'falling', kind: 'field' as const }] : []),
  ]);
}
