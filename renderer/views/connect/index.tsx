import { Plug } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { TokenProbeResult } from '../../../shared/bridge/index.ts';
import { compareNames } from '../../../shared/domain/natural-order.ts';
import { refreshWorkspaces, useAppState } from '../../data/app-state.ts';
import { call, failureOf } from '../../data/bridge.ts';
import { currentRoute, navigate } from '../../data/routes.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Form } from '../../ui/forms/Form.tsx';
import { FormField } from '../../ui/forms/FormField.tsx';
import { Avatar } from '../../ui/icons/Avatar.tsx';
import { Banner } from '../../ui/messages.tsx';
import { openDialog } from '../../workbench/dialog-state.ts';
import { PageLayout } from '../../workbench/page/PageLayout.tsx';
import styles from './connect.module.css';
import { type ConnectAdvice, connectAdviceFor, serviceAddressOf, serviceAddressProblem } from './connect-advice.ts';
import { WorkspaceList } from './WorkspaceList.tsx';

export function ConnectView(): ReactElement {
  const isOpen = useAppState((state) => state.workspace !== null);
  const hasWorkspaces = useAppState((state) => state.workspaces.length > 0);
  return (
    <PageLayout
      title="Workspaces"
      icon={<Plug size={16} aria-hidden />}
      about="A workspace is one organization: on this computer, without account and network, or on a service."
      tools={
        <>
          {isOpen ? null : <Button text="Back" look="quiet" onClick={() => navigate('start')} />}
          <Button
            text="Restore…"
            look="quiet"
            onClick={() => openDialog({ kind: 'restoreWorkspace', from: 'choice' })}
          />
          <Button text="New on this computer…" onClick={() => openDialog({ kind: 'newWorkspace' })} />
        </>
      }
      widthPx={640}
    >
      {hasWorkspaces ? <WorkspaceList /> : null}
      <ConnectForm />
    </PageLayout>
  );
}

function ConnectForm(): ReactElement {
  const [baseUrl, setBaseUrl] = useState('');
  const [token, setToken] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [advice, setAdvice] = useState<ConnectAdvice | null>(null);
  const [probe, setProbe] = useState<TokenProbeResult | null>(null);
  const fault = serviceAddressProblem(baseUrl);
  const login = { baseUrl: serviceAddressOf(baseUrl), token: token.trim() };

  const attempt = async <T,>(run: () => Promise<T>): Promise<T | null> => {
    setBusy(true);
    setAdvice(null);
    try {
      return await run();
    } catch (error) {
      setAdvice(connectAdviceFor(failureOf(error)));
      return null;
    } finally {
      setBusy(false);
    }
  };
  const connect = async (userId: string | null) => {
    const workspace = await attempt(() => call('workspace/connect', { ...login, userId }));
    if (!workspace) return;
    // Only the main process keeps the token.
    setToken('');
    setProbe(null);
    // The main process has already opened the new workspace in this window.
    await refreshWorkspaces();
    navigate({ view: 'home', id: null, query: {} });
  };
  const submit = async () => {
    setTried(true);
    if (fault || !login.token) return;
    const found = await attempt(() => call('workspace/probe', login));
    if (!found) return;
    if (found.loggedInUser?.kind === 'human') await connect(found.loggedInUser.id);
    else setProbe(found);
  };

  if (probe)
    return (
      <PersonChoice
        probe={probe}
        busy={busy}
        advice={advice}
        onBack={() => setProbe(null)}
        onChoose={(userId) => void connect(userId)}
      />
    );
  return (
    <Form
      className={cx('stack gap-4 panel', styles.form)}
      onSubmit={submit}
      aria-label="Connect to a service"
      noValidate
    >
      <h2 className="text-lg">Connect to a service</h2>
      <FormField
        label="Base URL"
        inputMode="url"
        // The list of workspaces is the first thing on the page for those who manage them.
        autoFocus={currentRoute().query.form !== undefined}
        value={baseUrl}
        onChange={(event) => setBaseUrl(event.target.value)}
        placeholder="https://api.example.com"
        hint="The address of the service’s API, not of its web app."
        error={tried ? (fault ?? (advice?.field === 'baseUrl' ? advice.text : null)) : null}
        autoComplete="url"
        spellCheck={false}
      />
      <FormField
        label="Token"
        type="password"
        value={token}
        onChange={(event) => setToken(event.target.value)}
        hint="A personal token from your profile, or an organization token from the organization’s settings. It is stored in this computer’s keychain, if there is one, and sent to this address only."
        error={tried ? (login.token ? (advice?.field === 'token' ? advice.text : null) : 'Paste the token.') : null}
        autoComplete="off"
        spellCheck={false}
      />
      {advice?.field === null ? <Banner tone="danger">{advice.text}</Banner> : null}
      <div>
        <Button text={busy ? 'Asking the service…' : 'Connect'} type="submit" look="primary" disabled={busy} />
      </div>
    </Form>
  );
}

interface PersonChoiceProps {
  probe: TokenProbeResult;
  busy: boolean;
  advice: ConnectAdvice | null;
  onBack: () => void;
  onChoose: (userId: string | null) => void;
}

function PersonChoice({ probe, busy, advice, onBack, onChoose }: PersonChoiceProps): ReactElement {
  const [chosen, setChosen] = useState<string | null>(null);
  const people = probe.people.toSorted((a, b) => compareNames(a.name, b.name));
  return (
    <Form className={cx('stack gap-4 panel', styles.form)} aria-label="Who are you?" onSubmit={() => onChoose(chosen)}>
      <h2 className="text-lg">Whose Hand is yours in {probe.accountName}?</h2>
      <p>
        This token belongs to the organization, not to a person. The Hand and bookmarks of the person you choose are
        shown as yours. Comments will still appear under the name “{probe.loggedInUser?.name || 'the token'}”.
      </p>
      <fieldset className={cx('stack scroll', styles.people)}>
        <legend className="visually-hidden">People</legend>
        {people.map((person) => (
          <label key={person.id} className={cx('row gap-2 round hover-fill px-6px', styles.person)}>
            <input type="radio" name="person" checked={chosen === person.id} onChange={() => setChosen(person.id)} />
            <Avatar id={person.id} name={person.name} size={22} />
            {person.name}
          </label>
        ))}
        <label className={cx('row gap-2 round hover-fill px-6px', styles.person)}>
          <input type="radio" name="person" checked={chosen === null} onChange={() => setChosen(null)} />
          Nobody: browse without a Hand
        </label>
      </fieldset>
      {people.length === 0 ? (
        <p className="break-words note">No people are known yet. You can choose later in Settings.</p>
      ) : null}
      {advice ? <Banner tone="danger">{advice.text}</Banner> : null}
      <div className="flex justify-end push-end gap-1">
        <Button text="Back" onClick={onBack} disabled={busy} />
        <Button text="Connect" type="submit" look="primary" disabled={busy} />
      </div>
    </Form>
  );
}
