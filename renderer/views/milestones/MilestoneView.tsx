/** One milestone as a board. */
import { Ellipsis, Milestone, Pencil, Pin, PinOff, Trash2 } from 'lucide-react';
import { type ReactElement, useMemo, useState } from 'react';
import { BoardPage } from '../../board/BoardPage.tsx';
import { act, step } from '../../data/act.ts';
import { useMe } from '../../data/app-state.ts';
import { useRenamed } from '../../data/id-remap.ts';
import { type MilestoneRow, useLookups } from '../../data/lookups.ts';
import { missingScopeReason } from '../../data/permissions.ts';
import { milestoneSource } from '../../model/board-source.ts';
import { ProgressBand } from '../../progress/ProgressBand.tsx';
import { useProgress } from '../../progress/use-progress.ts';
import { IconButton } from '../../ui/Button.tsx';
import { shortDayText, useToday } from '../../ui/dates/today.ts';
import { EmptyState } from '../../ui/messages.tsx';
import { Menu } from '../../ui/popups/Menu.tsx';
import { NotFound } from '../../workbench/NotFound.tsx';
import { deleteMilestone } from './delete-milestone.ts';
import { MilestoneDialog } from './MilestoneDialog.tsx';
import { distance } from './MilestonesView.tsx';
import { useMilestonePeople } from './milestone-people.ts';
import { useMilestoneSubject } from './use-milestone-subject.ts';

export function MilestoneView({ milestoneId }: { milestoneId: string }): ReactElement | null {
  const id = useRenamed(milestoneId);
  const { milestones, ready } = useLookups();
  const milestone = milestones[id];
  if (milestone) return <Shown milestone={milestone} />;
  return ready ? (
    <NotFound what="Milestone" to={{ label: 'All milestones', view: 'milestones' }}>
      It may have been deleted.
    </NotFound>
  ) : null;
}

function Shown({ milestone }: { milestone: MilestoneRow }): ReactElement {
  const me = useMe();
  const [editing, setEditing] = useState(false);
  const today = useToday();
  const { inActiveProjects } = useLookups();
  const source = useMemo(() => milestoneSource(milestone, inActiveProjects), [milestone, inActiveProjects]);
  const pin = (milestoneId: string | null) =>
    me &&
    void act(
      milestoneId ? `Pin ${milestone.name}` : `Remove the pin of ${milestone.name}`,
      [step('milestones/pin', { milestoneId, userId: me })],
      { announce: true },
    );
  return (
    <>
      <BoardPage
        source={source}
        header={{
          icon: <Milestone size={16} aria-hidden style={{ color: `var(--planner-${milestone.color})` }} />,
          title: milestone.name,
          crumb: <a href="#/milestones">Milestones</a>,
          detail: `${shortDayText(milestone.date)}, ${distance(milestone.date, today)}`,
          menu: (
            <Menu
              trigger={
                <IconButton label="More about this milestone" small>
                  <Ellipsis size={15} aria-hidden />
                </IconButton>
              }
              entries={() => [
                {
                  label: 'Edit milestone…',
                  icon: <Pencil size={14} aria-hidden />,
                  disabled: missingScopeReason('milestones/update') ?? undefined,
                  run: () => setEditing(true),
                },
                {
                  label: 'Pin',
                  icon: <Pin size={14} aria-hidden />,
                  disabled: missingScopeReason('milestones/pin') ?? undefined,
                  run: () => pin(milestone.id),
                },
                {
                  label: 'Remove the pin',
                  icon: <PinOff size={14} aria-hidden />,
                  disabled: missingScopeReason('milestones/pin') ?? undefined,
                  run: () => pin(null),
                },
                { separator: true },
                {
                  label: 'Delete milestone…',
                  icon: <Trash2 size={14} aria-hidden />,
                  danger: true,
                  disabled: missingScopeReason('milestones/delete') ?? undefined,
                  run: () => void deleteMilestone(milestone),
                },
              ]}
            />
          ),
        }}
        above={<Progress milestone={milestone} />}
        empty={<EmptyState title="No cards planned here">Press G on a card to plan it toward a milestone.</EmptyState>}
      />
      {editing ? <MilestoneDialog milestone={milestone} onClose={() => setEditing(false)} /> : null}
    </>
  );
}

function Progress({ milestone }: { milestone: MilestoneRow }): ReactElement {
  const progress = useProgress('milestone', milestone.id, false);
  const people = useMilestonePeople(milestone);
  const subject = useMilestoneSubject(milestone, progress, people);
  return <ProgressBand label="Progress of the milestone" progress={progress} subject={subject} />;
}
