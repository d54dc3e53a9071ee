import { Timer } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import { runLabel } from '../../../shared/domain/run-label.ts';
import { BoardPage } from '../../board/BoardPage.tsx';
import { rowByAnyId } from '../../data/id-remap.ts';
import { type SprintRow, useLookups } from '../../data/lookups.ts';
import { runBoardSource } from '../../model/board-source.ts';
import { useRunForBurnUp } from '../../progress/BurnUpButton.tsx';
import { ProgressBand } from '../../progress/ProgressBand.tsx';
import { useProgress } from '../../progress/use-progress.ts';
import { dayAndMonthText } from '../../ui/dates/day-text.ts';
import { EmptyState } from '../../ui/messages.tsx';
import { NotFound } from '../../workbench/page/NotFound.tsx';
import { RunMenu } from './RunMenu.tsx';

export function RunView({ sprintId }: { sprintId: string }): ReactElement | null {
  const { sprints, isLoaded: ready } = useLookups();
  const sprint = rowByAnyId(sprints, sprintId);
  if (sprint) return <RunBoard sprint={sprint} />;
  return ready ? <NotFound what="Run">It may have been deleted.</NotFound> : null;
}

function RunBoard({ sprint }: { sprint: SprintRow }): ReactElement {
  const { sprintConfigs, activeProjectsCondition } = useLookups();
  const config = sprintConfigs[sprint.sprintConfigId];
  const source = useMemo(() => runBoardSource(sprint, activeProjectsCondition), [sprint, activeProjectsCondition]);
  const progress = useProgress('sprint', sprint.id, sprint.completedAt !== null);
  const label = runLabel(sprint, config);
  const subject = useRunForBurnUp(sprint, label);
  return (
    <BoardPage
      source={source}
      header={{
        icon: <Timer size={16} aria-hidden style={{ color: `var(--milestone-${config?.color ?? 'gray'})` }} />,
        title: label,
        crumb: config?.name,
        detail: `${dayAndMonthText(sprint.startDate)} – ${dayAndMonthText(sprint.endDate)}`,
        menu: config ? <RunMenu sprint={sprint} config={config} isBoard /> : null,
      }}
      contentAbove={<ProgressBand label="Progress of the run" progress={progress} subject={subject} />}
      empty={
        sprint.completedAt === null ? (
          <EmptyState title="No cards here yet">Drag cards here from the runs board, or press R on a card.</EmptyState>
        ) : (
          <EmptyState title="No cards in this run any more">
            They were moved to other runs, archived or deleted since it was completed.
          </EmptyState>
        )
      }
    />
  );
}
