/** Of a local workspace. */

import { type ReactElement, useId, useState } from 'react';
import type { Member } from '../../../shared/bridge/index.ts';
import { memberRoles } from '../../../shared/contract/index.ts';
import { compareNames } from '../../../shared/domain/natural-order.ts';
import { countRows } from '../../data/answer-rows.ts';
import { Chip } from '../../ui/Chip.tsx';
import { Form } from '../../ui/forms/Form.tsx';
import { FormField } from '../../ui/forms/FormField.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { countWithNoun } from '../../ui/text/text.ts';
import { runAdministrationCommand, type ServiceAdminData } from './administration/administration.ts';
import { permissionLabels, roleLabels } from './administration/settings-labels.ts';
import { PersonLabel, SettingsRow, SettingsRowMenu } from './parts/rows.tsx';
import { type ConfirmationQuestion, useConfirmationQuestion } from './parts/use-confirm-question.tsx';

type MembersFromServiceAdmin = ServiceAdminData<readonly Member[]>;

const nameOf = (member: Member) => member.fullName ?? member.name;

export function MembersSection({ members }: { members: MembersFromServiceAdmin }): ReactElement {
  const [dialog, ask] = useConfirmationQuestion();
  const sorted = (members.value ?? []).toSorted((a, b) => compareNames(nameOf(a), nameOf(b)));
  return (
    <>
      {sorted.map((member) => (
        <MemberRow key={member.userId} member={member} onAsk={ask} onChanged={members.update} />
      ))}
      {dialog}
    </>
  );
}

interface MemberRowProps {
  member: Member;
  onAsk: (question: ConfirmationQuestion) => void;
  onChanged: MembersFromServiceAdmin['update'];
}

function MemberRow({ member, onAsk, onChanged }: MemberRowProps): ReactElement {
  const { userId, role, isDisabled, isLocalPerson, tokens } = member;
  const name = nameOf(member);
  const [naming, setNaming] = useState(false);
  const change = (params: { role?: Member['role']; isDisabled?: boolean; fullName?: string | null }) =>
    void runAdministrationCommand('members/update', { userId, ...params }).then((next) => next && onChanged(next));

  const setRole = (next: Member['role']) => {
    const maxPermission = next === 'owner' ? 'admin' : next;
    const loweredTokens = tokens.filter(
      ({ grantedPermission }) => permissionRank(grantedPermission) > permissionRank(maxPermission),
    );
    const isLower = memberRoles.indexOf(next) > memberRoles.indexOf(role);
    if (!isLower || (loweredTokens.length === 0 && !isLocalPerson)) return change({ role: next });
    onAsk({
      title: `Make ${name} “${roleLabels[next]}”?`,
      confirm: 'Change role',
      consequences: [
        ...(isLocalPerson
          ? [`What you do here beyond “${roleLabels[next]}” is refused until the role is raised again.`]
          : []),
        ...loweredTokens.map(
          ({ label, grantedPermission }) =>
            `The token “${label}” acts with ${permissionLabels[maxPermission]} instead of ${permissionLabels[grantedPermission]}.`,
        ),
        ...(loweredTokens.length > 0 ? ['Tokens act as before once the role is raised again.'] : []),
      ],
      goOn: () => change({ role: next }),
    });
  };
  const disable = () =>
    onAsk({
      title: `Disable ${name}?`,
      confirm: 'Disable',
      consequences: [
        tokens.length === 0
          ? 'They have no personal tokens; tokens made for them are refused while they are disabled.'
          : `Programs with their ${countWithNoun(tokens.length, 'personal token')} are refused until they are enabled again.`,
        'Their cards, Hand and bookmarks stay as they are.',
      ],
      goOn: () => change({ isDisabled: true }),
    });
  const remove = async () => {
    // In the rows that this computer stores. Done cards keep their owner, so they are not counted.
    const { cards, queueEntries, handCards } = await countRows({
      cards: { assigneeId: userId, status: { op: 'neq', value: 'done' }, visibility: { op: 'neq', value: 'deleted' } },
      queueEntries: { userId },
      handCards: { userId },
    });
    onAsk({
      title: `Remove ${name}?`,
      confirm: 'Remove',
      danger: true,
      consequences: [
        tokens.length === 0
          ? 'They have no personal tokens.'
          : `${countWithNoun(tokens.length, 'personal token')} ${tokens.length === 1 ? 'is' : 'are'} deleted: ${tokens.map(({ label }) => `“${label}”`).join(', ')}.`,
        ...(cards > 0
          ? [`${countWithNoun(cards, 'open card')} ${cards === 1 ? 'loses its' : 'lose their'} owner.`]
          : []),
        ...(queueEntries > 0
          ? [`${countWithNoun(queueEntries, 'card')} leave${queueEntries === 1 ? 's' : ''} their Hand.`]
          : []),
        ...(handCards > 0
          ? [`${countWithNoun(handCards, 'bookmark')} ${handCards === 1 ? 'is' : 'are'} removed.`]
          : []),
        'Their name stays on what they wrote, and on the cards they finished.',
        'Somebody who was removed cannot be added again as the same person.',
      ],
      goOn: () => void runAdministrationCommand('members/remove', { userId }).then((next) => next && onChanged(next)),
    });
  };

  const disabledReason = isLocalPerson ? 'This computer works for this person.' : undefined;
  return (
    <SettingsRow
      label={
        <PersonLabel
          id={userId}
          name={name}
          about={[`@${member.name}`, tokens.length > 0 ? countWithNoun(tokens.length, 'personal token') : null]
            .filter(Boolean)
            .join(' · ')}
        >
          {isLocalPerson ? <Chip tone="accent">this computer</Chip> : null}
          {isDisabled ? <Chip tone="warning">disabled</Chip> : null}
        </PersonLabel>
      }
    >
      <Select
        label={`Role of ${name}`}
        value={role}
        options={memberRoles.map((value) => ({ value, label: roleLabels[value] }))}
        onChange={setRole}
      />
      <SettingsRowMenu
        name={name}
        entries={[
          { label: 'Change the name…', run: () => setNaming(true) },
          {
            label: isDisabled ? 'Enable' : 'Disable…',
            disabled: disabledReason,
            run: () => (isDisabled ? change({ isDisabled: false }) : disable()),
          },
          { separator: true },
          { label: 'Remove…', danger: true, disabled: disabledReason, run: () => void remove() },
        ]}
      />
      {naming ? (
        <NameDialog member={member} onSave={(fullName) => change({ fullName })} onClose={() => setNaming(false)} />
      ) : null}
    </SettingsRow>
  );
}

interface NameDialogProps {
  member: Member;
  onSave: (fullName: string | null) => void;
  onClose: () => void;
}

function NameDialog({ member, onSave, onClose }: NameDialogProps): ReactElement {
  const [fullName, setFullName] = useState(member.fullName ?? '');
  const save = () => {
    onSave(fullName.trim() || null);
    onClose();
  };
  const form = useId();
  return (
    <Dialog onClose={onClose} title={`Name of @${member.name}`} mainButton={{ text: 'Save', type: 'submit', form }}>
      <Form id={form} onSubmit={save}>
        <FormField
          label="Full name"
          value={fullName}
          hint={`Shown everywhere. Texts go on mentioning @${member.name}.`}
          onChange={(event) => setFullName(event.target.value)}
        />
      </Form>
    </Dialog>
  );
}

/** A permission includes all permissions of a lower rank. */
const permissionRank = (permission: keyof typeof permissionLabels) => Object.keys(permissionLabels).indexOf(permission);
