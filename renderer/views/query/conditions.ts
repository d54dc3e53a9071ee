/**
 * The conditions of a query's cards, in the words of filters. The text stays the only source: a changed condition
 * replaces the conditions in the text, and leaves the rest of it as it was typed.
 */
import { derivedStatuses } from '../../../shared/contract/values.ts';
import { cardPropertyLabel, type FieldKey, fieldOfProperty } from '../../model/card-fields/definitions.ts';
import { enumLabel } from '../../model/enum-label.ts';
import type { ConditionOperator } from '../../model/filters.ts';
import { statusGroupAndLabel } from '../../ui/icons/status.ts';
import { formatQuery } from './format-query.ts';
import { parseQueryText, type SyntaxNode, syntaxTreeToData, type TextRange } from './syntax.ts';

export interface QueryCondition {
  /** Of the model `card`. */
  readonly property: string;
  readonly operator: ConditionOperator;
  /** Numbers as texts, statuses as groups; null is "no value". */
  readonly values: readonly (string | null)[];
  /** In product words, for a condition that only the text can express; else absent. */
  readonly text?: string;
}

/** In the order of the list of filters. The value is the property of a card in a query. */
export const conditionProperties = {
  status: 'derivedStatus',
  owner: 'assigneeId',
  priority: 'priority',
  effort: 'effort',
  deck: 'deckId',
  run: 'sprintId',
  milestone: 'milestoneId',
  tag: 'masterTags',
} as const satisfies Partial<Record<FieldKey, string>>;
export type ConditionField = keyof typeof conditionProperties;

export const fieldOfCondition = (property: string): ConditionField | undefined =>
  (Object.keys(conditionProperties) as ConditionField[]).find((field) => conditionProperties[field] === property);

/** What a new query of cards asks for. */
const newQuery = '_root: [account: [cards({ visibility: default, $order: -lastUpdatedAt, $limit: 200 }): [\n';
const newFields = '  title, derivedStatus, assignee: [name, fullName], deck: [title], priority, dueDate\n]]]';

type Where = Readonly<Record<string, unknown>>;

/** The first list of cards in the text; null if it has none, or if its conditions are not readable. */
function cardListIn(text: string): (TextRange & { readonly where: Where }) | null {
  const { tree, problems } = parseQueryText(text);
  if (problems.length > 0) return null;
  const waiting: SyntaxNode[] = [tree];
  for (let node = waiting.shift(); node; node = waiting.shift()) {
    if (node.kind === 'list') waiting.unshift(...node.items);
    if (node.kind !== 'object') continue;
    for (const { key, value } of node.entries) {
      const where = key.argument === null ? {} : syntaxTreeToData(key.argument);
      if (key.name === 'cards' && typeof where === 'object' && !Array.isArray(where))
        return { from: key.from, to: key.to, where: where as Where };
      if (value) waiting.push(value);
    }
  }
  return null;
}

const operatorWords: Readonly<Record<string, string>> = {
  neq: 'is not',
  notIn: 'none of',
  in: 'any of',
  inOrNull: 'any of, or none:',
  gt: 'after',
  gte: 'from',
  lt: 'before',
  lte: 'until',
  has: 'has',
  overlaps: 'any of',
};

const isOperand = (value: unknown): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

function conditionOf(property: string, given: unknown): QueryCondition {
  const { op = 'eq', value = given } = (
    typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {}
  ) as { op?: string; value?: unknown };
  const isOut = op === 'neq' || op === 'notIn';
  const list = Array.isArray(value) ? value : [value];
  const texts = list.map((item) => (isOperand(item) ? (item === null ? null : String(item)) : JSON.stringify(item)));
  const base = { property, operator: isOut ? 'out' : 'in' } as const;
  const values = property === 'derivedStatus' ? statusGroupsOf(texts) : texts;
  const isKnown =
    fieldOfCondition(property) !== undefined &&
    list.every(isOperand) &&
    (property === 'masterTags' ? ['has', 'overlaps'] : ['eq', 'neq', 'in', 'notIn']).includes(op);
  if (isKnown && values) return { ...base, values };
  const words = texts.map((text) => (text === null ? 'nothing' : enumLabel(text))).join(', ');
  const label = cardPropertyLabel(property) ?? enumLabel(property);
  return { ...base, values: texts, text: [label, operatorWords[op] ?? (op === 'eq' ? 'is' : op), words].join(' ') };
}

const statusesOf = (group: string): string[] =>
  derivedStatuses.filter((status) => statusGroupAndLabel(status).group === group);

/** Null if the statuses are not whole groups, which only the text can express. */
function statusGroupsOf(statuses: readonly (string | null)[]): string[] | null {
  const groups = [...new Set(statuses.map((status) => statusGroupAndLabel(status).group))];
  return groups.flatMap(statusesOf).length === new Set(statuses).size ? groups : null;
}

/** Null if the text is not readable as a query of cards. Leaves out the order, limits and the default visibility. */
export function conditionsOfQuery(text: string): QueryCondition[] | null {
  const cards = cardListIn(text);
  return cards && conditionsOfWhere(cards.where);
}

const conditionsOfWhere = (where: Where): QueryCondition[] =>
  Object.entries(where)
    .filter(([key, value]) => !key.startsWith('$') && !(key === 'visibility' && value === 'default'))
    .map(([property, given]) => conditionOf(property, given));

/** Of the JSON in the parentheses of a key. */
export const conditionsOfArgument = (argument: string): QueryCondition[] =>
  conditionsOfWhere(JSON.parse(argument) as Where);

/** The inverse of `conditionOf`, for conditions without `text`. */
function whereValueOf({ property, operator, values }: QueryCondition): unknown {
  const operands = values
    .flatMap((value) => (property === 'derivedStatus' && value !== null ? statusesOf(value) : [value]))
    .map((value) => (property === 'effort' && value !== null ? Number(value) : value));
  const [only = null] = operands;
  const isOne = operands.length === 1;
  if (property === 'masterTags') return isOne ? { op: 'has', value: only } : { op: 'overlaps', value: operands };
  if (operator === 'out') return isOne ? { op: 'neq', value: only } : { op: 'notIn', value: operands };
  return isOne ? only : { op: 'in', value: operands };
}

/** No values remove the condition. An empty text becomes a query of cards; a text without a list of cards stays. */
export function queryWithCondition(text: string, condition: QueryCondition): string {
  const start = text.trim() === '' ? newQuery + newFields : text;
  const cards = cardListIn(start);
  if (!cards) return text;
  const { [condition.property]: _before, ...others } = cards.where;
  const changed = condition.values.length > 0 ? { [condition.property]: whereValueOf(condition), ...others } : others;
  const where = Object.fromEntries(
    // An existing condition keeps its position.
    Object.keys(cards.where).includes(condition.property)
      ? Object.keys(cards.where).flatMap((key) => (key in changed ? [[key, changed[key]]] : []))
      : Object.entries(changed),
  );
  const key = `cards(${JSON.stringify(where)})`;
  const name = Object.keys(where).length === 0 ? 'cards' : formatQuery({ [key]: [] }).slice(0, -': []'.length);
  return start.slice(0, cards.from) + name + start.slice(cards.to);
}

/** The operator of the field's conditions can be `out`, too. */
export const isInvertibleCondition = (property: string): boolean => property !== 'masterTags';

export const labelOfConditionField = (property: string): string => {
  const field = fieldOfProperty(property);
  return cardPropertyLabel(property) ?? (property === 'derivedStatus' ? 'Status' : (field ?? enumLabel(property)));
};
