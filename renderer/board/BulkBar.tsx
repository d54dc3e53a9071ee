/** What can be done to all selected cards at once. */
import {
  Archive,
  ArrowRightLeft,
  CalendarDays,
  CheckCircle2,
  CircleDashed,
  Files,
  FileText,
  Flag,
  Gauge,
  Gem,
  Hand,
  Milestone,
  Play,
  RotateCcw,
  Rows3,
  Tag,
  Timer,
  Trash2,
  User,
  X,
} from 'lucide-react';
import { type ReactElement, useEffect } from 'react';
import { canRun, labelOf } from '../app/command.ts';
import { clearSelection, useSelection } from '../data/selection.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { useToastLift } from '../ui/toast.tsx';
import styles from './BulkBar.module.css';
import { cardCommands } from './card-commands.ts';

const offered = [
  ['card.start', Play],
  ['card.done', CheckCircle2],
  ['card.status', CircleDashed],
  ['card.owner', User],
  ['card.priority', Flag],
  ['card.effort', Gauge],
  ['card.move', ArrowRightLeft],
  ['card.zone', Rows3],
  ['card.run', Timer],
  ['card.milestone', Milestone],
  ['card.due', CalendarDays],
  ['card.tag', Tag],
  ['card.hero', Gem],
  ['card.kind', FileText],
  ['card.hand', Hand],
  ['card.copyTo', Files],
  ['card.restore', RotateCcw],
  ['card.archive', Archive],
  ['card.delete', Trash2],
] as const;

/** px from one's foot to the other's. */
const barRoom = 60;

export function BulkBar(): ReactElement | null {
  const count = useSelection((state) => state.selected.size);
  const isShown = count > 0;
  // What became of the cards is told while the bar may still be needed.
  useEffect(() => {
    if (!isShown) return;
    useToastLift.setState({ lift: barRoom });
    return () => useToastLift.setState({ lift: 0 });
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div className={styles.anchor}>
      <div className={styles.bar} role="toolbar" aria-label="Selected cards">
        <span className={styles.count} role="status">
          {count} selected
        </span>
        {offered.map(([id, Icon]) => {
          const command = cardCommands.find((candidate) => candidate.id === id);
          if (!command) return null;
          const able = canRun(command);
          if (able === false) return null;
          const label = id === 'card.hand' ? 'Hand' : labelOf(command);
          return (
            <IconButton
              key={id}
              label={typeof able === 'string' ? `${label}: ${able}` : label}
              shortcut={command.keys?.[0]}
              disabled={able !== true}
              onClick={command.run}
            >
              <Icon size={16} aria-hidden />
            </IconButton>
          );
        })}
        <Button look="quiet" small onClick={clearSelection} aria-label="Clear the selection">
          <X size={14} aria-hidden />
        </Button>
      </div>
    </div>
  );
}
