/** The field "Owner" of a card. */
import { nameOf } from '../../data/lookups.ts';
import { type Column, columnKeyOf, valueOfColumnKey } from '../column.ts';
import { fieldDefinitions } from './definitions.ts';
import { type CardField, singlePropertyField } from './field.ts';

export const ownerCardField: CardField = {
  ...singlePropertyField('assigneeId'),
  nameOf: (id, { people }) => people[id] && nameOf(people[id]),
  columns(used, _set, { people, me }) {
    const owners = Object.values(people)
      .filter((person) => used.has(columnKeyOf('owner', person.id)) || (person.kind === 'human' && !person.isRemoved))
      .sort((a, b) => Number(b.id === me) - Number(a.id === me) || nameOf(a).localeCompare(nameOf(b)));
    const columnOf = (id: string, title: string): Column => ({
      key: columnKeyOf('owner', id),
      title,
      by: 'owner',
      value: id,
      personId: id,
    });
    const unknown = [...used].map(valueOfColumnKey).filter((id) => id !== '' && !people[id]);
    return [
      { key: columnKeyOf('owner', null), title: fieldDefinitions.owner.none, by: 'owner', value: null },
      ...owners.map((person) => columnOf(person.id, nameOf(person))),
      ...unknown.map((id) => columnOf(id, nameOf(undefined))),
    ];
  },
  tableValue: ({ assigneeId }, { people }) => (assigneeId ? nameOf(people[assigneeId]) : null),
  sortsAsNames: true,
  filterValues: (_found, { persons }) => [null, ...persons.map(({ id }) => id)],
};
