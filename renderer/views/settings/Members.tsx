/** The members of a local workspace: their roles, and a menu to rename, disable or remove each member. */
import { type FormEvent, type ReactElement, useId, useState } from 'react';
import type { AdministrationAnswers, Member } from '../../../shared/bridge/index.ts';
import { memberRoles, query } from '../../../shared/contract/index.ts';
import { onlyRow } from '../../data/answer-rows.ts';
import { queryOnce as askOnce } from '../../data/live.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { FormField } from '../../ui/forms/FormField.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { countWithNoun } from '../../ui/text/count-with-noun.ts';
import { runAdministrationCommand, type ServiceAdminData } from './administration/administration.ts';
import { permissionLabels, roleLabels } from './administration/settings-labels.ts';
import { PersonLabel, SettingsRow, SettingsRowMenu } from './parts/rows.tsx';
import styles from './parts/settings.module.css';
import { type ConfirmationQuestion, useConfirmationQuestion } from './parts/use-confirm-question.tsx';

type Members = AdministrationAnswers['members/list'];
export type MembersFromServiceAdmin = ServiceAdminData<Members>;

const nameOf = (member: Member) => member.fullName ?? member.name;

/**
 * Counts a person's Hand entries, bookmarks, and cards that are neither done nor deleted, in the data that this
 * computer stores. The confirmation before a member is removed shows these numbers.
 */
async function countBelongings(userId: string): Promise<{ cards: number; hand: number; bookmarks: number }> {
  const own = JSON.stringify({
    assigneeId: userId,
    status: { op: 'neq', value: 'done' },
    visibility: { op: 'neq', value: 'deleted' },
  });
  const theirs = JSON.stringify({ userId });
  const keys = [`count:cards(${own})`, `count:queueEntries(${theirs})`, `count:handCards(${theirs})`] as const;
  const account = onlyRow((await askOnce(query({ _root: [{ account: [...keys] }] }))).account) as unknown as
    | Record<string, number>
    | undefined;
  const [cards = 0, hand = 0, bookmarks = 0] = keys.map((key) => account?.[key] ?? 0);
  return { cards, hand, bookmarks };
}

export function MembersSection({ members }: { members: MembersFromServiceAdmin }): ReactElement {
  const [dialog, ask] = useConfirmationQuestion();
  const sorted = (members.value ?? []).toSorted((a, b) => nameOf(a).localeCompare(nameOf(b)));
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
    const loweredTokens = tokens.filter(({ made }) => permissionRank(made) > permissionRank(maxPermission));
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
          ({ label, made }) =>
            `The token “${label}” acts with ${permissionLabels[maxPermission]} instead of ${permissionLabels[made]}.`,
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
    const { cards, hand, bookmarks } = await countBelongings(userId);
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
        ...(hand > 0 ? [`${countWithNoun(hand, 'card')} leave${hand === 1 ? 's' : ''} their Hand.`] : []),
        ...(bookmarks > 0
          ? [`${countWithNoun(bookmarks, 'bookmark')} ${bookmarks === 1 ? 'is' : 'are'} removed.`]
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
      <span className={styles.role}>
        <Select
          label={`Role of ${name}`}
          value={role}
          options={memberRoles.map((value) => ({ value, label: roleLabels[value] }))}
          onChange={setRole}
        />
      </span>
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
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave(fullName.trim() || null);
    onClose();
  };
  const form = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Name of @${member.name}`}
      mainButton={
        <Button look="primary" type="submit" form={form}>
          Save
        </Button>
      }
    >
      <form id={form} onSubmit={save}>
        <FormField
          label="Full name"
          value={fullName}
          maxLength={100}
          hint={`Shown everywhere. Texts go on mentioning @${member.name}.`}
          onChange={(event) => setFullName(event.target.value)}
        />
      </form>
    </Dialog>
  );
}

/** Returns the rank of a permission. A permission includes all permissions of a lower rank. */
const permissionRank = (permission: keyof typeof permissionLabels) => Object.keys(permissionLabels).indexOf(permission);
