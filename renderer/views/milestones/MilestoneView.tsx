import { Ellipsis, type LucideIcon, Milestone, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { type ReactElement, useMemo, useState } from 'react';
import type { ActionName } from '../../../shared/contract/index.ts';
import { BoardPage } from '../../board/BoardPage.tsx';
import { HandStrip } from '../../board/hand-strip/HandStrip.tsx';
import { act, actStep } from '../../data/act.ts';
import { useCurrentUserId } from '../../data/app-state.ts';
import { rowByAnyId, useRemappedRowId } from '../../data/id-remap.ts';
import { type MilestoneRow, useLookups } from '../../data/lookups.ts';
import { missingScopeReason } from '../../data/permissions.ts';
import { formatRoute, navigate } from '../../data/routes.ts';
import { milestoneBoardSource } from '../../model/board-source.ts';
import type { RunOrMilestoneForBurnUp } from '../../progress/burn-up/use-burn-up.ts';
import { ProgressBand } from '../../progress/ProgressBand.tsx';
import { type ProgressData, useProgress } from '../../progress/use-progress.ts';
import { IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { dayAndMonthText, dayTextFrom } from '../../ui/dates/day-text.ts';
import { useToday } from '../../ui/dates/today.ts';
import { EmptyState } from '../../ui/messages.tsx';
import { Menu } from '../../ui/popups/Menu.tsx';
import { countWithNoun } from '../../ui/text/text.ts';
import { confirmEffects } from '../../workbench/confirmation/confirm.ts';
import { NotFound } from '../../workbench/page/NotFound.tsx';
import { ViewHeader } from '../../workbench/page/ViewHeader.tsx';
import { ViewTabs } from '../../workbench/page/ViewTabs.tsx';
import { MilestoneDialog } from './MilestoneDialog.tsx';
import { useMilestoneProjectsLabel } from './MilestoneFields.tsx';
import { MilestoneOverview, useMilestoneBlockers } from './MilestoneOverview.tsx';
import { daysAwayText } from './MilestonesView.tsx';
import styles from './milestone.module.css';
import { type MilestonePeople, runConfigIdsOfMilestone, useMilestonePeople } from './milestone-people.ts';
import { RiskChip } from './RiskChip.tsx';

interface MilestoneViewProps {
  readonly milestoneId: string;
  /** `overview` shows the overview; any other value shows the board. */
  readonly part: string | undefined;
}

export function MilestoneView({ milestoneId, part }: MilestoneViewProps): ReactElement | null {
  const id = useRemappedRowId(milestoneId);
  const { milestones, isLoaded: ready } = useLookups();
  const milestone = rowByAnyId(milestones, id);
  if (milestone) return <LoadedMilestone milestone={milestone} isOverview={part === 'overview'} />;
  return ready ? (
    <NotFound what="Milestone" to={{ label: 'All milestones', view: 'milestones' }}>
      It may have been deleted.
    </NotFound>
  ) : null;
}

function LoadedMilestone({ milestone, isOverview }: { milestone: MilestoneRow; isOverview: boolean }): ReactElement {
  const today = useToday();
  const { activeProjectsCondition } = useLookups();
  const source = useMemo(
    () => milestoneBoardSource(milestone, activeProjectsCondition),
    [milestone, activeProjectsCondition],
  );
  const people = useMilestonePeople(milestone);
  const blockerSet = useMilestoneBlockers(milestone);
  const header = {
    icon: <Milestone size={16} aria-hidden style={{ color: `var(--milestone-${milestone.color})` }} />,
    title: milestone.name,
    crumb: <a href="#/milestones">Milestones</a>,
    detail: `${dayTextFrom(today, milestone.date)}, ${daysAwayText(milestone.date, today)}`,
    menu: <HeaderMenu milestone={milestone} />,
  };
  const head = (
    <>
      <MilestoneSummary
        milestone={milestone}
        isOverview={isOverview}
        people={people}
        blockingCount={blockerSet?.blockers.filter(({ reason }) => reason !== 'open').length ?? 0}
      />
      <MilestoneProgressBand milestone={milestone} people={people} />
    </>
  );
  if (!isOverview)
    return (
      <BoardPage
        source={source}
        header={header}
        contentAbove={head}
        empty={<EmptyState title="No cards here yet">Press G on a card to plan it toward a milestone.</EmptyState>}
      />
    );
  return (
    <>
      <ViewHeader {...header} />
      {head}
      <MilestoneOverview milestone={milestone} people={people} blockerSet={blockerSet} />
      <HandStrip />
    </>
  );
}

function HeaderMenu({ milestone }: { milestone: MilestoneRow }): ReactElement {
  const me = useCurrentUserId();
  const [isEditing, setEditing] = useState(false);
  const pin = (milestoneId: string | null) =>
    me &&
    void act(
      milestoneId ? `Pin ${milestone.name}` : `Remove the pin of ${milestone.name}`,
      [actStep('milestones/pin', { milestoneId, userId: me })],
      { showsToast: true },
    );
  const entry = (label: string, Icon: LucideIcon, action: ActionName, run: () => void) => ({
    label,
    icon: <Icon size={14} aria-hidden />,
    disabled: missingScopeReason(action),
    run,
  });
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label="More about this milestone" small />}
        entries={() => [
          entry('Edit milestone…', Pencil, 'milestones/update', () => setEditing(true)),
          entry('Pin', Pin, 'milestones/pin', () => pin(milestone.id)),
          entry('Remove the pin', PinOff, 'milestones/pin', () => pin(null)),
          { separator: true },
          {
            ...entry('Delete milestone…', Trash2, 'milestones/delete', () => void deleteMilestone(milestone)),
            danger: true,
          },
        ]}
      />
      {isEditing ? <MilestoneDialog milestone={milestone} onClose={() => setEditing(false)} /> : null}
    </>
  );
}

/** The confirmation shows how many rows lose the milestone (rule `milestones.delete`). */
async function deleteMilestone({ id, name }: MilestoneRow): Promise<void> {
  const steps = [actStep('milestones/delete', { id })];
  const goOn = await confirmEffects({
    title: `Delete ${name}?`,
    verb: 'Delete milestone',
    danger: true,
    undoable: false,
    steps,
    note: 'It is unpinned for everyone.',
  });
  if (goOn && (await act(`Delete milestone ${name}`, steps, { showsToast: true }))) navigate('milestones');
}

interface MilestoneProps {
  readonly milestone: MilestoneRow;
  readonly people: MilestonePeople | null;
}

interface MilestoneSummaryProps extends MilestoneProps {
  readonly isOverview: boolean;
  /**
   * Cards with an open block, and cards that wait for unfinished cards outside the milestone. Cards with only open
   * reviews or comment threads are not counted.
   */
  readonly blockingCount: number;
}

function MilestoneSummary({ milestone, isOverview, people, blockingCount }: MilestoneSummaryProps): ReactElement {
  const { id, startDate, date } = milestone;
  const projects = useMilestoneProjectsLabel(milestone);
  const overview = formatRoute({ view: 'milestone', id, query: { part: 'overview' } });
  const days = people?.risk.workdaysLeft ?? 0;
  return (
    <ViewTabs
      label="Parts of the milestone"
      tabs={[
        { key: 'board', label: 'Board', href: formatRoute({ view: 'milestone', id }), isCurrent: !isOverview },
        { key: 'overview', label: 'Overview', href: overview, isCurrent: isOverview },
      ]}
    >
      <span className={cx('flex push-end min-w-0 nowrap soft text-sm from-760', styles.summary)}>
        <span>
          {startDate === null ? dayAndMonthText(date) : `${dayAndMonthText(startDate)} – ${dayAndMonthText(date)}`}
        </span>
        {people && days > 0 ? <span>{countWithNoun(days, 'workday')} after today</span> : null}
        <span className="truncate" title={projects}>
          {projects}
        </span>
      </span>
      {people && people.people.length > 0 ? (
        <a
          className={cx('inline-row rigid gap-6px nowrap soft text-sm', styles.risk)}
          href={overview}
          title="How the risk is computed"
        >
          <RiskChip level={people.risk.level} />
          {blockingCount === 0 ? null : blockingCount === 1 ? '1 card blocks it' : `${blockingCount} cards block it`}
        </a>
      ) : null}
    </ViewTabs>
  );
}

function MilestoneProgressBand({ milestone, people }: MilestoneProps): ReactElement {
  const progress = useProgress('milestone', milestone.id, false);
  const subject = useMilestoneForBurnUp(milestone, progress, people);
  return <ProgressBand label="Progress of the milestone" progress={progress} subject={subject} />;
}

/**
 * A chart begins on the first day of the milestone. If none is set, it begins on the first day with recorded progress.
 */
function useMilestoneForBurnUp(
  milestone: MilestoneRow,
  { recorded }: ProgressData,
  people: MilestonePeople | null,
): RunOrMilestoneForBurnUp {
  const lookups = useLookups();
  const { id, name, startDate, date } = milestone;
  const first = startDate ?? recorded?.map((row) => row.date).sort()[0] ?? date;
  const configs = runConfigIdsOfMilestone(milestone, lookups).join();
  const owners = people?.owners.join() ?? '';
  return useMemo(
    () => ({
      model: 'milestone',
      id,
      label: name,
      from: first < date ? first : date,
      to: date,
      endedAt: null,
      past: { configIds: configs === '' ? [] : configs.split(',') },
      people: owners === '' ? [] : owners.split(','),
    }),
    [id, name, first, date, configs, owners],
  );
}
