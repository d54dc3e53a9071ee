import { type ReactElement, useEffect, useState } from 'react';
import type { AppUpdateSettings, AppUpdateState } from '../../../shared/bridge/index.ts';
import { changeSettings, useSettings } from '../../data/app-state.ts';
import { call } from '../../data/bridge.ts';
import {
  checkForUpdates,
  downloadUpdate,
  installUpdate,
  loadAppUpdateState,
  useAppUpdateState,
} from '../../data/updates.ts';
import { CardText } from '../../editor/CardText.tsx';
import { useMentionResolver } from '../../editor/mention-resolver.ts';
import { Button } from '../../ui/Button.tsx';
import { dateAndTimeText } from '../../ui/dates/day-text.ts';
import { ChoiceRow, SettingsGroup, SettingsRow, SwitchRow } from './parts/rows.tsx';

const change = (updates: AppUpdateSettings) => void changeSettings({ updates });

/** Below the number of the installed version. */
function updateStateText(state: AppUpdateState): string {
  switch (state.phase) {
    case 'off':
      return state.reason;
    case 'idle':
      return state.checkedAt
        ? `This is the newest version. Checked ${dateAndTimeText(state.checkedAt)}.`
        : 'Not checked yet.';
    case 'checking':
      return 'Looking for a new version…';
    case 'available':
      return `Version ${state.version} is available.`;
    case 'downloading':
      return `Downloading version ${state.version}: ${state.percent} %`;
    case 'ready':
      return `Version ${state.version} is downloaded and verified.${state.onQuit ? ' It is installed when you quit.' : ''}`;
    case 'failed':
      return `${state.message} Decktop tries again later.`;
  }
}

export function UpdatesSection(): ReactElement {
  const { updates } = useSettings();
  const state = useAppUpdateState();
  const [version, setVersion] = useState('');
  useEffect(() => {
    loadAppUpdateState();
    call('app/info', {}).then((info) => setVersion(info.version), console.warn);
  }, []);
  return (
    <>
      <SettingsGroup title="About Decktop">
        <SettingsRow
          label={`Version ${version}`}
          about={<span role="status">{state ? updateStateText(state) : ''}</span>}
        >
          {state ? <UpdateActions state={state} /> : null}
        </SettingsRow>
      </SettingsGroup>
      {state && 'notes' in state && state.notes !== '' ? (
        <ReleaseNotes version={state.version} notes={state.notes} />
      ) : null}
      {state && state.phase !== 'off' ? (
        <SettingsGroup title="Updates">
          <SwitchRow
            label="Update automatically"
            about="Looks for new versions and downloads them. You choose when to install."
            checked={updates.automatic}
            onChange={(automatic) => change({ ...updates, automatic })}
          />
          <ChoiceRow
            label="Versions"
            about="Beta versions come earlier and have had less testing."
            value={updates.channel}
            choices={{ latest: 'Finished versions', beta: 'Beta versions, too' }}
            onChange={(channel) => change({ ...updates, channel })}
          />
        </SettingsGroup>
      ) : null}
    </>
  );
}

function UpdateActions({ state }: { state: AppUpdateState }): ReactElement | null {
  switch (state.phase) {
    case 'off':
      return null;
    case 'available':
      return <Button text="Download" onClick={downloadUpdate} />;
    case 'ready':
      return (
        <span className="row gap-2">
          {state.onQuit ? (
            <Button text="Not when I quit" onClick={() => installUpdate('later')} />
          ) : (
            <Button text="When I quit" onClick={() => installUpdate('onQuit')} />
          )}
          <Button text="Restart and update" look="primary" onClick={() => installUpdate('now')} />
        </span>
      );
    default:
      return (
        <Button
          text="Check now"
          disabled={state.phase === 'checking' || state.phase === 'downloading'}
          onClick={checkForUpdates}
        />
      );
  }
}

/** Release notes mention no cards or people, so `ReleaseNotes` looks up none. */
const noTexts: readonly string[] = [];

function ReleaseNotes({ version, notes }: { version: string; notes: string }): ReactElement {
  const mentions = useMentionResolver(noTexts, null);
  return (
    <SettingsGroup title={`New in ${version}`}>
      <div className="p-3-4" dir="auto">
        <CardText text={notes} mentions={mentions} />
      </div>
    </SettingsGroup>
  );
}
