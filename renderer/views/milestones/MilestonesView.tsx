import { Milestone, Plus } from 'lucide-react';
import { type ReactElement, useMemo } from 'react';
import { daysBetween } from '../../../shared/domain/calendar.ts';
import { titleOfContent } from '../../../shared/domain/content.ts';
import { useViewState } from '../../data/app-state.ts';
import { stableRowKey } from '../../data/id-remap.ts';
import { type MilestoneRow, useLookups } from '../../data/lookups.ts';
import { useMissingScopeReason } from '../../data/permissions.ts';
import { formatRoute } from '../../data/routes.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { dayTextFrom } from '../../ui/dates/day-text.ts';
import { useToday } from '../../ui/dates/today.ts';
import { ItemBoundary } from '../../ui/ItemBoundary.tsx';
import { ProgressBar } from '../../ui/icons/icons.tsx';
import { EmptyState } from '../../ui/messages.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { openDialog } from '../../workbench/dialog-state.ts';
import { ViewHeader } from '../../workbench/page/ViewHeader.tsx';
import styles from './MilestonesView.module.css';
import { type MilestoneCardCounts, useMilestoneCardCounts } from './milestone-counts.ts';
import { Roadmap } from './Roadmap.tsx';

/** Such as "in 12 days", "today" or "3 days ago". */
export function daysAwayText(day: string, today: string): string {
  return new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(daysBetween(today, day), 'day');
}

export function MilestonesView(): ReactElement {
  const lookups = useLookups();
  const { activeMilestones } = lookups;
  const [layout, setLayout] = useViewState<'roadmap' | 'list'>('milestones:layout', 'roadmap');
  const countsOf = useMilestoneCardCounts();
  const disabledReason = useMissingScopeReason('milestones/create');
  const today = useToday();
  const sorted = useMemo(() => activeMilestones.toSorted((a, b) => a.date.localeCompare(b.date)), [activeMilestones]);
  const upcoming = sorted.filter((milestone) => milestone.date >= today);
  const past = sorted.filter((milestone) => milestone.date < today).reverse();
  const row = (milestone: MilestoneRow) => (
    <ItemBoundary key={stableRowKey(milestone.id)} item="This milestone" text={milestone.name} as="li">
      <MilestoneListItem milestone={milestone} {...countsOf(milestone.id)} />
    </ItemBoundary>
  );
  return (
    <>
      <ViewHeader
        icon={<Milestone size={16} aria-hidden />}
        title="Milestones"
        detail={sorted.length > 0 ? String(sorted.length) : undefined}
      >
        <Select
          label="Layout"
          look="quiet"
          value={layout}
          options={[
            { value: 'roadmap', label: 'Roadmap' },
            { value: 'list', label: 'List' },
          ]}
          onChange={setLayout}
        />
        <Button
          text="New milestone"
          icon={Plus}
          look="primary"
          disabled={disabledReason !== null}
          tip={disabledReason ?? undefined}
          onClick={() => openDialog({ kind: 'newMilestone' })}
        />
      </ViewHeader>
      {lookups.isLoaded && sorted.length === 0 ? (
        <EmptyState icon={<Milestone />} title="No milestones yet">
          A milestone is a date that cards are planned toward.
        </EmptyState>
      ) : layout === 'roadmap' ? (
        lookups.isLoaded ? (
          <Roadmap milestones={sorted} />
        ) : null
      ) : (
        <div className={cx('grow min-h-0 scroll', styles.page)}>
          {[['Ahead', upcoming] as const, ['Past', past] as const].map(([title, shown]) =>
            shown.length > 0 ? (
              <section key={title} aria-label={title}>
                <h2 className={cx('note', styles.title)}>{title}</h2>
                <ul className={cx('clip round-lg bg-surface', styles.list)}>{shown.map(row)}</ul>
              </section>
            ) : null,
          )}
        </div>
      )}
    </>
  );
}

interface MilestoneListItemProps extends MilestoneCardCounts {
  milestone: MilestoneRow;
}

function MilestoneListItem({ milestone, total, done: finished, started }: MilestoneListItemProps): ReactElement {
  const { projects, milestoneProjects } = useLookups();
  const today = useToday();
  const linked = milestoneProjects
    .filter((link) => link.milestoneId === milestone.id)
    .flatMap((link) => projects.find(({ id }) => id === link.projectId)?.name ?? []);
  return (
    <li>
      <a className={cx('row plain', styles.row)} href={formatRoute({ view: 'milestone', id: milestone.id })}>
        <span
          className={cx('rigid', styles.mark)}
          style={{ background: `var(--milestone-${milestone.color}, var(--border-strong))` }}
        />
        <span className={cx('stack figures', styles.date)}>
          {dayTextFrom(today, milestone.date)}
          <small className="note normal">{daysAwayText(milestone.date, today)}</small>
        </span>
        <span className={cx('stack grow truncate medium', styles.name)} dir="auto">
          <span className="truncate">{milestone.name}</span>
          <small className="truncate note normal">{milestone.isGlobal ? 'All projects' : linked.join(', ')}</small>
        </span>
        <span className={cx('min-w-0 truncate soft', styles.about)} dir="auto">
          {titleOfContent(milestone.description ?? '')}
        </span>
        <span className={styles.progress}>
          <ProgressBar label={`Progress of ${milestone.name}`} value={finished} startedValue={started} total={total} />
        </span>
        <span className={cx('nowrap soft text-sm figures text-end', styles.count)}>
          {total === 0 ? 'No cards' : `${finished} of ${total}`}
          {total === 0 ? null : <span className={styles.started}> done, {started} started</span>}
        </span>
      </a>
    </li>
  );
}
