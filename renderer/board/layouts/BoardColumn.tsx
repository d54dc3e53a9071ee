/** One column of a board, or one cell of a lane: a virtual list of cards, and a drop target. */
import { ChevronsLeftRight } from 'lucide-react';
import {
  type CSSProperties,
  memo,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { useCardWithCounts, useNearestCardRowStore } from '../../cards/card-rows.ts';
import { CardItem } from '../../cards/face/CardItem.tsx';
import { cardGapPx, estimatedCardHeightPx } from '../../cards/face/card-height.ts';
import { type FaceSettings, useFaceSettings, validHexColor } from '../../cards/face/face-context.tsx';
import { NewCardButton } from '../../cards/NewCardButton.tsx';
import { NewCardComposer } from '../../cards/NewCardComposer.tsx';
import { stableKey } from '../../data/id-remap.ts';
import { useSelection } from '../../data/selection.ts';
import { DropHint } from '../../dnd/DropHint.tsx';
import { type DropZone, registerDropZone } from '../../dnd/drag.ts';
import type { ArrangedColumn } from '../../model/arrange.ts';
import type { CardRow } from '../../model/card-row.ts';
import type { Column } from '../../model/column.ts';
import { IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Avatar } from '../../ui/icons/Avatar.tsx';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import { insertionIndexAt, itemRangeBetween, itemTopPx } from '../../ui/virtual/item-positions.ts';
import { useHasBeenIdle } from '../../ui/virtual/scroll-state.ts';
import { useCardVirtualizer } from '../../ui/virtual/use-card-virtualizer.ts';
import { PersonLink } from '../../workbench/PersonLink.tsx';
import { ColumnZoneMenu, useZoneDrag } from '../ColumnZone.tsx';
import styles from './BoardColumn.module.css';

/** Functions that the lists of a board call. `columnKey` is the key of a column, cell or group. */
export interface ColumnHandlers {
  refusal(cards: readonly CardRow[], columnKey: string, fromKey: string | null): string | null;
  caution(cards: readonly CardRow[], columnKey: string, fromKey: string | null): string | null;
  drop(cards: readonly CardRow[], columnKey: string, index: number, fromKey: string | null): void;
  order(): readonly string[];
  openComposer(columnKey: string | null): void;
  /** Resolves to false if the cards are refused. */
  createCards(columnKey: string, lines: readonly string[], deckId: string | null): Promise<boolean>;
  setFolded(columnKey: string, folded: boolean): void;
  /** Reports the total height of a list's cards, in px. */
  reportHeight?(columnKey: string, height: number): void;
  /** Registers the object that finds a list's cards by position while the list is mounted; null removes the object. */
  registerPositions?(columnKey: string, look: CardPositionFinder | null): void;
  /** Registers the function that scrolls the card at an index into view while the list is mounted; null removes it. */
  registerReveal(columnKey: string, reveal: ((index: number) => void) | null): void;
}

/** Finds the cards of one mounted list by position, for the lasso. */
export interface CardPositionFinder {
  readonly scroller: HTMLElement | null;
  cardIdsBetween(from: number, to: number): readonly string[];
}

interface BoardColumnProps {
  arranged: ArrangedColumn;
  handlers: ColumnHandlers;
  isComposing: boolean;
  /**
   * Index among the cards at which the open composer is shown; undefined: above all cards, or no composer is open here.
   */
  composerIndex?: number | undefined;
  canCreate: boolean;
  /** Whether cards are in manual order, so that a drop has a position in the column. */
  isManualOrder: boolean;
  isFolded: boolean;
  effortSum: number;
  /** Content below the title of the column. */
  contentBelowTitle?: ReactNode;
  /** The scrolling element of the lanes, if this is a cell; undefined for a column. */
  lanesScroller?: HTMLElement | null;
  /** Visible height of the list in px, if it is known before the list is measured. */
  initialHeightPx?: number;
  /** Maximum number of mounted cards; undefined: no maximum. */
  maxMountedCards?: number;
}

/** Height in px of the composer. */
const composerHeightPx = 98;
/** Key of the composer among the keys of the list's items; the other keys are card ids. */
const composerKey = 'composer';

export const BoardColumn = memo(function BoardColumn(props: BoardColumnProps): ReactElement {
  const {
    arranged,
    handlers,
    isComposing,
    composerIndex,
    canCreate,
    isManualOrder,
    isFolded,
    effortSum: effort,
    contentBelowTitle,
    lanesScroller,
    initialHeightPx,
    maxMountedCards: maxMounted,
  } = props;
  const { column, lane, ids } = arranged;
  const rows = useNearestCardRowStore();
  const face = useFaceSettings();
  const { density, hiddenFields, namesDeck, heroCovers, lettersPerLine } = face;
  const root = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  // `composerItemIndex`: index of the composer among the items of the list; -1 if the composer is closed or above the
  // list.
  const composerItemIndex = isComposing && composerIndex !== undefined ? composerIndex : -1;
  const isComposerAbove = isComposing && composerItemIndex < 0;
  const keys = useMemo(
    () => (composerItemIndex >= 0 ? ids.toSpliced(composerItemIndex, 0, composerKey) : ids),
    [ids, composerItemIndex],
  );
  const estimateHeight = useCallback(
    (key: string) =>
      key === composerKey
        ? composerHeightPx
        : estimatedCardHeightPx(rows.set.rows[key], {
            density,
            hiddenFields,
            namesDeck,
            heroCovers,
            lettersPerLine,
          }) + cardGapPx,
    [rows, density, hiddenFields, namesDeck, heroCovers, lettersPerLine],
  );
  // The column must render when the focus moves to one of its cards that is not mounted. For a mounted card or another
  // column the selector returns -1, so nothing renders.
  const mounted = useRef({ from: 0, to: 0 });
  useSelection((state) => {
    const index = state.focused ? keys.indexOf(state.focused) : -1;
    return index >= mounted.current.from && index < mounted.current.to ? -1 : index;
  });
  const { virtualizer, items, from, to, paddingAbovePx, paddingBelowPx } = useCardVirtualizer({
    scroller,
    keys: isFolded ? noKeys : keys,
    estimateHeight,
    paddingEndPx: lane ? 8 : 22,
    // The focused card stays mounted at any scroll position.
    pinnedIndexes: [keys.indexOf(useSelection.getState().focused ?? ''), composerItemIndex],
    maxMounted,
    initialHeightPx,
    overscan: lane ? 1 : 4,
  });
  mounted.current = { from, to };
  const height = virtualizer.getTotalSize() + (isComposerAbove ? composerHeightPx : 0);
  useLayoutEffect(() => handlers.reportHeight?.(column.key, height), [handlers, column.key, height]);
  const now = useRef({ keys, slot: composerItemIndex, ordered: isManualOrder });
  now.current = { keys, slot: composerItemIndex, ordered: isManualOrder };

  useEffect(() => {
    handlers.registerReveal(column.key, (index) => virtualizer.scrollToIndex(index));
    return () => handlers.registerReveal(column.key, null);
  }, [handlers, column.key, virtualizer]);

  useEffect(() => {
    handlers.registerPositions?.(column.key, {
      get scroller() {
        return scroller.current;
      },
      cardIdsBetween: (from, to) =>
        now.current.keys
          .slice(...itemRangeBetween(virtualizer.measurementsCache, from, to, cardGapPx / 2))
          .filter((key) => key !== composerKey),
    });
    return () => handlers.registerPositions?.(column.key, null);
  }, [handlers, column.key, virtualizer]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: folding replaces the scroller
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    const toListPosition = (y: number) => {
      const { top = 0 } = scroller.current?.getBoundingClientRect() ?? {};
      return y - top + (scroller.current?.scrollTop ?? 0);
    };
    const zone: DropZone = {
      key: column.key,
      title: lane ? `${column.title}, ${lane.title}` : column.title,
      element,
      ...(lanesScroller ? { scrollerElement: lanesScroller } : {}),
      get listScroller() {
        return scroller.current;
      },
      indexAt: (_x, y) => {
        const index = scroller.current ? insertionIndexAt(virtualizer.measurementsCache, toListPosition(y)) : 0;
        return now.current.slot >= 0 && index > now.current.slot ? index - 1 : index;
      },
      lineAt: (index) => {
        if (!scroller.current || !now.current.ordered) return null;
        const { left, right, top, bottom } = scroller.current.getBoundingClientRect();
        const { slot: at } = now.current;
        const start = itemTopPx(virtualizer.measurementsCache, at >= 0 && index > at ? index + 1 : index);
        const y = start - scroller.current.scrollTop + top;
        return y < top || y > bottom ? null : { left: left + 8, top: y, width: right - left - 16 };
      },
      refusal: (cards, fromKey) => handlers.refusal(cards, column.key, fromKey),
      caution: (cards, fromKey) => handlers.caution(cards, column.key, fromKey),
      drop: (cards, index, fromKey) =>
        handlers.drop(cards, column.key, Math.min(index, now.current.keys.length), fromKey),
    };
    return registerDropZone(zone);
  }, [handlers, column.key, column.title, lane, isFolded, lanesScroller, virtualizer]);

  // Scrolls a composer that opens between cards into view.
  useEffect(() => {
    if (composerItemIndex >= 0) virtualizer.scrollToIndex(composerItemIndex);
  }, [composerItemIndex, virtualizer]);

  const composerElement = isComposing ? (
    <NewCardComposer
      column={column}
      lane={lane}
      onCreate={(lines, deckId) => handlers.createCards(column.key, lines, deckId)}
      onClose={() => handlers.openComposer(null)}
    />
  ) : null;
  const titleId = titleIdOf(column);
  const cellName = lane ? `${column.title}, ${lane.title}` : column.title;
  const name = lane ? { 'aria-label': cellName } : { 'aria-labelledby': titleId };
  return (
    <section
      ref={root}
      className={cx(styles.column, isFolded && styles.folded, lane && styles.cell)}
      data-zone-key={column.key}
      {...name}
    >
      {lane ? null : (
        <ColumnHead
          column={column}
          count={ids.length}
          effortSum={effort}
          canCreate={canCreate}
          isFolded={isFolded}
          handlers={handlers}
        />
      )}
      {lane && canCreate && !isComposing ? (
        <NewCardButton className={styles.cellNew} place={cellName} onPress={() => handlers.openComposer(column.key)} />
      ) : null}
      <DropHint
        zoneKey={column.key}
        zoneElement={root}
        isFolded={isFolded}
        refusalClass={styles.refusal}
        cautionClass={styles.caution}
      />
      {isFolded ? null : (
        <>
          {contentBelowTitle ? <div className={styles.about}>{contentBelowTitle}</div> : null}
          {isComposerAbove ? composerElement : null}
          <div ref={scroller} className={styles.scroller} tabIndex={ids.length > 0 ? -1 : 0}>
            <ul className={styles.list} {...name} style={{ paddingTop: paddingAbovePx, paddingBottom: paddingBelowPx }}>
              {items.map(({ index, start }) => {
                const key = keys[index];
                if (key === undefined) return null;
                const isKept = index < from || index >= to;
                return (
                  <li
                    key={stableKey(key)}
                    ref={virtualizer.measureElement}
                    data-index={index}
                    aria-setsize={ids.length}
                    aria-posinset={composerItemIndex >= 0 && index > composerItemIndex ? index : index + 1}
                    className={cx(styles.slot, isKept && styles.kept)}
                    style={isKept ? { top: start } : undefined}
                  >
                    {index === composerItemIndex ? composerElement : <CardSlot id={key} order={handlers.order} />}
                  </li>
                );
              })}
            </ul>
            {ids.length === 0 && !isComposing && !lane ? <p className={styles.nothing}>No cards</p> : null}
          </div>
        </>
      )}
    </section>
  );
});

const noKeys: readonly string[] = [];
const titleIdOf = (column: Column): string => `column-${column.key.replaceAll(/[^\w-]/g, '_')}`;

interface ColumnHeadProps extends Pick<BoardColumnProps, 'handlers' | 'canCreate' | 'isFolded' | 'effortSum'> {
  column: Column;
  count: number;
}

/** A separate component, so that the head does not render again when the cards scroll. */
const ColumnHead = memo(function ColumnHead(props: ColumnHeadProps): ReactElement {
  const { column, count, effortSum: effort, canCreate, isFolded, handlers } = props;
  const face = useFaceSettings();
  const liftZone = useZoneDrag(column);
  const showsTools = useHasBeenIdle();
  return (
    <header
      className={styles.head}
      title={column.detail ?? column.title}
      onPointerDown={liftZone}
      data-no-drag={liftZone && ''}
    >
      <ColumnIcon column={column} color={validHexColor(column.color) ?? column.color} face={face} />
      <h2 id={titleIdOf(column)} className={styles.title} dir="auto">
        <ColumnTitle column={column} />
      </h2>
      <span className={styles.count}>{count}</span>
      {effort > 0 && !isFolded ? (
        <span className={styles.effort} title="Effort of these cards">
          {effort}
        </span>
      ) : null}
      {showsTools ? (
        <span className={styles.tools}>
          {isFolded ? null : <ColumnZoneMenu column={column} />}
          <IconButton
            label={isFolded ? `Unfold ${column.title}` : `Fold ${column.title}`}
            small
            onClick={() => handlers.setFolded(column.key, !isFolded)}
          >
            <ChevronsLeftRight size={13} aria-hidden />
          </IconButton>
          {canCreate && !isFolded ? (
            <NewCardButton
              className={styles.new}
              place={column.title}
              onPress={() => handlers.openComposer(column.key)}
            />
          ) : null}
        </span>
      ) : null}
    </header>
  );
});

const CardSlot = memo(function CardSlot({ id, order }: { id: string; order: () => readonly string[] }) {
  const { card, subTotal, subDone } = useCardWithCounts(id);
  return card ? <CardItem card={card} subTotal={subTotal} subDone={subDone} order={order} /> : null;
});

/** The title of a column or group. The title of a person's column is a link to the page of that person. */
export function ColumnTitle({ column: { emoji, title, personId } }: { column: Column }): ReactNode {
  const text = emoji ? `${emoji} ${title}` : title;
  return personId ? <PersonLink id={personId}>{text}</PersonLink> : text;
}

/**
 * Shows a status icon, an avatar or a colour before a column's title. Renders nothing if the column has none of them.
 */
export function ColumnIcon({
  column,
  color,
  face,
}: {
  column: ArrangedColumn['column'];
  color: string | null | undefined;
  face: FaceSettings;
}): ReactElement | null {
  if (column.statusGroup) return <StatusIcon group={column.statusGroup} named={false} />;
  if (column.personId)
    return <Avatar id={column.personId} name={face.people[column.personId]?.fullName ?? column.title} size={18} />;
  if (color) return <span className={styles.mark} style={{ '--mark': color } as CSSProperties} />;
  return null;
}
