/** A board of any source: columns of cards, virtual both ways, with drag and drop, keys and inline creation. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { act, step } from '../data/act.ts';
import { useMe } from '../data/app-state.ts';
import { call } from '../data/bridge.ts';
import { useLookups } from '../data/lookups.ts';
import { clearSelection, focusCard, useSelection } from '../data/selection.ts';
import { localDay } from '../data/today.ts';
import { announce } from '../ui/announce.ts';
import { EmptyState } from '../ui/messages.tsx';
import { showList } from './active.ts';
import { locate, shownOrder } from './arrange.ts';
import styles from './Board.module.css';
import { BoardColumn, type ColumnHandlers } from './BoardColumn.tsx';
import type { BoardModel } from './board-model.ts';
import { registerList, registerScroller } from './drag.ts';
import { cardsInWords } from './drop.ts';
import { useFaceFactsFor } from './face-facts.ts';
import { FaceContext, type FaceFacts } from './facts.tsx';
import type { Column } from './grouping.ts';
import { canCreateIn, newCardParams } from './new-card.ts';
import { SourceContext } from './source-deck.ts';

export interface BoardProps {
  model: BoardModel;
  title: string;
  /** Instead of the usual words where nothing is there at all. */
  empty?: ReactNode;
  /** What is said below a column's title; keeps its identity. */
  about?: ((column: Column) => ReactNode) | undefined;
  /** px per column. */
  columnWidth?: number;
}

const foldedWidth = 44;
const gap = 10;
const margin = 12;

export function Board({ model, title, empty, about, columnWidth = 288 }: BoardProps): ReactElement {
  const { source, arrangement, set, refusal, drop, sort, view } = model;
  const lookups = useLookups();
  const me = useMe();
  const facts = useFaceFactsFor(model.by, source);
  const scroller = useRef<HTMLDivElement>(null);
  const [composing, setComposing] = useState<string | null>(null);
  const reveals = useRef(new Map<string, (index: number) => void>());
  const latest = useRef({ model, lookups, me });
  latest.current = { model, lookups, me };
  const folded = view.folded ?? [];

  const handlers = useMemo<ColumnHandlers>(
    () => ({
      refusal,
      drop,
      order: () => shownOrder(latest.current.model.arrangement),
      compose: setComposing,
      fold: (key, fold) => {
        const { view: now, setView: set } = latest.current.model;
        const rest = (now.folded ?? []).filter((other) => other !== key);
        set({ ...now, folded: fold ? [...rest, key] : rest });
      },
      create: (key, lines, deckId) => void createCards(key, lines, deckId, latest.current),
      onReveal: (key, reveal) => {
        if (reveal) reveals.current.set(key, reveal);
        else reveals.current.delete(key);
      },
    }),
    [refusal, drop],
  );

  const { columns } = arrangement;
  // One list takes the whole width: a card is a row there.
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const wide = model.by === 'none' && facts.density === 'row';
  const width = wide ? Math.max(columnWidth, Math.min(1120, room - 2 * margin)) : columnWidth;
  const horizontal = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (folded.includes(columns[index]?.column.key ?? '') ? foldedWidth : width),
    getItemKey: (index) => columns[index]?.column.key ?? index,
    overscan: 1,
    gap,
    paddingStart: margin,
    paddingEnd: margin,
  });
  const foldedKey = folded.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are estimates that depend on these alone
  useEffect(() => horizontal.measure(), [foldedKey, width]);
  const sideways = useRef(horizontal);
  sideways.current = horizontal;

  useEffect(() => {
    const stops = [
      registerList({
        key: source.key,
        cardOf: (id) => latest.current.model.set.rows[id],
        order: () => shownOrder(latest.current.model.arrangement),
      }),
      ...(scroller.current ? [registerScroller(scroller.current)] : []),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [source.key]);

  const reveal = useCallback((id: string) => {
    const place = locate(latest.current.model.arrangement, id);
    if (!place) return;
    sideways.current.scrollToIndex(place.column, { align: 'auto' });
    const key = latest.current.model.arrangement.columns[place.column]?.column.key ?? '';
    requestAnimationFrame(() => reveals.current.get(key)?.(place.index));
  }, []);

  useEffect(
    () =>
      showList({
        key: source.key,
        title,
        columns,
        cardOf: (id) => latest.current.model.set.rows[id],
        move: (cards, columnIndex, index) => {
          const to = latest.current.model.arrangement.columns[columnIndex];
          const first = cards[0];
          if (!to || !first) return;
          const from = locate(latest.current.model.arrangement, first.cardId);
          const fromKey = from ? (latest.current.model.arrangement.columns[from.column]?.column.key ?? null) : null;
          const reason = latest.current.model.refusal(cards, to.column.key, fromKey);
          if (reason) announce(`${to.column.title}: ${reason}`);
          latest.current.model.drop(cards, to.column.key, index, fromKey);
          if (!reason)
            announce(`${cardsInWords(cards)}: ${to.column.title}, place ${Math.min(index, to.ids.length) + 1}`);
          requestAnimationFrame(() => reveal(first.cardId));
        },
        create: (key) => {
          const { focused } = useSelection.getState();
          const wanted = columns.find(({ column, ids }) =>
            key ? column.key === key : focused !== null && ids.includes(focused),
          );
          const target =
            wanted && canCreateIn(wanted.column) ? wanted : columns.find(({ column }) => canCreateIn(column));
          if (target) setComposing(target.column.key);
        },
        reveal,
      }),
    [source.key, title, columns, reveal],
  );

  // A selection belongs to the view it was made in.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the source's name is what changes
  useEffect(
    () => () => {
      clearSelection();
      focusCard(null);
    },
    [source.key],
  );

  // The tab key needs one card to land on.
  useEffect(() => {
    const { focused } = useSelection.getState();
    if (focused && set.rows[focused]) return;
    focusCard(columns.find(({ ids }) => ids.length > 0)?.ids[0] ?? null);
  }, [columns, set]);

  const deckIds = useMemo(
    () =>
      [...new Set(columns.flatMap(({ ids }) => ids.slice(0, 40)).flatMap((id) => set.rows[id]?.deckId ?? []))].slice(
        0,
        50,
      ),
    [columns, set],
  );
  const deckKey = deckIds.join(',');
  useEffect(() => {
    // What is on screen comes first in pulls; a failure only means that it does not.
    if (deckKey) void call('sync/focus', { deckIds: deckKey.split(','), cardId: null }).catch(() => undefined);
  }, [deckKey]);

  const efforts = useMemo(() => {
    const sums = new Map<string, number>();
    for (const { column, ids } of columns) {
      let sum = 0;
      for (const id of ids) sum += set.rows[id]?.effort ?? 0;
      sums.set(column.key, sum);
    }
    return sums;
  }, [columns, set]);

  // Elements made once per change of the columns: a column compares what it is given.
  const abouts = useMemo(
    () => (about ? new Map(columns.map(({ column }) => [column.key, about(column)])) : null),
    [about, columns],
  );

  if (model.ready && arrangement.total === 0 && empty && composing === null && source.groupings.length !== 1)
    return <div className={styles.empty}>{empty}</div>;
  if (model.ready && arrangement.shown === 0 && arrangement.total > 0)
    return (
      <div className={styles.empty}>
        <EmptyState title="No card passes the filter">
          {arrangement.total === 1 ? 'One card is' : `${arrangement.total} cards are`} left out.
        </EmptyState>
      </div>
    );
  return (
    <SourceContext.Provider value={source}>
      <FaceContext.Provider value={facts}>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
        <div ref={scroller} className={styles.board} data-card-list={source.key} role="group" aria-label={title}>
          <div className={styles.columns} style={{ width: horizontal.getTotalSize() }}>
            {horizontal.getVirtualItems().map((item) => {
              const arranged = columns[item.index];
              if (!arranged) return null;
              const { key } = arranged.column;
              return (
                <div
                  key={item.key}
                  className={styles.place}
                  style={{ width: item.size, transform: `translateX(${item.start}px)` }}
                >
                  <BoardColumn
                    arranged={arranged}
                    set={set}
                    handlers={handlers}
                    composing={composing === key}
                    canCreate={canCreateIn(arranged.column)}
                    ordered={sort === 'manual'}
                    folded={folded.includes(key)}
                    effort={efforts.get(key) ?? 0}
                    about={abouts?.get(key)}
                  />
                </div>
              );
            })}
          </div>
        </div>
      </FaceContext.Provider>
    </SourceContext.Provider>
  );
}

/** Creates cards at the top of a column: `cards/create` each, then their place, where the column has one. */
async function createCards(
  key: string,
  lines: readonly string[],
  deckId: string | null,
  { model, lookups, me }: { model: BoardModel; lookups: FaceFacts['lookups']; me: string | null },
): Promise<void> {
  const arranged = model.arrangement.columns.find(({ column }) => column.key === key);
  if (!arranged) return;
  const { column } = arranged;
  const params = lines.map((content) =>
    newCardParams({ content, deckId, column, gives: model.source.gives, lookups, me, today: localDay() }),
  );
  const label = lines.length === 1 ? `Create “${lines[0]}”` : `Create ${lines.length} cards`;
  const answer = await act(
    label,
    params.map((each) => step('cards/create', each)),
  );
  if (!answer) return;
  const ids = answer.answers.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  announce(`${label}: done`);
  focusCard(ids[0] ?? null);
  if (ids.length === 0 || model.sort !== 'manual' || !model.source.context) return;
  const label2 = column.by === 'zone' ? (column.value as string | null) : null;
  await act(
    label,
    [
      step('cardOrders/addBefore', {
        targetId: arranged.ids[0] ?? null,
        cardIds: ids,
        context: model.source.context,
        label: label2,
      }),
    ],
    { undoable: false },
  );
}
