import { type ReactElement, useEffect, useState } from 'react';
import type { AppInfo, SyncStatus } from '../../../shared/bridge/index.ts';
import { serviceLimits } from '../../../shared/contract/index.ts';
import { useSyncStatus, useWorkspace } from '../../data/app-state.ts';
import { call, errorText, failureText } from '../../data/bridge.ts';
import { nameOf, useAssignablePeople } from '../../data/lookups.ts';
import { RelativeTime } from '../../data/relative-time.ts';
import { navigate } from '../../data/routes.ts';
import { timeSinceText, timeUntilText } from '../../sync/sync-labels.ts';
import { useCurrentTimeMs } from '../../sync/use-sync-state.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { copyText } from '../../ui/dom/announce-to-screen-readers.ts';
import { CheckboxField } from '../../ui/forms/CheckboxField.tsx';
import { countWithNoun } from '../../ui/text/text.ts';
import { useServiceAdminData } from './administration/administration.ts';
import { SettingsGroup, SettingsRow } from './parts/rows.tsx';
import styles from './parts/settings.module.css';

type Entries = readonly (readonly [name: string, value: string])[];

const phases: Readonly<Record<string, string>> = {
  first: 'first sync',
  fresh: 'up to date',
  syncing: 'syncing',
  failing: 'cannot read',
  offline: 'offline',
  stopped: 'stopped',
  restarting: 'restarting after a crash',
  down: 'stopped after several crashes',
};

function syncEntries(sync: SyncStatus, now: number): Entries {
  const phase = phases[sync.phase] ?? sync.phase;
  return [
    ['State', sync.pausedByPerson ? `${phase}, by choice` : phase],
    [
      'First sync',
      sync.progress ? `${sync.progress.done} of ${sync.progress.total} ${sync.progress.what}` : 'complete',
    ],
    ['Last read', sync.freshAt ? timeSinceText(sync.freshAt, now) : 'not yet'],
    ['Offline since', sync.offlineSince ? timeSinceText(sync.offlineSince, now) : 'not offline'],
    ['Next check', sync.nextPollAt ? timeUntilText(sync.nextPollAt, now) : 'none planned'],
    ['Requests left', `${sync.budgetLeft} of ${serviceLimits.rateRequests} in ${serviceLimits.rateWindowSeconds} s`],
    ['Waiting in the outbox', `${sync.waiting}, ${sync.attention} need your attention`],
    ['Waiting but not shown', sync.unapplied > 0 ? `${sync.unapplied}, see the log file` : 'none'],
    [
      'Manual order',
      sync.manualOrderShared === null
        ? 'not known yet'
        : sync.manualOrderShared
          ? 'shared by the service'
          : 'kept on this computer',
    ],
    ['Scopes the token lacks', sync.missingScopes.length > 0 ? sync.missingScopes.join(', ') : 'none refused so far'],
    ['Rows with a wrong value', wrongValuesText(sync)],
    ['Last failure', sync.failure ? failureText(sync.failure) : 'none'],
  ];
}

const wrongValuesText = ({ wrongValues }: SyncStatus): string =>
  Object.entries(wrongValues)
    .map(([field, rows]) => `${field} in ${countWithNoun(rows, 'row')}`)
    .join(', ') || 'none';

const appEntries = (info: AppInfo): Entries => [
  ['Decktop', info.version],
  ['Electron', info.electron],
  ['Chromium', info.chrome],
  ['Node', info.node],
  ['System', info.platform],
  ['Data folder', info.userData],
  ['Log file', info.logFile],
];

export function DiagnosticsSection(): ReactElement {
  const sync = useSyncStatus();
  const workspace = useWorkspace();
  const [info, setInfo] = useState<AppInfo | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    call('app/info', {}).then(setInfo, setFailure);
  }, []);
  const now = useCurrentTimeMs();
  const [withHosts, setWithHosts] = useState(false);
  const copy = () =>
    void call('app/diagnostics', { withHosts }).then((text) => copyText(text, 'Copied the diagnostics'), setFailure);
  return (
    <>
      <SettingsGroup
        title="Sync"
        about={
          workspace ? `Of ${workspace.kind === 'local' ? 'the workspace on this computer' : workspace.name}` : undefined
        }
      >
        <EntryList entries={sync ? syncEntries(sync, now) : []} />
      </SettingsGroup>
      <SettingsGroup title="App">
        {failure ? <p className="danger text-sm">{errorText(failure)}</p> : null}
        <EntryList entries={info ? appEntries(info) : []} />
        <SettingsRow
          label="For a bug report"
          about="The copy contains versions, states and the end of the log, but no token and no text of a card."
        >
          <CheckboxField checked={withHosts} onChange={setWithHosts}>
            With addresses of services
          </CheckboxField>
          <Button text="Copy" small onClick={copy} />
        </SettingsRow>
        <SettingsRow label="More">
          <Button
            text="Gallery of the interface"
            small
            onClick={() => navigate({ view: 'gallery', id: null, query: {} })}
          />
          <Button text="Licences" small onClick={() => navigate({ view: 'licences', id: null, query: {} })} />
        </SettingsRow>
      </SettingsGroup>
      {workspace?.kind === 'local' ? <StoredMails /> : null}
    </>
  );
}

/** Mails that a hosted service sends; the embedded service has no mail server and stores them. */
function StoredMails(): ReactElement {
  const { value } = useServiceAdminData('mail/list');
  const persons = useAssignablePeople();
  const nameFor = (userId: string) => nameOf(persons.find(({ id }) => id === userId));
  return (
    <SettingsGroup title="E-mail" about="E-mails that a hosted service would have sent. They stay on this computer.">
      {value?.length === 0 ? <SettingsRow label="No e-mails so far" /> : null}
      {value?.map((mail) => (
        <SettingsRow
          key={mail.id}
          label={mail.subject}
          about={
            <>
              To {nameFor(mail.userId)}, <RelativeTime at={mail.createdAt} />. {mail.text}
            </>
          }
        />
      ))}
    </SettingsGroup>
  );
}

function EntryList({ entries }: { entries: Entries }): ReactElement {
  return (
    <dl className={cx('selectable', styles.entries)}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <dt className="faint">{name}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
