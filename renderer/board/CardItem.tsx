/** One card in a list: focus, selection, dragging and clicks. Re-renders when its own row or state changes, nothing else. */
import { memo, type ReactElement, useEffect, useRef } from 'react';
import { openCard } from '../data/routes.ts';
import { clearSelection, focusCard, selectRange, toggleSelected, useSelection } from '../data/selection.ts';
import { cx } from '../ui/cx.ts';
import { CardFace } from './CardFace.tsx';
import styles from './CardItem.module.css';
import type { CardRow } from './cards.ts';
import { useDrag } from './drag.ts';

export interface CardItemProps {
  card: CardRow;
  subTotal: number;
  subDone: number;
  /** All ids of the view, in order, for ranges. */
  order: () => readonly string[];
}

export const CardItem = memo(function CardItem(props: CardItemProps): ReactElement {
  const { card, subTotal, subDone, order } = props;
  const id = card.cardId;
  const selected = useSelection((state) => state.selected.has(id));
  const focused = useSelection((state) => state.focused === id);
  const lifted = useDrag((state) => state.ids.has(id));
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focused && element.current && element.current !== document.activeElement && keysAreHere())
      element.current.focus({ preventScroll: true });
  }, [focused]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button element may not hold what a card shows
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys come from the command table, for the whole window
    <div
      ref={element}
      role="button"
      tabIndex={focused ? 0 : -1}
      aria-roledescription="card"
      data-card-id={id}
      data-draggable
      data-focused={focused || undefined}
      className={cx(styles.item, selected && styles.selected, lifted && styles.lifted)}
      onFocus={() => focusCard(id)}
      onClick={(event) => {
        if (event.shiftKey) selectRange(id, order());
        else if (event.ctrlKey || event.metaKey) toggleSelected(id);
        else {
          clearSelection();
          focusCard(id);
          openCard(id);
        }
      }}
    >
      <CardFace card={card} subTotal={subTotal} subDone={subDone} />
      {selected ? <span className="visually-hidden">selected</span> : null}
    </div>
  );
});

/** Whether moving focus to a card takes it from nothing that the person is typing in or choosing from. */
export function keysAreHere(): boolean {
  const active = document.activeElement;
  return active === null || active === document.body
    ? useSelection.getState().byKeys
    : active.closest('[data-card-id]') !== null;
}
