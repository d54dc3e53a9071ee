/** Turns the answer to a query into tables, one per node. A node is a part of the query that selects rows. */
import {
  type AnswerRow,
  fieldTypeOf,
  type Model,
  modelByName,
  type Query,
  type QueryAnswer,
  queryAggregates,
  relationByName,
  rowKey,
  type ValueType,
} from '../../../shared/contract/index.ts';
import { boolean, int32 } from '../../../shared/contract/type.ts';
import { cardPropertyLabel } from '../../model/card-fields/definitions.ts';
import { enumLabel } from '../../model/enum-label.ts';
import { conditionsOfArgument, labelOfConditionField } from './conditions.ts';

export interface ResultColumn {
  /** Unique within the table, such as `assignee.kind`. Column widths are stored under this key. */
  readonly key: string;
  /** In the interface's words. */
  readonly label: string;
  /** In product words. */
  readonly words: string;
  /** From the row to the value: relations to single rows, then a field, relation or aggregate. */
  readonly path: readonly Step[];
  readonly type: ValueType;
}
interface Step {
  readonly key: string;
  /** Of the related row to which `key` leads; null in the last step of a path. */
  readonly model: string | null;
}

/** Selects rows of one model. */
export interface ResultNode {
  /** Path in the query, such as `_root/account/cards({…})`. */
  readonly key: string;
  /** Such as `account › cards`. */
  readonly label: string;
  /** In product words, without the account: `Cards › Threads`. */
  readonly words: string;
  readonly model: string;
  /** The node can have several rows. */
  readonly isList: boolean;
  readonly columns: readonly ResultColumn[];
  /** Keys of the root rows in the answer, where the path to this node's rows starts. */
  readonly roots: readonly string[];
  /** From the root rows to this node's rows. */
  readonly links: readonly { readonly key: string; readonly model: string }[];
}

/** The nested field list is null if the key has none. */
type Selection = readonly [key: string, list: unknown];
const selectionsOf = (list: unknown): readonly Selection[] =>
  Array.isArray(list)
    ? list.flatMap((item): Selection[] => (typeof item === 'string' ? [[item, null]] : Object.entries(item as object)))
    : [];
const nameIn = (key: string): string => key.split('(', 1)[0] ?? key;

/** From the query's key to the key in the answer: `card("c1")` → `c1`. */
function rootKey(modelName: string, key: string): string {
  const argument = key.slice(key.indexOf('(') + 1, -1);
  let id: unknown = argument;
  try {
    id = JSON.parse(argument);
  } catch {
    // An id without quotes is not JSON.
  }
  const parts = Array.isArray(id) ? id : [typeof id === 'string' ? id : argument];
  const model = modelByName(modelName) as Model;
  return rowKey(model, Object.fromEntries(model.id.map((name, index) => [name, parts[index]])));
}

/** In the order of a valid query. */
export function resultNodesOfQuery(query: Query): ResultNode[] {
  const nodes: ResultNode[] = [];
  const rootLists = new Map<string, { keys: string[]; selections: Selection[] }>();
  for (const [key, list] of Object.entries(query)) {
    const model = nameIn(key);
    const known = rootLists.get(model) ?? { keys: [], selections: [] };
    known.keys.push(model === '_root' ? '' : rootKey(model, key));
    known.selections.push(...selectionsOf(list));
    rootLists.set(model, known);
  }
  for (const [model, { keys, selections }] of rootLists) {
    const label = model === '_root' ? '' : model;
    const start = { roots: keys, links: [], model, key: model, label, words: label && productWords(label) };
    if (model !== '_root') nodes.push({ ...start, isList: keys.length > 1, columns: columnsOf(model, selections) });
    collectNodes(start, selections, nodes);
  }
  return nodes;
}

type NodePath = Pick<ResultNode, 'roots' | 'links' | 'model' | 'key' | 'label' | 'words'>;

function collectNodes(from: NodePath, selections: readonly Selection[], nodes: ResultNode[]): void {
  const model = modelByName(from.model);
  if (!model) return;
  for (const [key, list] of selections) {
    const name = nameIn(key);
    const relation = relationByName(model, name);
    if (!relation || list === null) continue;
    const label = from.label ? `${from.label} › ${name}` : name;
    const alike = nodes.filter((node) => node.label === label || node.label.startsWith(`${label} (`)).length;
    const next: NodePath = {
      roots: from.roots,
      links: [...from.links, { key, model: relation.model }],
      model: relation.model,
      key: `${from.key}/${key}`,
      label: alike > 0 ? `${label} (${alike + 1})` : label,
      words: [from.words, name === 'account' ? '' : productWords(name)].filter(Boolean).join(' › '),
    };
    const nested = selectionsOf(list);
    nodes.push({ ...next, isList: relation.kind !== 'one', columns: columnsOf(relation.model, nested) });
    collectNodes(next, nested, nodes);
  }
}

/** Selected fields of a related single row also become columns. */
function columnsOf(
  modelName: string,
  selections: readonly Selection[],
  before: readonly Step[] = [],
  prefix = '',
  prefixWords = '',
): ResultColumn[] {
  const model = modelByName(modelName);
  if (!model) return [];
  const columns = new Map<string, ResultColumn>();
  for (const [key, list] of selections) {
    const name = nameIn(key);
    const field = fieldTypeOf(model, key);
    const relation = relationByName(model, name);
    const aggregate = queryAggregates.find((kind) => key.startsWith(`${kind}:`));
    const add = (label: string, type: ValueType, fieldWords = productWords(name)) => {
      const path = [...before, { key, model: null }];
      const fullKey = `${prefix}${key}`;
      const words = `${prefixWords}${fieldWords}`;
      if (!columns.has(fullKey)) columns.set(fullKey, { key: fullKey, label, words, type, path });
    };
    if (aggregate) {
      const counted = name.slice(aggregate.length + 1);
      const words = productWords(counted);
      if (aggregate === 'count') add(`count ${counted}`, int32, words);
      else add(`${aggregate} ${counted}`, boolean, `Has ${words.toLowerCase()}`);
    } else if (relation) add(`${prefix}${name}`, idType(relation.model, relation.kind !== 'one'));
    else if (field) add(`${prefix}${key}`, field);
    if (relation?.kind !== 'one' || list === null) continue;
    const steps = [...before, { key, model: relation.model }];
    // The column of the relation already shows the related row's name, such as its title.
    const nested = columnsOf(
      relation.model,
      selectionsOf(list),
      steps,
      `${prefix}${name}.`,
      `${prefixWords}${productWords(name)} › `,
    );
    for (const column of nested) if (!namingFields.has(column.path.at(-1)?.key ?? '')) columns.set(column.key, column);
  }
  if (columns.size > 0 || prefix) return withUniqueLabels([...columns.values()]);
  return model.id.map((name) => ({
    key: name,
    label: name,
    words: productWords(name),
    type: fieldTypeOf(model, name) as ValueType,
    path: [{ key: name, model: null }],
  }));
}

/** Adds the conditions of the relation, such as `status done`, to equal labels. */
const withUniqueLabels = (columns: readonly ResultColumn[]): ResultColumn[] =>
  columns.map((column) => {
    const open = column.key.indexOf('(');
    const isAlone = columns.every((other) => other === column || other.label !== column.label);
    if (open < 0 || isAlone) return column;
    const argument = column.key.slice(open + 1, -1);
    const words = conditionsOfArgument(argument).map(({ property, operator, values, text }) => {
      const names = values.map((value) => (value === null ? 'none' : enumLabel(value).toLowerCase())).join(', ');
      return text ?? `${labelOfConditionField(property).toLowerCase()} ${operator === 'out' ? 'not ' : ''}${names}`;
    });
    return {
      ...column,
      label: `${column.label} ${conditionsText(argument)}`,
      words: `${column.words}: ${words.join(', ').toLowerCase()}`,
    };
  });

/** Words of the interface that the product calls otherwise, or that read badly when only their letters are spaced. */
const otherWords: Readonly<Record<string, string>> = {
  _root: '',
  assignee: 'Owner',
  childCards: 'Sub cards',
  handCards: 'Hand',
  inDeps: 'Waits for',
  outDeps: 'Others wait',
  parentCard: 'Hero card',
  entries: 'Comments',
  resolvable: 'Thread',
  resolvables: 'Threads',
  sprint: 'Run',
  sprints: 'Runs',
  sprintConfig: 'Run Config',
  sprintConfigs: 'Run Configs',
  derivedStatus: 'Status',
  loggedInUser: 'You',
  workflowItems: 'Journey steps',
  checkboxStats: 'Checkboxes',
};

/** For a field or a relation: `Due date` for `dueDate`, `Run` for `sprint`. */
const productWords = (name: string): string =>
  otherWords[name] ?? cardPropertyLabel(name) ?? enumLabel(name.replace(/^is(?=[A-Z])/, '').replace(/Id(?=s?$)/, ''));

/** Short text: `status done`. Leaves out special keys and the default visibility. */
function conditionsText(argument: string): string {
  const source: unknown = JSON.parse(argument);
  return Object.entries(source as object)
    .filter(([key, value]) => !key.startsWith('$') && !(key === 'visibility' && value === 'default'))
    .map(([key, value]) => {
      const { op, value: operand = value } = (typeof value === 'object' && value !== null ? value : {}) as Record<
        string,
        unknown
      >;
      return [key, op, typeof operand === 'string' ? operand : JSON.stringify(operand)].filter(Boolean).join(' ');
    })
    .join(', ');
}

const idType = (model: string, many: boolean): ValueType =>
  many ? { kind: 'list', of: { kind: 'id', model } } : { kind: 'nullable', of: { kind: 'id', model } };

/** The first of these fields that has a text names the row. */
const namingOrder = ['title', 'fullName', 'name', 'tag', 'text'] as const;
const namingFields = new Set<string>(namingOrder);

/** First line of the first field of `namingOrder` with a text, otherwise of `content`. Null if none has a text. */
function nameInRow(row: AnswerRow | undefined): string | null {
  for (const field of [...namingOrder, 'content']) {
    const value = row?.[field];
    if (typeof value === 'string' && value.trim() !== '') return value.trim().split('\n', 1)[0] ?? value;
  }
  return null;
}

/** Null if the row has no name. A thread without a name gets the name of its first comment. */
export function rowNameInAnswer(answer: QueryAnswer, model: string, id: string): string | null {
  const row = rowsOfModel(answer, model)?.[id];
  const name = nameInRow(row);
  if (name !== null || model !== 'resolvable' || !row) return name;
  const [first] = Object.keys(row).filter((key) => nameIn(key) === 'entries');
  const [entry] = first === undefined ? [] : asList(row[first]);
  return entry === undefined ? null : nameInRow(rowsOfModel(answer, 'resolvableEntry')?.[idKey(entry)]);
}

type RowMap = Readonly<Record<string, AnswerRow>> | undefined;
const rowsOfModel = (answer: QueryAnswer, model: string): RowMap => answer[model] as RowMap;
const idKey = (id: unknown): string => (typeof id === 'string' ? id : JSON.stringify(id));
const asList = (value: unknown): readonly unknown[] => (value === null || value === undefined ? [] : [value].flat());

/** By key, without duplicates, in the order of the answer. */
export function rowsOfResultNode(node: ResultNode, answer: QueryAnswer): ReadonlyMap<string, AnswerRow> {
  let rows = new Map<string, AnswerRow>();
  if (node.key.startsWith('_root')) rows.set('', (answer._root as AnswerRow | undefined) ?? {});
  else
    for (const key of node.roots) {
      const row = rowsOfModel(answer, nameIn(node.key.split('/', 1)[0] as string))?.[key];
      if (row) rows.set(key, row);
    }
  for (const link of node.links) {
    const next = new Map<string, AnswerRow>();
    const known = rowsOfModel(answer, link.model);
    for (const row of rows.values())
      for (const id of asList(row[link.key])) {
        const found = known?.[idKey(id)];
        if (found) next.set(idKey(id), found);
      }
    rows = next;
  }
  return rows;
}

/** Null if a relation on the column's path leads to no row; undefined if the answer lacks the row with the value. */
export function resultColumnValue(row: AnswerRow, column: ResultColumn, answer: QueryAnswer): unknown {
  let current: AnswerRow | undefined = row;
  for (const { key, model } of column.path) {
    const value: unknown = current?.[key];
    if (model === null) return value;
    if (value === null || value === undefined) return null;
    current = rowsOfModel(answer, model)?.[idKey(value)];
  }
  return undefined;
}

/** The first node that is a list, otherwise the last node. Null if there are no nodes. */
export const defaultResultNode = (nodes: readonly ResultNode[]): ResultNode | null =>
  nodes.find(({ isList }) => isList) ?? nodes.at(-1) ?? null;

/** Without duplicates, in the order of nodes and rows. */
export function cardIdsInAnswer(nodes: readonly ResultNode[], answer: QueryAnswer): string[] {
  const ids = new Set<string>();
  for (const node of nodes)
    if (node.model === 'card') for (const id of rowsOfResultNode(node, answer).keys()) ids.add(id);
  return [...ids];
}
