/** The sign of Beast Mode in a run's head: on, or still to come. It opens what that means for the run. */
import { Lock } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Chip } from '../../ui/Chip.tsx';
import { Popover } from '../../ui/popups/Popover.tsx';
import { beastModeLines } from './beast-mode.ts';
import type { RunProps } from './RunMenu.tsx';
import styles from './RunsView.module.css';

export function BeastMode({ sprint, config }: RunProps): ReactElement | null {
  const [isOpen, setOpen] = useState(false);
  const isComing = sprint.completedAt === null && typeof config.autoBeastModeDurationHours === 'number';
  if (!sprint.lockedAt && !isComing) return null;
  return (
    <Popover
      label="Beast Mode"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className={styles.beast}
          title={sprint.lockedAt ? 'Beast Mode is on' : 'Beast Mode to come'}
        >
          <Chip {...(sprint.lockedAt ? { tone: 'warning', icon: <Lock size={11} aria-hidden /> } : {})}>
            {sprint.lockedAt ? 'Beast Mode' : 'Beast Mode later'}
          </Chip>
        </button>
      }
    >
      <div className={styles.popover}>
        {beastModeLines(sprint, config).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </Popover>
  );
}
