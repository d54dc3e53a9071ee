import { type ReactElement, useId, useState } from 'react';
import { type MemberRole, memberRoles } from '../../../shared/contract/index.ts';
import { foldCase } from '../../../shared/domain/search-text.ts';
import { isMentionableName } from '../../../shared/domain/text-tokens.ts';
import { act, actStep } from '../../data/act.ts';
import { useWorkspace } from '../../data/app-state.ts';
import { nameOf, useAssignablePeople } from '../../data/lookups.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Form } from '../../ui/forms/Form.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { useServiceAdminData } from './administration/administration.ts';
import { roleLabels } from './administration/settings-labels.ts';
import { MembersSection } from './Members.tsx';
import { InlineField, PersonLabel, SettingsGroup, SettingsRow } from './parts/rows.tsx';
import styles from './parts/settings.module.css';

export function PeopleSection(): ReactElement {
  const isLocal = useWorkspace()?.kind === 'local';
  return isLocal ? <LocalPeople /> : <SeenPeople />;
}

/**
 * Members of a local workspace. Other services have no list of their people: `SeenPeople` shows those in stored data.
 */
function LocalPeople(): ReactElement {
  const members = useServiceAdminData('members/list');
  return (
    <>
      <SettingsGroup
        title="Members"
        about="A role is the most that somebody’s personal tokens may do. Organization tokens have a permission of their own."
      >
        <MembersSection members={members} />
      </SettingsGroup>
      <SettingsGroup title="New person">
        <NewPerson taken={(members.value ?? []).map(({ name }) => name)} onAdded={() => members.update()} />
      </SettingsGroup>
    </>
  );
}

function SeenPeople(): ReactElement {
  const persons = useAssignablePeople();
  return (
    <SettingsGroup title="People met" about="The service has no list of people. These appear in the stored data.">
      {persons.map((person) => (
        <SettingsRow
          key={person.id}
          label={<PersonLabel id={person.id} name={nameOf(person)} about={`@${person.name}`} />}
        />
      ))}
      <NewPerson taken={persons.map(({ name }) => name)} onAdded={() => undefined} />
    </SettingsGroup>
  );
}

function NewPerson({ taken, onAdded }: { taken: readonly string[]; onAdded: () => void }): ReactElement {
  const [name, setName] = useState('');
  const [fullName, setFullName] = useState('');
  const [role, setRole] = useState<MemberRole>('write');
  const about = useId();
  const short = name.trim().replace(/^@/, '');
  const fault =
    short === ''
      ? null
      : !isMentionableName(short)
        ? 'Letters, digits and _; between them also . and -'
        : taken.some((other) => foldCase(other) === foldCase(short))
          ? `Somebody is called @${short} already.`
          : null;
  const submit = async () => {
    if (short === '' || fault) return;
    const person = { name: short, fullName: fullName.trim() || null, role };
    if (!(await act(`Add ${fullName.trim() || short}`, [actStep('users/create', person)]))) return;
    setName('');
    setFullName('');
    onAdded();
  };
  return (
    <Form className={cx('row wrap gap-2 p-3-4', styles.add)} onSubmit={submit}>
      <InlineField
        label="Short name, as in @name"
        value={name}
        fault={fault === null ? null : about}
        onChange={setName}
      />
      <InlineField label="Full name" value={fullName} onChange={setFullName} />
      <Select
        label="Role"
        value={role}
        options={memberRoles.map((value) => ({ value, label: roleLabels[value] }))}
        onChange={setRole}
      />
      <Button text="Add person" type="submit" disabled={short === '' || fault !== null} />
      <p id={about} className="danger text-sm" role="status">
        {fault}
      </p>
    </Form>
  );
}
