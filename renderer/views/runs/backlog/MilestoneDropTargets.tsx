/**
 * Drop targets that set the milestone of cards, shown over the backlog while cards are dragged.
 */
import { Milestone } from 'lucide-react';
import { type ReactElement, useRef } from 'react';
import { setCardMilestone } from '../../../cards/card-actions.ts';
import { stableRowKey } from '../../../data/id-remap.ts';
import { type MilestoneRow, useLookups } from '../../../data/lookups.ts';
import { missingScopeReason } from '../../../data/permissions.ts';
import { useDragState, useDropZone } from '../../../dnd/drag.ts';
import { dayAndMonthText } from '../../../ui/dates/day-text.ts';
import styles from './backlog.module.css';

export function MilestoneDropTargets(): ReactElement | null {
  const { activeMilestones, account } = useLookups();
  const isDragging = useDragState(({ ids }) => ids.size > 0);
  if (!isDragging || activeMilestones.length === 0 || account?.milestonesEnabled === false) return null;
  return (
    <section className={styles.milestones} aria-label="Plan toward a milestone">
      <h3>Drop on a milestone</h3>
      <ul>
        {activeMilestones
          .toSorted((a, b) => a.date.localeCompare(b.date))
          .map((milestone) => (
            <MilestoneTarget key={stableRowKey(milestone.id)} milestone={milestone} />
          ))}
      </ul>
    </section>
  );
}

function MilestoneTarget({ milestone: { id, name, date, color } }: { milestone: MilestoneRow }): ReactElement {
  const element = useRef<HTMLLIElement>(null);
  useDropZone(element, {
    key: `backlog:milestone:${id}`,
    title: name,
    stackLevel: 2,
    scrollerOf: (target) => target.parentElement ?? target,
    indexAt: () => 0,
    refusal: (cards) =>
      missingScopeReason('cards/update') ??
      (cards.every(({ milestoneId }) => milestoneId === id) ? 'Planned toward this milestone already.' : null),
    drop: (cards) => void setCardMilestone(cards, id, name),
  });
  return (
    <li ref={element} className={styles.target} data-zone-key={`backlog:milestone:${id}`}>
      <Milestone size={13} aria-hidden style={{ color: `var(--milestone-${color})` }} />
      <span dir="auto">{name}</span>
      <span className={styles.day}>{dayAndMonthText(date)}</span>
    </li>
  );
}
