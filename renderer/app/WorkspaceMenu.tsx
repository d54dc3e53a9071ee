/** Which workspace this is, and the others. */
import { ChevronDown, Plus, Settings as SettingsIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Workspace } from '../../shared/bridge/index.ts';
import { useApp } from '../data/app-state.ts';
import { call, failureOf } from '../data/bridge.ts';
import { sentenceOf } from '../data/failures.ts';
import { useLookups } from '../data/lookups.ts';
import { go } from '../data/routes.ts';
import { cx } from '../ui/cx.ts';
import { Menu } from '../ui/Menu.tsx';
import { toast } from '../ui/toast.tsx';
import { workspaceFits } from './row-room.ts';
import styles from './Sidebar.module.css';

/** The organization's own name is known of the open workspace alone. */
function labelOf({ kind, name }: Workspace, account: string | undefined): string {
  if (kind !== 'local') return account ?? name;
  return account ? `${account} (on this computer)` : name;
}

export function WorkspaceMenu(): ReactElement {
  const workspace = useApp((state) => state.workspace);
  const workspaces = useApp((state) => state.workspaces);
  const { account } = useLookups();
  const name = account?.name ?? workspace?.name ?? 'Decktop';
  const open = (id: string) =>
    call('workspace/open', { id }).then(
      () => go('home'),
      (error: unknown) => toast({ title: sentenceOf(failureOf(error)), tone: 'danger' }),
    );
  return (
    <Menu
      trigger={
        <button type="button" className={styles.workspace}>
          <span className={styles.logo} aria-hidden>
            {[...name][0]?.toUpperCase() ?? 'D'}
          </span>
          <span className={cx(styles.label, !workspaceFits(name) && styles.cut)}>{name}</span>
          <ChevronDown size={13} aria-hidden />
        </button>
      }
      entries={[
        { heading: 'Workspaces' },
        ...workspaces.map((other) => ({
          label: labelOf(other, other.id === workspace?.id ? account?.name : undefined),
          checked: other.id === workspace?.id,
          run: () => void open(other.id),
        })),
        { separator: true },
        { label: 'Connect a workspace…', icon: <Plus size={14} aria-hidden />, run: () => go('connect') },
        { label: 'Settings', icon: <SettingsIcon size={14} aria-hidden />, run: () => go('settings') },
      ]}
    />
  );
}
