import { Ellipsis } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { missingScopeReason } from '../../data/permissions.ts';
import { navigate } from '../../data/routes.ts';
import { zoneMenuEntries } from '../../decks/ZoneMenu.tsx';
import { type ZoneOwner, zoneTitle } from '../../model/zones.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx';
import { openDialog } from '../../workbench/dialog-state.ts';
import { startBeastMode } from './beast-mode.ts';
import { completeRun } from './complete-run.ts';
import { RunDialog, type RunProps } from './RunDialog.tsx';

function runEntries({ sprint, config }: RunProps, isBoard: boolean, edit: () => void): MenuEntry[] {
  const refusal = missingScopeReason('sprints/updateSprint');
  const isOver = sprint.completedAt ? 'completed already' : undefined;
  const owner: ZoneOwner = { kind: 'sprint', id: sprint.id };
  const zones = sprint.manualOrderLabels ?? [];
  return [
    ...(isBoard ? [] : [{ label: 'Open as a board', run: () => navigate({ view: 'run', id: sprint.id }) }]),
    { label: 'Edit run…', disabled: refusal, run: edit },
    {
      label: 'Zones',
      entries: [
        ...zones.map((zone) => ({ label: zoneTitle(zone), entries: zoneMenuEntries(owner, zones, zone) })),
        { label: 'Add zone…', disabled: refusal, run: () => openDialog({ kind: 'zone', owner, zone: null }) },
      ],
    },
    { label: 'Settings of these runs…', run: () => openDialog({ kind: 'runConfig', configId: config.id }) },
    {
      label: 'Start Beast Mode…',
      disabled: isOver ?? (sprint.lockedAt ? 'on already' : refusal),
      run: () => void startBeastMode(sprint, config),
    },
    { label: 'Complete the run…', disabled: isOver ?? refusal, run: () => void completeRun(sprint, config) },
  ];
}

/** The dialog that edits a run, with its capacities. */
export function useEditRun(run: RunProps): { open: () => void; dialog: ReactElement | null } {
  const [isEditing, setEditing] = useState(false);
  return {
    open: () => setEditing(true),
    dialog: isEditing ? <RunDialog {...run} onClose={() => setEditing(false)} /> : null,
  };
}

/** With `isBoard`, the menu has no entry that opens the run's own board. */
export function RunMenu({ isBoard = false, ...run }: RunProps & { readonly isBoard?: boolean }): ReactElement {
  const edit = useEditRun(run);
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={`More about ${runLabel(run.sprint, run.config)}`} small />}
        entries={() => runEntries(run, isBoard, edit.open)}
      />
      {edit.dialog}
    </>
  );
}
