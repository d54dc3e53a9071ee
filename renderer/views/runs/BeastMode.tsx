/**
 * A button in the header of a run's column. It shows that Beast Mode is on or will start, and opens a popover that
 * explains Beast Mode.
 */
import { Lock, LockOpen } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { IconButton } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { Popover } from '../../ui/popups/Popover.tsx';
import { beastModeExplanation } from './beast-mode.ts';
import type { RunProps } from './RunMenu.tsx';
import styles from './RunsView.module.css';

export function BeastModeButton({ sprint, config }: RunProps): ReactElement | null {
  const [isOpen, setOpen] = useState(false);
  const isComing = sprint.completedAt === null && typeof config.autoBeastModeDurationHours === 'number';
  if (!sprint.lockedAt && !isComing) return null;
  return (
    <Popover
      label="Beast Mode"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        sprint.lockedAt ? (
          <button type="button" className={styles.beast} title="What Beast Mode means">
            <Chip tone="warning" icon={<Lock size={11} aria-hidden />}>
              Beast Mode
            </Chip>
          </button>
        ) : (
          <IconButton label="Beast Mode to come" small>
            <LockOpen size={13} aria-hidden />
          </IconButton>
        )
      }
    >
      <div className={styles.popover}>
        {beastModeExplanation(sprint, config).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </Popover>
  );
}
