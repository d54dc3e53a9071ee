/** API tokens of a local workspace, for scripts and other programs on this computer. */
import { type ReactElement, useState } from 'react';
import type { ApiTokenDetails } from '../../../shared/bridge/index.ts';
import { type TokenKind, type TokenPermission, tokenPermissions } from '../../../shared/contract/index.ts';
import { useCurrentUserId } from '../../data/app-state.ts';
import { nameOf, useAssignablePeople, useLookups } from '../../data/lookups.ts';
import { withItemToggled } from '../../model/filters.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { cx } from '../../ui/cx.ts';
import { DateField } from '../../ui/dates/DateField.tsx';
import { localDay, localEndOfDayTimestamp } from '../../ui/dates/today.ts';
import { copyText } from '../../ui/dom/announce-to-screen-readers.ts';
import { CheckboxField } from '../../ui/forms/CheckboxField.tsx';
import { Form } from '../../ui/forms/Form.tsx';
import { Banner } from '../../ui/messages.tsx';
import { ConfirmDialog } from '../../ui/popups/Dialog.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { countWithNoun } from '../../ui/text/text.ts';
import { runAdministrationCommand, useServiceAdminData } from './administration/administration.ts';
import { permissionLabels } from './administration/settings-labels.ts';
import { InlineField, SettingsGroup, SettingsRow, SwitchRow } from './parts/rows.tsx';
import styles from './parts/settings.module.css';

const permissionOf = (name: string) => permissionLabels[name as TokenPermission] ?? name;

export function TokensSection(): ReactElement {
  const { value, update } = useServiceAdminData('tokens/list');
  const tokens = value ?? [];
  const [shown, setShown] = useState<string | null>(null);
  return (
    <>
      <SettingsGroup
        title="API tokens"
        about="Anyone with a token can do what it permits. It is shown only once, after you create it."
      >
        {shown ? (
          <div className="p-3-4">
            <Banner
              tone="success"
              action={<Button text="Copy" small onClick={() => copyText(shown, 'Copied the token')} />}
            >
              Keep it now; it cannot be shown again.{' '}
              <code className="selectable block mono break-words mt-1">{shown}</code>
            </Banner>
          </div>
        ) : null}
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} onChanged={() => update()} />
        ))}
        {value?.length === 0 ? <SettingsRow label="No tokens yet" /> : null}
      </SettingsGroup>
      <PersonalTokens />
      <SettingsGroup title="New token">
        <NewToken
          onMade={(token) => {
            setShown(token);
            update();
          }}
        />
      </SettingsGroup>
    </>
  );
}

function TokenRow({ token, onChanged }: { token: ApiTokenDetails; onChanged: () => void }): ReactElement {
  const [isRevoking, setIsRevoking] = useState(false);
  const expired = token.expiresAt !== null && Date.parse(token.expiresAt) < Date.now();
  const persons = useAssignablePeople();
  const me = useCurrentUserId();
  const owner = persons.find(({ id }) => id === token.userId);
  const isOfAnotherPerson = token.kind === 'personal' && token.userId !== me;
  const about = [
    token.kind === 'organization'
      ? 'Organization token'
      : `Personal token${isOfAnotherPerson ? ` of ${owner ? nameOf(owner) : 'somebody else'}` : ''}`,
    token.projects ? countWithNoun(token.projects.length, 'project') : null,
    permissionOf(token.permission),
    `made ${localDay(new Date(token.createdAt))}`,
    token.expiresAt ? `until ${localDay(new Date(token.expiresAt))}` : null,
  ];
  return (
    <SettingsRow
      label={
        <>
          {token.label}{' '}
          {token.revokedAt ? <Chip tone="danger">revoked</Chip> : expired ? <Chip tone="warning">expired</Chip> : null}
        </>
      }
      about={about.filter(Boolean).join(' · ')}
    >
      {token.revokedAt ? null : (
        <Button
          text="Revoke"
          small
          look="quiet"
          onClick={() => setIsRevoking(true)}
          aria-label={`Revoke ${token.label}`}
        />
      )}
      <ConfirmDialog
        open={isRevoking}
        danger
        title={`Revoke ${token.label}?`}
        confirm="Revoke"
        onConfirm={() => void runAdministrationCommand('tokens/revoke', { id: token.id }).then(onChanged)}
        onClose={() => setIsRevoking(false)}
      >
        Programs that use it are refused at once. A revoked token cannot be brought back.
        {isOfAnotherPerson ? ' Its owner is told by e-mail; in a local workspace it is kept under Diagnostics.' : ''}
      </ConfirmDialog>
    </SettingsRow>
  );
}

/** For the whole organization. Forbidding deletes no existing tokens. */
function PersonalTokens(): ReactElement {
  const { value, update } = useServiceAdminData('service/settings');
  return (
    <SettingsGroup title="Personal tokens">
      <SwitchRow
        label="Members may use personal tokens"
        about="When off, nobody can create personal tokens, and existing ones are refused. No token is deleted."
        checked={value?.personalTokensEnabled ?? true}
        onChange={(personalTokensEnabled) =>
          void runAdministrationCommand('service/change', { personalTokensEnabled }).then(update)
        }
      />
    </SettingsGroup>
  );
}

function NewToken({ onMade }: { onMade: (token: string) => void }): ReactElement {
  const [label, setLabel] = useState('');
  const [kind, setKind] = useState<TokenKind>('organization');
  const [permission, setPermission] = useState<TokenPermission>('write');
  const [expires, setExpires] = useState<string | null>(null);
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const { projects } = useLookups();
  // An admin token has access to all projects, a personal token to the projects of its owner.
  const choosesProjects = kind === 'organization' && permission !== 'admin';
  const chosenIds = chosen ?? projects.map(({ id }) => id as string);
  const submit = async () => {
    if (!label.trim()) return;
    const made = await runAdministrationCommand('tokens/create', {
      kind,
      permission,
      label: label.trim(),
      expiresAt: expires ? localEndOfDayTimestamp(expires) : null,
      projectIds: choosesProjects ? [...chosenIds] : null,
    });
    if (!made) return;
    setLabel('');
    onMade(made.token);
  };
  return (
    <Form className={cx('row wrap gap-2 p-3-4', styles.add)} onSubmit={submit}>
      <InlineField label="What the token is for" placeholder="What is it for?" value={label} onChange={setLabel} />
      <Select
        label="Kind"
        value={kind}
        options={[
          { value: 'organization', label: 'Organization' },
          { value: 'personal', label: 'Personal' },
        ]}
        onChange={setKind}
      />
      <Select
        label="Permission"
        value={permission}
        options={tokenPermissions.map((value) => ({ value, label: permissionLabels[value] }))}
        onChange={setPermission}
      />
      <div className={styles.day}>
        <DateField
          label="Valid until"
          hideLabel
          clearable
          placeholder="Never expires"
          min={localDay()}
          value={expires}
          onChange={setExpires}
        />
      </div>
      {choosesProjects ? (
        <fieldset className={cx('flex wrap', styles.projects)}>
          <legend className="note">Projects it can access. New projects are not added.</legend>
          {projects.map(({ id, name }) => (
            <CheckboxField
              key={id}
              checked={chosenIds.includes(id)}
              onChange={() => setChosen(withItemToggled(chosenIds, id))}
            >
              {name}
            </CheckboxField>
          ))}
        </fieldset>
      ) : null}
      <Button text="Create" type="submit" look="primary" disabled={!label.trim()} />
    </Form>
  );
}
