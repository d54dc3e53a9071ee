/** API tokens of the local workspace, for scripts and other programs on this computer. */
import { type FormEvent, type ReactElement, useCallback, useEffect, useState } from 'react';
import type { TokenInfo } from '../../shared/bridge/index.ts';
import { type Permission, permissions, type TokenKind } from '../../shared/contract/index.ts';
import { call, failureOf } from '../data/bridge.ts';
import { sentenceOf } from '../data/failures.ts';
import { useLookups } from '../data/lookups.ts';
import { localDay } from '../data/today.ts';
import { Button } from '../ui/Button.tsx';
import { Check } from '../ui/Check.tsx';
import { Chip } from '../ui/Chip.tsx';
import { Confirm } from '../ui/Dialog.tsx';
import { Banner } from '../ui/messages.tsx';
import { Select } from '../ui/Select.tsx';
import { toast } from '../ui/toast.tsx';
import { Group, Row } from './parts.tsx';
import styles from './settings.module.css';

const permissionWords: Record<Permission, string> = {
  read: 'Read',
  write: 'Read & write',
  producer: 'Producer',
  admin: 'Admin',
};
const permissionOf = (name: string) => permissionWords[name as Permission] ?? name;

const tell = (error: unknown) =>
  toast({ title: 'That did not work', detail: sentenceOf(failureOf(error)), tone: 'danger' });

export function Tokens(): ReactElement {
  const [tokens, setTokens] = useState<readonly TokenInfo[]>([]);
  const [shown, setShown] = useState<string | null>(null);
  const read = useCallback(() => void call('tokens/list', {}).then(setTokens, tell), []);
  useEffect(read, [read]);
  return (
    <>
      <Group title="API tokens" about="Anyone with a token can do what it permits. It is shown once, when it is made.">
        {shown ? (
          <div className={styles.token}>
            <Banner
              tone="success"
              action={
                <Button
                  small
                  onClick={() =>
                    void navigator.clipboard.writeText(shown).then(
                      () => toast({ title: 'Copied the token', tone: 'success' }),
                      () => toast({ title: 'The clipboard refused', tone: 'danger' }),
                    )
                  }
                >
                  Copy
                </Button>
              }
            >
              Keep it now; it cannot be shown again. <code className="selectable">{shown}</code>
            </Banner>
          </div>
        ) : null}
        {tokens.map((token) => (
          <Token key={token.id} token={token} onChanged={read} />
        ))}
        {tokens.length === 0 ? <Row label="No tokens yet" /> : null}
      </Group>
      <Group title="New token">
        <NewToken
          onMade={(token) => {
            setShown(token);
            read();
          }}
        />
      </Group>
    </>
  );
}

function Token({ token, onChanged }: { token: TokenInfo; onChanged: () => void }): ReactElement {
  const [asked, setAsked] = useState(false);
  const expired = token.expiresAt !== null && Date.parse(token.expiresAt) < Date.now();
  const about = [
    token.kind === 'organization' ? 'Organization token' : 'Personal token',
    permissionOf(token.permission),
    `made ${token.createdAt.slice(0, 10)}`,
    token.expiresAt ? `until ${token.expiresAt.slice(0, 10)}` : null,
  ];
  return (
    <Row
      label={
        <>
          {token.label}{' '}
          {token.revokedAt ? <Chip tone="danger">revoked</Chip> : expired ? <Chip tone="warning">expired</Chip> : null}
        </>
      }
      about={about.filter(Boolean).join(' · ')}
    >
      {token.revokedAt ? null : (
        <Button small look="quiet" onClick={() => setAsked(true)} aria-label={`Revoke ${token.label}`}>
          Revoke
        </Button>
      )}
      <Confirm
        open={asked}
        danger
        title={`Revoke ${token.label}?`}
        confirm="Revoke"
        onConfirm={() => void call('tokens/revoke', { id: token.id }).then(onChanged, tell)}
        onClose={() => setAsked(false)}
      >
        Programs that use it are refused at once. A revoked token cannot be brought back.
      </Confirm>
    </Row>
  );
}

function NewToken({ onMade }: { onMade: (token: string) => void }): ReactElement {
  const [label, setLabel] = useState('');
  const [kind, setKind] = useState<TokenKind>('organization');
  const [permission, setPermission] = useState<Permission>('write');
  const [expires, setExpires] = useState('');
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const { projects } = useLookups();
  // An admin token sees every project, a personal one what its owner sees.
  const choosesProjects = kind === 'organization' && permission !== 'admin';
  const projectIds = choosesProjects ? [...(chosen ?? projects.map(({ id }) => id as string))] : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!label.trim()) return;
    const params = {
      kind,
      permission,
      label: label.trim(),
      expiresAt: expires ? `${expires}T23:59:59.000Z` : null,
      projectIds,
    };
    call('tokens/create', params).then(({ token }) => {
      setLabel('');
      onMade(token);
    }, tell);
  };
  return (
    <form className={styles.add} onSubmit={submit}>
      <input
        className={styles.input}
        aria-label="What the token is for"
        placeholder="What is it for?"
        value={label}
        onChange={(event) => setLabel(event.target.value)}
      />
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
        options={permissions.map((value) => ({ value, label: permissionWords[value] }))}
        onChange={setPermission}
      />
      <label className={styles.about}>
        until{' '}
        <input
          className={styles.input}
          type="date"
          min={localDay()}
          value={expires}
          onChange={(event) => setExpires(event.target.value)}
        />
      </label>
      {choosesProjects ? (
        <fieldset className={styles.projects}>
          <legend className={styles.about}>Projects it sees; later ones are not added</legend>
          {projects.map(({ id, name }) => (
            <Check
              key={id}
              checked={projectIds?.includes(id) ?? false}
              onChange={(on) => setChosen((projectIds ?? []).filter((other) => other !== id).concat(on ? [id] : []))}
            >
              {name}
            </Check>
          ))}
        </fieldset>
      ) : null}
      <Button type="submit" look="primary" disabled={!label.trim()}>
        Create
      </Button>
    </form>
  );
}
