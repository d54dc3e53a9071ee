/** Cards move between the backlog and the runs by drags or keys. */
import { Milestone } from 'lucide-react';
import { type ReactElement, useEffect, useMemo, useRef } from 'react';
import { effortOfEstimatedCards } from '../../../../shared/domain/progress.ts';
import { BoardColumn } from '../../../board/layouts/column/BoardColumn.tsx';
import type { ColumnHandlers, MountedCardList } from '../../../board/layouts/column/column-handlers.ts';
import { setCardMilestone, setCardRun } from '../../../cards/card-actions.ts';
import { CardRowsContext, useCardRowStore } from '../../../cards/card-rows.ts';
import { CardFaceContext } from '../../../cards/face/face-context.tsx';
import { useCardFaceContextValue } from '../../../cards/face/use-card-face-context-value.ts';
import { usePlannedCardsOfView } from '../../../cards/planning/planned-cards.ts';
import { errorText } from '../../../data/bridge.ts';
import { stableRowKey } from '../../../data/id-remap.ts';
import { useLiveQuery } from '../../../data/live.ts';
import { type MilestoneRow, useLookups } from '../../../data/lookups.ts';
import { missingScopeReason } from '../../../data/permissions.ts';
import { registerDraggableList, useDragState, useDropZone } from '../../../dnd/drag.ts';
import { type CardRow, cardsQuery, loadedCardsOf, queriedCardsOf, rowsOf } from '../../../model/card-row.ts';
import { type Column, columnKeyOf } from '../../../model/column.ts';
import { filterPredicate } from '../../../model/filters.ts';
import { sortCards } from '../../../model/ordering.ts';
import type { Backlog } from '../../../model/planning/backlog.ts';
import { loadedCardsWithPlan } from '../../../model/planning/cards-with-plan.ts';
import { cx } from '../../../ui/cx.ts';
import { dayAndMonthText } from '../../../ui/dates/day-text.ts';
import { useToday } from '../../../ui/dates/today.ts';
import { EmptyState } from '../../../ui/messages.tsx';
import { addSideList, type SideList } from '../../../workbench/active-list.ts';
import styles from './backlog.module.css';

const listKey = 'runs:backlog';
const column: Column = { key: columnKeyOf('run', null), title: 'Backlog', by: 'run', value: null };
/**
 * For `loadedCardsWithPlan`: in planning mode, the backlog also shows cards that the run plan takes out of their run.
 */
const noRun = [null] as const;

const removeFromRun = (cards: readonly CardRow[]): void => void setCardRun(cards, null, '');

interface BacklogPanelProps {
  readonly backlog: Backlog;
  readonly onHide: () => void;
}

export function BacklogPanel({ backlog, onHide }: BacklogPanelProps): ReactElement {
  const { where, orderKind, zones, sort, filters, showsDeckName } = backlog;
  const { data, error } = useLiveQuery(cardsQuery(where, orderKind), { keepsPrevious: true });
  const current = useMemo(() => loadedCardsOf(data as never, orderKind), [data, orderKind]);
  const planned = usePlannedCardsOfView();
  const loaded = useMemo(
    () => (planned ? loadedCardsWithPlan(current, planned.plan, planned, noRun) : current),
    [current, planned],
  );
  const today = useToday();
  const ids = useMemo(() => {
    const test = filterPredicate(filters, today);
    const cards = queriedCardsOf(loaded).filter((card) => test?.(card) ?? true);
    return sortCards(cards, sort, loaded, zones).map(({ cardId }) => cardId);
  }, [loaded, filters, sort, zones, today]);
  const arranged = useMemo(() => ({ column, ids }), [ids]);
  const fallbackEffort = useLookups().account?.fallbackEffort ?? 0;
  const effort = effortOfEstimatedCards(rowsOf(loaded, ids), fallbackEffort);
  const rows = useCardRowStore(loaded);
  const face = useCardFaceContextValue({ by: 'run' }, { newCardFields: {}, showsDeckName });
  const latest = useRef({ loaded, ids, onHide });
  latest.current = { loaded, ids, onHide };
  const mountedList = useRef<MountedCardList | null>(null);
  const handlers = useMemo<ColumnHandlers>(
    () => ({
      refusal: (cards, _key, fromKey) =>
        missingScopeReason('cards/update') ??
        (fromKey !== column.key && cards.every(({ sprintId }) => sprintId === null) ? 'Not in a run already.' : null),
      caution: () => null,
      drop: removeFromRun,
      order: () => latest.current.ids,
      openComposer: () => undefined,
      createCards: () => Promise.resolve(false),
      setFolded: () => latest.current.onHide(),
      registerList: (_key, list) => {
        mountedList.current = list;
      },
    }),
    [],
  );
  useEffect(
    () =>
      registerDraggableList({ key: listKey, cardOf: (id) => latest.current.loaded.rows[id], order: handlers.order }),
    [handlers],
  );
  useEffect(() => {
    const revealPosition: SideList['revealPosition'] = (index) => mountedList.current?.reveal(index);
    return addSideList({
      column: { column, ids },
      cardOf: (id) => (latest.current.ids.includes(id) ? latest.current.loaded.rows[id] : undefined),
      reveal: (id) => revealPosition(latest.current.ids.indexOf(id)),
      revealPosition,
      move: removeFromRun,
    });
  }, [ids]);
  return (
    <aside className={cx('stack rigid relative', styles.panel)} aria-label="Backlog" data-card-list={listKey}>
      {error && !data ? (
        <EmptyState title="The backlog could not be read">{errorText(error)}</EmptyState>
      ) : (
        <CardFaceContext.Provider value={face}>
          <CardRowsContext.Provider value={rows}>
            <BoardColumn
              arranged={arranged}
              handlers={handlers}
              isComposing={false}
              composerIndex={-1}
              canCreate={false}
              isManualOrder={false}
              isFolded={false}
              effortSum={effort}
              emptyText="No open card is without a run."
            />
          </CardRowsContext.Provider>
        </CardFaceContext.Provider>
      )}
      <MilestoneDropTargets />
    </aside>
  );
}

function MilestoneDropTargets(): ReactElement | null {
  const { activeMilestones, account } = useLookups();
  const isDragging = useDragState(({ ids }) => ids.size > 0);
  if (!isDragging || activeMilestones.length === 0 || account?.milestonesEnabled === false) return null;
  return (
    <section
      className={cx('stack absolute round-lg bg-surface p-2 border-strong', styles.milestones)}
      aria-label="Plan toward a milestone"
    >
      <h3 className={cx('soft text-sm', styles.title)}>Drop on a milestone</h3>
      <ul className="min-h-0 scroll">
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
    <li
      ref={element}
      className={cx('row gap-6px round h-7 px-6px', styles.target)}
      data-zone-key={`backlog:milestone:${id}`}
    >
      <Milestone size={13} aria-hidden style={{ color: `var(--milestone-${color})` }} />
      <span className="grow min-w-0 truncate" dir="auto">
        {name}
      </span>
      <span className="note">{dayAndMonthText(date)}</span>
    </li>
  );
}
