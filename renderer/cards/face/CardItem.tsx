/**
 * A focusable, draggable card in a list. When another card changes, this card renders again only if the counts of its
 * own sub cards change.
 */
import { memo, type ReactElement } from 'react';
import type { CardRow } from '../../model/card-row.ts';
import { cx } from '../../ui/cx.ts';
import { ItemBoundary } from '../../ui/ItemBoundary.tsx';
import { CardFace } from './CardFace.tsx';
import styles from './CardItem.module.css';
import { useCardInteractions } from './use-card-interactions.ts';

interface CardItemProps {
  card: CardRow;
  subCardCount: number;
  doneSubCardCount: number;
  /** Returns the ids of all cards of the view in order; Shift+click selects a range of them. */
  order: () => readonly string[];
  isEntry?: boolean;
}

export const CardItem = memo(function CardItem(props: CardItemProps): ReactElement {
  const { card, subCardCount, doneSubCardCount, order, isEntry } = props;
  const { isSelected, isLifted, props: listed } = useCardInteractions(card.cardId, order, isEntry);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button element must not contain the block content of a card
    // biome-ignore lint/a11y/useFocusableInteractive: it has a tabIndex like any listed card
    <div
      {...listed}
      role="button"
      aria-roledescription="card"
      className={cx('round-card', styles.item, isSelected && styles.selected, isLifted && styles.lifted)}
    >
      <ItemBoundary item="This card" text={card.title || 'Untitled'}>
        <CardFace card={card} subCardCount={subCardCount} doneSubCardCount={doneSubCardCount} />
      </ItemBoundary>
      {isSelected ? <span className="visually-hidden">selected</span> : null}
    </div>
  );
});
