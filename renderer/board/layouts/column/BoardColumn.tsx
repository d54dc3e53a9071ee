/** One column of a board, or one cell of a lane: a virtual list of cards, and a drop target. */
import { memo, type ReactElement, useLayoutEffect, useRef } from 'react';
import { useCardWithSubCardCounts } from '../../../cards/card-rows.ts';
import { CardItem } from '../../../cards/face/CardItem.tsx';
import { NewCardButton } from '../../../cards/NewCardButton.tsx';
import { NewCardComposer } from '../../../cards/NewCardComposer.tsx';
import { stableRowKey } from '../../../data/id-remap.ts';
import { DropHint } from '../../../dnd/DropHint.tsx';
import { cx } from '../../../ui/cx.ts';
import styles from './BoardColumn.module.css';
import { ColumnHead, columnTitleId } from './ColumnHead.tsx';
import type { BoardColumnProps } from './column-handlers.ts';
import { columnComposerHeightPx, useColumnItems } from './use-column-items.ts';
import { useRegisterColumnPositions } from './use-register-column-positions.ts';

export const BoardColumn = memo(function BoardColumn(props: BoardColumnProps): ReactElement {
  const { arranged, handlers, isComposing, composerIndex, canCreate, isFolded, effortSum, contentBelowTitle } = props;
  const { emptyText = 'No cards' } = props;
  const { column, lane, ids } = arranged;
  const root = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const isComposerAbove = isComposing && composerIndex < 0;
  const { keys, virtualizer, items, from, to, paddingAbovePx, paddingBelowPx } = useColumnItems({ ...props, scroller });
  const height = virtualizer.getTotalSize() + (isComposerAbove ? columnComposerHeightPx : 0);
  useLayoutEffect(() => handlers.reportHeight?.(column.key, height), [handlers, column.key, height]);
  useRegisterColumnPositions({ ...props, root, scroller, virtualizer, keys });

  const composerElement = isComposing ? <NewCardComposer list={arranged} handlers={handlers} /> : null;
  const titleId = columnTitleId(column);
  const cellName = lane ? `${column.title}, ${lane.title}` : column.title;
  const name = lane ? { 'aria-label': cellName } : { 'aria-labelledby': titleId };
  return (
    <section
      ref={root}
      className={cx(
        'stack rigid min-h-0 w-full h-full relative round-lg bg-sunken',
        styles.column,
        isFolded && styles.folded,
        lane && styles.cell,
      )}
      data-zone-key={column.key}
      {...name}
    >
      {lane ? null : (
        <ColumnHead
          column={column}
          count={ids.length}
          effortSum={effortSum}
          canCreate={canCreate}
          isFolded={isFolded}
          handlers={handlers}
        />
      )}
      {lane && canCreate && !isComposing ? (
        <NewCardButton className={styles.cellNew} place={cellName} onPress={() => handlers.openComposer(column.key)} />
      ) : null}
      <DropHint zoneKey={column.key} zoneElement={root} refusalClass={styles.refusal} cautionClass={styles.caution} />
      {isFolded ? null : (
        <>
          {contentBelowTitle ? <div className={cx('rigid', styles.about)}>{contentBelowTitle}</div> : null}
          {isComposerAbove ? composerElement : null}
          <div
            ref={scroller}
            className={cx('grow min-h-0 relative scroll-y', styles.scroller)}
            {...(ids.length > 0 ? { tabIndex: -1 } : { tabIndex: 0, role: 'group', ...name })}
          >
            <ul
              className="w-full relative"
              {...name}
              style={{ paddingTop: paddingAbovePx, paddingBottom: paddingBelowPx }}
            >
              {items.map(({ index, start }) => {
                const key = keys[index];
                if (key === undefined) return null;
                const isKept = index < from || index >= to;
                return (
                  <li
                    key={stableRowKey(key)}
                    ref={virtualizer.measureElement}
                    data-index={index}
                    aria-setsize={ids.length}
                    aria-posinset={composerIndex >= 0 && index > composerIndex ? index : index + 1}
                    className={cx(styles.slot, isKept && styles.kept)}
                    style={isKept ? { top: start } : undefined}
                  >
                    {index === composerIndex ? composerElement : <CardSlot id={key} order={handlers.order} />}
                  </li>
                );
              })}
            </ul>
            {ids.length === 0 && !isComposing && !lane ? (
              <p className={cx('absolute note text-center click-through', styles.nothing)}>{emptyText}</p>
            ) : null}
          </div>
        </>
      )}
    </section>
  );
});

/** Shows the card `id` of a column or group. The row of the card comes from the row store of the board. */
export const CardSlot = memo(function CardSlot({ id, order }: { id: string; order: () => readonly string[] }) {
  const { card, subCardCount, doneSubCardCount } = useCardWithSubCardCounts(id);
  return card ? (
    <CardItem card={card} subCardCount={subCardCount} doneSubCardCount={doneSubCardCount} order={order} />
  ) : null;
});
