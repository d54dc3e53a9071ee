/** The field list of a model contains the columns of its table, with a few exceptions. */
import { type FieldList, type FieldSelection, type Query, relationByName } from '../../../shared/contract/index.ts';
import { type StoredModelName, tableDefinitionOf } from '../../engine/store/schema.ts';

const fieldLists = new Map<string, FieldList>();

/** Without extensions and extra scopes. Of related rows only ids, since such a row is not stored. */
export function fieldsToPull(model: StoredModelName): FieldList {
  const known = fieldLists.get(model);
  if (known) return known;
  const { columns, model: definition } = tableDefinitionOf(model);
  const fields = columns.flatMap(({ name }): FieldSelection[] => {
    const type = definition.fields[name];
    if (type?.scope || type?.extension) return [];
    const relation = relationByName(definition, name);
    if (relation?.kind !== 'listed' || !relation.queryable) return [name];
    return [{ [name]: [...tableDefinitionOf(relation.model).key] }];
  });
  fieldLists.set(model, fields);
  return fields;
}

export const threadFieldsToPull: FieldList = [
  ...fieldsToPull('resolvable'),
  { entries: [...fieldsToPull('resolvableEntry')] },
];

export function cardFieldsToPull(withOrders: boolean): FieldList {
  return withOrders ? [...fieldsToPull('card'), { cardOrders: [...fieldsToPull('cardOrder')] }] : fieldsToPull('card');
}

export function accountQuery(...parts: FieldSelection[]): Query {
  return { _root: [{ account: ['id', ...parts] }] };
}
