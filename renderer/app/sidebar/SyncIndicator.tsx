/** The sync status at the foot of the sidebar; a click opens a popover with details. */
import { CloudOff, Loader, RefreshCw, TriangleAlert, UploadCloud } from 'lucide-react';
import { type ReactElement, useEffect, useState } from 'react';
import type { SyncStatus, Workspace } from '../../../shared/bridge/index.ts';
import { useSyncStatus, useViewState, useWorkspace } from '../../data/app-state.ts';
import { useRerenderEachMinute } from '../../data/relative-time.ts';
import { manualOrderNotSharedNote, syncTexts } from '../../sync/sync-labels.ts';
import { timeAgo } from '../../ui/dates/day-text.ts';
import { prefetchedComponent } from '../../ui/lazy-component.ts';
import { Popover } from '../../ui/popups/Popover.tsx';
import { toast } from '../../ui/popups/toast.ts';

const SyncPopover = prefetchedComponent(() => import('../../sync/SyncPopover.tsx'), 'SyncPopover');

const looks = {
  quiet: { icon: RefreshCw, color: 'var(--text-faint)' },
  busy: { icon: Loader, color: 'var(--accent)' },
  offline: { icon: CloudOff, color: 'var(--warning)' },
  attention: { icon: TriangleAlert, color: 'var(--danger)' },
};

export function SyncIndicator(): ReactElement | null {
  const sync = useSyncStatus();
  const workspace = useWorkspace();
  const [open, setOpen] = useState(false);
  // Updates the age of the data.
  useRerenderEachMinute();
  const now = Date.now();
  useManualOrderNotice(sync, workspace);
  if (!sync) return null;
  const texts = syncTexts(sync, now);
  const { icon, color } = looks[texts.tone];
  const Icon = texts.tone === 'busy' && sync.waiting > 0 ? UploadCloud : icon;
  return (
    <Popover
      label="Sync"
      side="top"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          data-sync={sync.phase}
          className="row grow gap-6px min-w-0 text-sm text-start round px-2 hover-fill h-8"
          style={{ color }}
        >
          <Icon size={13} aria-hidden />
          <span className="grow min-w-0 truncate" aria-live="polite">
            {texts.text}
          </span>
          {workspace?.kind === 'local' ? null : (
            <span className="nowrap">
              {sync.freshAt && texts.tone === 'quiet'
                ? timeAgo(sync.freshAt, Math.max(now, Date.parse(sync.freshAt)))
                : ''}
            </span>
          )}
        </button>
      }
    >
      <SyncPopover sync={sync} workspace={workspace} close={() => setOpen(false)} />
    </Popover>
  );
}

/** Shows a toast, once per workspace, if the service does not share the manual order of cards. */
function useManualOrderNotice(sync: SyncStatus | null, workspace: Workspace | null): void {
  const [wasShown, setWasShown] = useViewState('told-manual-order', false);
  const isDue = sync?.manualOrderShared === false && workspace?.kind === 'remote' && !wasShown;
  useEffect(() => {
    if (!isDue) return;
    setWasShown(true);
    toast({
      title: 'The order of cards stays on this computer',
      detail: manualOrderNotSharedNote,
      id: 'manual-order',
      timeout: 0,
    });
  }, [isDue, setWasShown]);
}
