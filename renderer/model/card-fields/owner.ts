import { nameOf } from '../../data/lookups.ts';
import { columnKeyOf, columnOf, valueOfColumnKey } from '../column.ts';
import { fieldDefinitions } from './definitions.ts';
import { type CardField, singlePropertyField } from './field.ts';

export const ownerCardField: CardField = {
  ...singlePropertyField('assigneeId'),
  nameOf: (id, { people }) => people[id] && nameOf(people[id]),
  columns(used, _loaded, { people, me }) {
    const owners = Object.values(people)
      .filter((person) => used.has(columnKeyOf('owner', person.id)) || (person.kind === 'human' && !person.isRemoved))
      .sort((a, b) => Number(b.id === me) - Number(a.id === me) || nameOf(a).localeCompare(nameOf(b)));
    const columnOfPerson = (id: string, title: string) => columnOf('owner', id, title, { personId: id });
    const unknown = [...used].map(valueOfColumnKey).filter((id) => id !== '' && !people[id]);
    return [
      columnOf('owner', null, fieldDefinitions.owner.none),
      ...owners.map((person) => columnOfPerson(person.id, nameOf(person))),
      ...unknown.map((id) => columnOfPerson(id, nameOf(undefined))),
    ];
  },
  tableValue: ({ assigneeId }, { people }) => (assigneeId ? nameOf(people[assigneeId]) : null),
  sortsAsNames: true,
  filterValues: (_found, { persons }) => [null, ...persons.map(({ id }) => id)],
};
