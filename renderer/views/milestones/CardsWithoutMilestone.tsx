/** At most `maxCards` open cards, the most recently changed first. Cards can be dragged onto a milestone. */
import { type ReactElement, useCallback, useEffect, useMemo, useRef } from 'react';
import { CardItem } from '../../cards/face/CardItem.tsx';
import { cardGapPx, estimatedCardHeightPx } from '../../cards/face/card-height.ts';
import { CardFaceContext, type CardFaceSettings } from '../../cards/face/face-context.tsx';
import { useCardFaceContextValue } from '../../cards/face/use-card-face-context-value.ts';
import { CardMenu } from '../../cards/menus/CardMenu.tsx';
import { useViewState } from '../../data/app-state.ts';
import { useLiveQuery } from '../../data/live.ts';
import { useLookups } from '../../data/lookups.ts';
import { useSelection } from '../../data/selection.ts';
import { registerDraggableList } from '../../dnd/drag.ts';
import { cardsQuery, loadedCardsOf } from '../../model/card-row.ts';
import { cx } from '../../ui/cx.ts';
import { Select } from '../../ui/popups/Select.tsx';
import { useCardVirtualizer } from '../../ui/virtual/use-card-virtualizer.ts';
import { setActiveList } from '../../workbench/active-list.ts';
import { useClearSelectionOnLeave } from '../../workbench/use-clear-selection-on-leave.ts';
import { useCarriedCardInView, useFocusAfterCardRemoval } from '../../workbench/use-focus-after-card-removal.ts';
import styles from './Roadmap.module.css';

const maxCards = 100;

export function CardsWithoutMilestone(): ReactElement {
  const { projects, activeProjectsCondition } = useLookups();
  const [chosenId, setProjectId] = useViewState<string>('roadmap:project', 'all');
  // The chosen project may have been archived or deleted meanwhile.
  const projectId = projects.some(({ id }) => id === chosenId) ? chosenId : 'all';
  const unplannedCards = {
    ...(projectId === 'all' ? activeProjectsCondition : { deck: { projectId } }),
    visibility: 'default',
    isDoc: false,
    milestoneId: null,
    status: { op: 'neq', value: 'done' },
    $order: '-lastUpdatedAt',
    $limit: maxCards,
  } as const;
  const { data } = useLiveQuery(cardsQuery(unplannedCards, null), { keepsPrevious: true });
  const loaded = useMemo(() => loadedCardsOf(data as never, null), [data]);
  const baseFace = useCardFaceContextValue({ by: 'none' }, { newCardFields: {}, showsDeckName: true });
  const face = useMemo<CardFaceSettings>(() => ({ ...baseFace, density: 'compact' }), [baseFace]);
  const latest = useRef(loaded);
  latest.current = loaded;
  const order = useRef(() => latest.current.ids as readonly string[]).current;
  const { ids } = loaded;
  const scroller = useRef<HTMLDivElement>(null);
  const { virtualizer, items, from, to, paddingAbovePx, paddingBelowPx } = useCardVirtualizer({
    scroller,
    keys: ids,
    estimateHeight: useCallback(
      (id: string) => estimatedCardHeightPx(loaded.rows[id], face) + cardGapPx,
      [loaded, face],
    ),
    pinnedIndexes: [useSelection(({ focused }) => ids.indexOf(focused ?? ''))],
  });
  useClearSelectionOnLeave('without-milestone');
  const columns = useMemo(() => [{ ids }], [ids]);
  useFocusAfterCardRemoval(columns);
  const cardOf = useCallback((id: string) => latest.current.rows[id], []);
  useEffect(() => registerDraggableList({ key: 'without-milestone', cardOf, order }), [cardOf, order]);
  useEffect(
    () =>
      setActiveList({
        key: 'without-milestone',
        title: 'Without a milestone',
        columns: [{ column: { key: 'without-milestone', title: 'Without a milestone', by: 'none', value: null }, ids }],
        cardOf,
        reveal: (id) => virtualizer.scrollToIndex(ids.indexOf(id)),
      }),
    [ids, cardOf, virtualizer],
  );
  useCarriedCardInView(columns);
  return (
    <aside className={cx('stack rigid gap-2 border-left p-3', styles.beside)} aria-label="Without a milestone">
      <h2>
        Without a milestone{' '}
        <span className="note normal">{ids.length === maxCards ? `the latest ${maxCards}` : ids.length}</span>
      </h2>
      <Select
        label="Project"
        small
        value={projectId}
        options={[
          { value: 'all', label: 'All projects' },
          ...projects.map(({ id, name }) => ({ value: id as string, label: name })),
        ]}
        onChange={setProjectId}
      />
      <CardFaceContext.Provider value={face}>
        <CardMenu>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; the focus of a scroll area needs a name */}
          <div
            ref={scroller}
            className={cx('grow min-h-0 scroll-y', styles.besideCards)}
            role="group"
            aria-label="Cards without a milestone"
            data-card-list="without-milestone"
          >
            <ul
              className="relative"
              aria-label="Without a milestone"
              style={{ paddingTop: paddingAbovePx, paddingBottom: paddingBelowPx }}
            >
              {items.map(({ index, key, start }) => {
                const card = loaded.rows[ids[index] ?? ''];
                const isKept = index < from || index >= to;
                return card ? (
                  <li
                    key={key}
                    ref={virtualizer.measureElement}
                    data-index={index}
                    aria-setsize={ids.length}
                    aria-posinset={index + 1}
                    className={isKept ? 'absolute' : undefined}
                    style={isKept ? { top: start } : undefined}
                  >
                    <CardItem card={card} subCardCount={0} doneSubCardCount={0} order={order} />
                  </li>
                ) : null;
              })}
            </ul>
            {data && ids.length === 0 ? <p className="note normal">Every open card is planned.</p> : null}
          </div>
        </CardMenu>
      </CardFaceContext.Provider>
    </aside>
  );
}
