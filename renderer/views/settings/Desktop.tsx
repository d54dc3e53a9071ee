/** The app outside its main windows: tray, quick add and start at login. */
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import type { DesktopSettings } from '../../../shared/bridge/index.ts';
import { changeSettings, useSettings } from '../../data/app-state.ts';
import { bridge, call } from '../../data/bridge.ts';
import { Button } from '../../ui/Button.tsx';
import { acceleratorOfKeyPress } from '../../ui/dom/accelerator.ts';
import { Switch } from '../../ui/forms/CheckboxField.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { type Command, commandLabel, commandWithAccelerator } from '../../workbench/command.ts';
import { ChoiceRow, SettingsGroup, SettingsRow } from './parts/rows.tsx';

const isMac = () => bridge().platform === 'darwin';

/**
 * `commands` are all commands of the app: a shortcut of one of them is refused as the global shortcut. A prop, because
 * views are not allowed to import the table of commands.
 */
export function DesktopSection({ commands }: { commands: readonly Command[] }): ReactElement {
  const { desktop } = useSettings();
  const { data: status, refetch } = useQuery({
    queryKey: ['desktop/status', desktop.quickAddKey],
    queryFn: () => call('desktop/status', {}),
  });
  const set = (part: Partial<DesktopSettings>) =>
    void changeSettings({ desktop: { ...desktop, ...part } }).then(() => refetch());
  const isRefused = desktop.quickAddKey !== null && status?.isQuickAddKeyRefused === true;
  const iconLabel = isMac() ? 'Icon in the menu bar' : 'Icon in the tray';
  return (
    <>
      <SettingsGroup
        title="Quick add"
        about={`A small window for a new card, over whatever you do.${
          status?.isWayland
            ? ' On Wayland your desktop decides where it opens, and other windows can cover the Hand strip.'
            : ''
        }`}
      >
        <KeyRow
          commands={commands}
          value={desktop.quickAddKey}
          refusal={
            isRefused
              ? 'The system gives this key to another program, or allows no such keys. Choose another one, or let your desktop’s own shortcuts run “decktop --add”. A link “decktop://add” opens quick add, too.'
              : null
          }
          onChange={(quickAddKey) => set({ quickAddKey })}
        />
      </SettingsGroup>
      <SettingsGroup title="Tray">
        <SettingsRow label={iconLabel} about="The next cards of your Hand, quick add, and what waits to be sent.">
          <Switch label={iconLabel} checked={desktop.tray} onChange={(tray) => set({ tray })} />
        </SettingsRow>
        {isMac() || !desktop.tray ? null : (
          <ChoiceRow
            label="After the last window is closed"
            value={desktop.afterLastWindow}
            choices={{ ask: 'Ask', stay: 'Keep running in the tray', quit: 'Quit' }}
            onChange={(afterLastWindow) => set({ afterLastWindow })}
          />
        )}
      </SettingsGroup>
      {status?.opensLinks === false ? (
        <SettingsGroup title="Links">
          <SettingsRow
            label="Links do not open Decktop"
            about="Your desktop does not know that Decktop opens decktop:// links. An AppImage must first be added to its programs."
          />
        </SettingsGroup>
      ) : null}
      {status?.canStartAtLogin ? (
        <SettingsGroup title="Start">
          <ChoiceRow
            label="Start when I log in"
            value={desktop.startAtLogin}
            choices={{ no: 'No', shown: 'Yes', hidden: 'Yes, without a window' }}
            onChange={(startAtLogin) => set({ startAtLogin })}
          />
        </SettingsGroup>
      ) : null}
    </>
  );
}

interface KeyRowProps {
  commands: readonly Command[];
  value: string | null;
  /** Why the system did not register the key, or null. */
  refusal: string | null;
  onChange: (accelerator: string | null) => void;
}

/** The global shortcut for quick add: the person presses the new shortcut to set it. */
function KeyRow({ commands, value, refusal, onChange }: KeyRowProps): ReactElement {
  const [isRecording, setRecording] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    if (!isRecording) return undefined;
    const pressed = (event: KeyboardEvent) => {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === 'Escape' || event.key === 'Tab') {
        setRecording(false);
        return;
      }
      if (/^(Control|Shift|Alt|AltGraph|Meta)$/.test(event.key)) return;
      // Windows reports AltGr as Ctrl+Alt. A global shortcut with it would take a character from every program.
      const accelerator = event.getModifierState('AltGraph') ? null : acceleratorOfKeyPress(event);
      const command = accelerator && commandWithAccelerator(commands, accelerator, isMac());
      if (accelerator === null) setFault('Press it together with Ctrl, Alt or Command, or press a function key.');
      else if (command) setFault(`This key is “${commandLabel(command)}” already. Press another one.`);
      else {
        setFault(null);
        setRecording(false);
        onChange(accelerator);
      }
    };
    window.addEventListener('keydown', pressed, { capture: true });
    return () => window.removeEventListener('keydown', pressed, { capture: true });
  }, [commands, isRecording, onChange]);
  return (
    <SettingsRow
      label="Key in every program"
      about={
        <span role={fault || refusal ? 'alert' : undefined}>
          {fault ?? refusal ?? 'Opens quick add, also while Decktop has no window in front.'}
        </span>
      }
    >
      {value === null || isRecording ? null : <Kbd keys={value.replace('Super', 'Meta')} />}
      <Button
        text={isRecording ? 'Press the key…' : value === null ? 'Choose a key' : 'Change'}
        small
        onClick={() => {
          setFault(null);
          setRecording(!isRecording);
        }}
      />
      {value === null || isRecording ? null : (
        <Button text="Remove" small look="quiet" onClick={() => onChange(null)} />
      )}
    </SettingsRow>
  );
}
