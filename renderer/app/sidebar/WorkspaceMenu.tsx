import { Boxes, ChevronDown, Plus, Settings as SettingsIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Workspace } from '../../../shared/bridge/index.ts';
import { useAppState, useWorkspace } from '../../data/app-state.ts';
import { useLookups } from '../../data/lookups.ts';
import { navigate } from '../../data/routes.ts';
import { switchWorkspace } from '../../data/workspace-actions.ts';
import { cx } from '../../ui/cx.ts';
import { Menu } from '../../ui/popups/Menu.tsx';
import { openDialog } from '../../workbench/dialog-state.ts';
import styles from './Sidebar.module.css';

export function WorkspaceMenu(): ReactElement {
  const workspace = useWorkspace();
  const workspaces = useAppState((state) => state.workspaces);
  const { account } = useLookups();
  const nameOf = (shown: Workspace) =>
    // The list has the organization's name from the time of connecting. The account row has the current name, but is
    // known only for the open workspace.
    shown.kind === 'remote' && shown.id === workspace?.id ? (account?.name ?? shown.name) : shown.name;
  const name = workspace ? nameOf(workspace) : 'Decktop';
  return (
    <Menu
      trigger={
        <button type="button" className="row grow gap-2 min-w-0 strong text-start round hover-fill h-8 px-6px">
          <span className={cx('inline-row justify-center rigid text-xs', styles.logo)} aria-hidden>
            {[...name][0]?.toUpperCase() ?? 'D'}
          </span>
          <span className={cx('truncate', styles.label)}>{name}</span>
          <ChevronDown size={13} aria-hidden />
        </button>
      }
      entries={[
        { heading: 'Workspaces' },
        ...workspaces.map((other) => ({
          label: nameOf(other),
          checked: other.id === workspace?.id,
          run: () => void switchWorkspace(other.id),
        })),
        { separator: true },
        {
          label: 'Add a workspace…',
          icon: <Plus size={14} aria-hidden />,
          run: () => openDialog({ kind: 'addWorkspace' }),
        },
        { label: 'Manage workspaces', icon: <Boxes size={14} aria-hidden />, run: () => navigate('connect') },
        { label: 'Settings', icon: <SettingsIcon size={14} aria-hidden />, run: () => navigate('settings') },
      ]}
    />
  );
}
