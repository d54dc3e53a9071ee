/** The page of all milestones by date, with the progress of each. */
import { Milestone, Plus } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import { type QueryObject, query, related, under } from '../../../shared/contract/index.ts';
import { daysBetween } from '../../../shared/domain/calendar.ts';
import { titleOf } from '../../../shared/domain/content.ts';
import { statesInGroup } from '../../../shared/domain/progress.ts';
import { useLive } from '../../data/live.ts';
import { type MilestoneRow, useLookups } from '../../data/lookups.ts';
import { useMissingScopeReason } from '../../data/permissions.ts';
import { formatRoute } from '../../data/routes.ts';
import { Button } from '../../ui/Button.tsx';
import { shortDayText, useToday } from '../../ui/dates/today.ts';
import { ProgressBar } from '../../ui/icons/icons.tsx';
import { EmptyState } from '../../ui/messages.tsx';
import { openDialog } from '../../workbench/dialog-state.ts';
import { ViewHeader } from '../../workbench/ViewHeader.tsx';
import styles from './MilestonesView.module.css';
import { Timeline } from './Timeline.tsx';

/** Keys of the card counts in the answer, and the query that requests them. */
function countsOf(inActiveProjects: QueryObject) {
  const count = (where: QueryObject) =>
    `count:${related('cards', { ...where, ...inActiveProjects })}` as const satisfies `count:cards(${string})`;
  const all = count({ derivedStatus: statesInGroup('open', 'begun', 'done') });
  const done = count({ derivedStatus: statesInGroup('done') });
  const started = count({ derivedStatus: statesInGroup('begun') });
  const asked = query({ _root: [{ account: [under('milestones', { isDeleted: false }, [all, done, started])] }] });
  return { all, done, begun: started, asked };
}

/** "in 12 days", "today", "3 days ago". */
export function distance(day: string, today: string): string {
  return new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(daysBetween(today, day), 'day');
}

export function MilestonesView(): ReactElement {
  const lookups = useLookups();
  const { activeMilestones, inActiveProjects } = lookups;
  const { all, done, begun, asked } = useMemo(() => countsOf(inActiveProjects), [inActiveProjects]);
  const { data } = useLive(asked);
  const disabledReason = useMissingScopeReason('milestones/create');
  const today = useToday();
  const sorted = useMemo(() => activeMilestones.toSorted((a, b) => a.date.localeCompare(b.date)), [activeMilestones]);
  const upcoming = sorted.filter((milestone) => milestone.date >= today);
  const past = sorted.filter((milestone) => milestone.date < today).reverse();
  const row = (milestone: MilestoneRow) => {
    const counts = data?.milestone?.[milestone.id] as Record<string, number> | undefined;
    return (
      <Row
        key={milestone.id}
        milestone={milestone}
        total={counts?.[all] ?? 0}
        done={counts?.[done] ?? 0}
        started={counts?.[begun] ?? 0}
        today={today}
      />
    );
  };
  return (
    <>
      <ViewHeader
        icon={<Milestone size={16} aria-hidden />}
        title="Milestones"
        detail={sorted.length > 0 ? String(sorted.length) : undefined}
      >
        <Button
          look="primary"
          disabled={disabledReason !== null}
          {...(disabledReason ? { tip: disabledReason, 'aria-description': disabledReason } : {})}
          onClick={() => openDialog({ kind: 'newMilestone' })}
        >
          <Plus size={14} aria-hidden /> New milestone
        </Button>
      </ViewHeader>
      <div className={styles.page}>
        {lookups.ready && sorted.length === 0 ? (
          <EmptyState icon={<Milestone size={28} />} title="No milestones yet">
            A milestone is a date that cards are planned toward.
          </EmptyState>
        ) : null}
        <Timeline milestones={upcoming} today={today} />
        {[['Ahead', upcoming] as const, ['Past', past] as const].map(([title, shown]) =>
          shown.length > 0 ? (
            <section key={title} aria-label={title}>
              <h2 className={styles.title}>{title}</h2>
              <ul className={styles.list}>{shown.map(row)}</ul>
            </section>
          ) : null,
        )}
      </div>
    </>
  );
}

interface RowProps {
  milestone: MilestoneRow;
  total: number;
  done: number;
  started: number;
  today: string;
}

function Row({ milestone, total, done: finished, started, today }: RowProps): ReactElement {
  const { projects, milestoneProjects } = useLookups();
  const linked = milestoneProjects
    .filter((link) => link.milestoneId === milestone.id)
    .flatMap((link) => projects.find(({ id }) => id === link.projectId)?.name ?? []);
  return (
    <li>
      <a className={styles.row} href={formatRoute({ view: 'milestone', id: milestone.id })}>
        <span
          className={styles.mark}
          style={{ background: `var(--planner-${milestone.color}, var(--border-strong))` }}
        />
        <span className={styles.date}>
          {shortDayText(milestone.date)}
          <small>{distance(milestone.date, today)}</small>
        </span>
        <span className={styles.name} dir="auto">
          <span>{milestone.name}</span>
          <small>{milestone.isGlobal ? 'All projects' : linked.join(', ')}</small>
        </span>
        <span className={styles.about} dir="auto">
          {titleOf(milestone.description ?? '')}
        </span>
        <span className={styles.progress}>
          <ProgressBar label={`Progress of ${milestone.name}`} value={finished} second={started} total={total} />
        </span>
        <span className={styles.count}>
          {total === 0 ? 'No cards' : `${finished} of ${total}`}
          {total === 0 ? null : <span className={styles.started}> done, {started} started</span>}
        </span>
      </a>
    </li>
  );
}
