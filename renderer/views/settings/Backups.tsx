import { type ReactElement, useEffect, useState } from 'react';
import type { BackupState } from '../../../shared/bridge/index.ts';
import { useWorkspace } from '../../data/app-state.ts';
import { bridge, call, logFailure, toastFailure } from '../../data/bridge.ts';
import { fileSizeText } from '../../data/files/attachments.ts';
import { saveWorkspaceAsFile } from '../../data/workspace-actions.ts';
import { Button } from '../../ui/Button.tsx';
import { dateAndTimeText } from '../../ui/dates/day-text.ts';
import { Banner } from '../../ui/messages.tsx';
import { openDialog } from '../../workbench/dialog-state.ts';
import { SettingsGroup, SettingsRow } from './parts/rows.tsx';

/** More are in the folder, and the row Restore… opens any of them. */
const maxShown = 30;

export function BackupsSection(): ReactElement {
  const workspace = useWorkspace();
  const [state, setState] = useState<BackupState | null>(null);
  useEffect(() => {
    call('backups/state', {}).then(setState, logFailure('The backups are not known'));
    return bridge().on('backups/changed', setState);
  }, []);
  const change = (answer: Promise<BackupState | null>) =>
    answer.then(
      (next) => next && setState(next),
      (error: unknown) => toastFailure(error, 'That did not work'),
    );
  const files = state?.files.filter(({ workspaceId }) => workspaceId === workspace?.id) ?? [];
  const isAlone = state?.folder === null && workspace?.kind === 'local' && !workspace.isDemo;
  return (
    <>
      {isAlone ? (
        <Banner tone="warning">
          “{workspace.name}” is only on this computer, and backups are off. Choose a folder, best on another disk or one
          that is synced.
        </Banner>
      ) : null}
      <SettingsGroup
        title="Backups"
        about="Each hour in which something changed, every workspace is copied into a folder of your choice: local workspaces whole, of others your drafts, waiting changes and saved views. Kept are one per hour for a day, one per day for two weeks, one per week for half a year."
      >
        <SettingsRow label="Folder" about={state?.folder ?? 'None: backups are off.'}>
          {state?.folder ? (
            <Button text="Turn off" look="quiet" onClick={() => change(call('backups/turnOff', {}))} />
          ) : null}
          <Button text="Choose…" onClick={() => change(call('backups/chooseFolder', {}))} />
        </SettingsRow>
        {state?.folder ? (
          <SettingsRow label="All workspaces" about={lastText(state)}>
            <Button
              text={state.isRunning ? 'Backing up…' : 'Back up now'}
              disabled={state.isRunning}
              onClick={() => change(call('backups/run', {}))}
            />
          </SettingsRow>
        ) : null}
      </SettingsGroup>
      {state?.failure ? <Banner tone="danger">{state.failure}</Banner> : null}
      <SettingsGroup title={workspace?.name ?? 'Workspace'}>
        {workspace ? (
          <SettingsRow label="As one file" about="To carry to another computer. A double click opens it there.">
            <Button text="Save…" onClick={() => void saveWorkspaceAsFile(workspace.id)} />
          </SettingsRow>
        ) : null}
        {workspace?.kind === 'remote' ? (
          <SettingsRow
            label="Copy to this computer"
            about="All that you may read, with its files, as a local workspace that needs no service."
          >
            <Button text="Copy…" onClick={() => openDialog({ kind: 'copyHere' })} />
          </SettingsRow>
        ) : null}
        <SettingsRow label="Restore" about="Shows what is in a copy first.">
          <Button text="Restore…" onClick={() => openDialog({ kind: 'restoreWorkspace', from: 'choice' })} />
        </SettingsRow>
        {workspace ? (
          <SettingsRow label="Check" about="Looks whether the files are whole, and mends what can be mended.">
            <Button text="Check…" onClick={() => openDialog({ kind: 'checkWorkspace' })} />
          </SettingsRow>
        ) : null}
      </SettingsGroup>
      {files.length > 0 ? (
        <SettingsGroup title={`Backups of ${workspace?.name}`}>
          {files.slice(0, maxShown).map(({ name, at, bytes }) => (
            <SettingsRow key={name} label={dateAndTimeText(at)} about={fileSizeText(bytes)}>
              <Button
                text="Restore…"
                look="quiet"
                aria-label={`Restore the backup of ${dateAndTimeText(at)}…`}
                onClick={() => openDialog({ kind: 'restoreWorkspace', from: { backup: name } })}
              />
            </SettingsRow>
          ))}
        </SettingsGroup>
      ) : null}
    </>
  );
}

function lastText({ files }: BackupState): string {
  const [newest] = files;
  return newest ? `The newest backup is of ${dateAndTimeText(newest.at)}.` : 'There is no backup yet.';
}
