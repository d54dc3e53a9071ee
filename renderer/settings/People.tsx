import { type ReactElement, useState } from 'react';
import { act, step } from '../data/act.ts';
import { nameOf, usePersons } from '../data/lookups.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Select } from '../ui/Select.tsx';
import { AddForm } from './AddForm.tsx';
import { Group, Row } from './parts.tsx';

const roles = ['owner', 'admin', 'producer', 'write', 'read'] as const;
type Role = (typeof roles)[number];
const roleWords: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  producer: 'Producer',
  write: 'Read & write',
  read: 'Read',
};

export function People(): ReactElement {
  const persons = usePersons();
  const [role, setRole] = useState<Role>('write');
  return (
    <Group title="People" about="The interface has no list of people: these are the ones met in what is stored here.">
      {persons.map((person) => (
        <Row key={person.id} label={nameOf(person)} about={person.fullName ? `@${person.name}` : undefined}>
          <Avatar id={person.id} name={nameOf(person)} size={24} />
        </Row>
      ))}
      <AddForm
        label="Short name of a new person"
        add="Add person"
        onAdd={(name) => act('Add a person', [step('users/create', { name, role })])}
      >
        <Select
          label="Role"
          value={role}
          options={roles.map((value) => ({ value, label: roleWords[value] }))}
          onChange={setRole}
        />
      </AddForm>
    </Group>
  );
}
