/** One run as a board. */
import { Timer } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import { runLabel } from '../../shared/domain/run-label.ts';
import { NotHere } from '../app/NotHere.tsx';
import { BoardPage } from '../board/board-page.tsx';
import { runSource } from '../board/sources.ts';
import { type SprintRow, useLookups } from '../data/lookups.ts';
import { dayInWords, useToday } from '../data/today.ts';
import { ProgressBar } from '../ui/marks.tsx';
import { EmptyState } from '../ui/messages.tsx';
import { BurnUp } from './BurnUp.tsx';
import { progressUntil, series } from './progress.ts';
import styles from './RunsView.module.css';
import { useRunProgress } from './RunsView.tsx';

export function RunView({ sprintId }: { sprintId: string }): ReactElement | null {
  const { sprints, ready } = useLookups();
  const sprint = sprints[sprintId];
  if (sprint) return <Run sprint={sprint} />;
  return ready ? <NotHere what="Run">It may have been deleted.</NotHere> : null;
}

function Run({ sprint }: { sprint: SprintRow }): ReactElement {
  const { sprintConfigs } = useLookups();
  const config = sprintConfigs[sprint.sprintConfigId];
  const source = useMemo(() => runSource(sprint), [sprint]);
  const rows = useRunProgress(sprint.id);
  const today = useToday();
  const until = progressUntil(sprint.endDate, today);
  const effort = useMemo(() => series(rows, sprint.startDate, until, 'effort'), [rows, sprint.startDate, until]);
  const cards = useMemo(() => series(rows, sprint.startDate, until, 'cards'), [rows, sprint.startDate, until]);
  const now = { effort: effort.at(-1), cards: cards.at(-1) };
  return (
    <BoardPage
      source={source}
      header={{
        icon: <Timer size={16} aria-hidden style={{ color: `var(--planner-${config?.color ?? 'gray'})` }} />,
        title: runLabel(sprint, config),
        crumb: config?.name,
        detail: `${dayInWords(sprint.startDate)} – ${dayInWords(sprint.endDate)}`,
      }}
      above={
        now.effort && now.cards ? (
          <div className={styles.banner}>
            <div className={styles.grow}>
              <ProgressBar
                label="Progress of the run"
                value={now.effort.done}
                second={now.effort.started}
                total={now.effort.total}
                height={6}
              />
              <div className={styles.numbers}>
                <span>
                  {now.cards.done} of {now.cards.total} cards
                </span>
                <span>
                  {now.effort.done} of {now.effort.total} effort
                </span>
              </div>
            </div>
            <BurnUp points={effort} from={sprint.startDate} to={sprint.endDate} unit="effort" />
          </div>
        ) : null
      }
      empty={
        <EmptyState title="No cards in this run">Drag cards here from the runs board, or press R on a card.</EmptyState>
      }
    />
  );
}
