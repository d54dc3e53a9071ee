/** Which fields to ask for: everything the contract states and the tables hold, for each model. */
import { type FieldList, type Query, type QueryObject, related, type Selection } from '../../shared/contract/index.ts';
import { type StoredModel, tableOf } from '../engine/schema.ts';

const lists = new Map<string, readonly string[]>();

/** All columns of the model's table; ids of listed relations included. Admin-only and extension fields are left out. */
export function everyField(model: StoredModel): readonly string[] {
  const known = lists.get(model);
  if (known) return known;
  const { columns, model: definition } = tableOf(model);
  const names = columns
    .map(({ name }) => name)
    .filter((name) => {
      const type = definition.fields[name];
      return !type?.scope && !type?.extension;
    });
  lists.set(model, names);
  return names;
}

/** A thread with its comments, a card with its places in manual order, and so on: rows that are read together. */
export const threadFields: FieldList = [...everyField('resolvable'), { entries: [...everyField('resolvableEntry')] }];

export function cardFields(withOrders: boolean): FieldList {
  return withOrders ? [...everyField('card'), { cardOrders: [...everyField('cardOrder')] }] : everyField('card');
}

/** One relation under a query, as an element of a field list. */
export function part(relation: string, where: QueryObject, fields: FieldList): Selection {
  return { [related(relation, where)]: fields };
}

export function accountQuery(...parts: Selection[]): Query {
  return { _root: [{ account: ['id', ...parts] }] };
}
