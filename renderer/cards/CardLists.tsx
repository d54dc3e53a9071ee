/** Several lists of cards on one page that is not a board, with the same shortcuts and menus as on boards. */
import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { stableRowKey } from '../data/id-remap.ts';
import { registerDraggableList } from '../dnd/drag.ts';
import type { CardRow, LoadedCards } from '../model/card-row.ts';
import { cx } from '../ui/cx.ts';
import { listColumnOf, setActiveList } from '../workbench/active-list.ts';
import { revealCard } from '../workbench/reveal-card.ts';
import { useClearSelectionOnLeave } from '../workbench/use-clear-selection-on-leave.ts';
import { useCarriedCardInView, useFocusAfterCardRemoval } from '../workbench/use-focus-after-card-removal.ts';
import styles from './CardLists.module.css';
import { CardItem } from './face/CardItem.tsx';
import { CardFaceContext, subCardCountsOf } from './face/face-context.tsx';
import { useCardFaceContextValue } from './face/use-card-face-context-value.ts';
import { MoreButton, useShownCardCount } from './MoreButton.tsx';
import { BulkBar } from './menus/BulkBar.tsx';
import { CardMenu } from './menus/CardMenu.tsx';

interface ListedCards {
  readonly key: string;
  readonly title: string;
  readonly cards: readonly CardRow[];
}

interface CardListsProps {
  readonly listKey: string;
  readonly title: string;
  /** In the order in which arrow keys go through them. No card can be in two lists. */
  readonly lists: readonly ListedCards[];
  readonly rows: LoadedCards['rows'];
  /** Owner of all cards; null if they have different owners. Card faces do not show this person's avatar. */
  readonly commonOwnerId?: string | null;
  /** Has one `CardList` for each entry of `lists`. */
  readonly children: ReactNode;
}

interface ShownCards {
  readonly rows: LoadedCards['rows'];
  readonly order: () => readonly string[];
}
const ShownCardsContext = createContext<ShownCards>({ rows: {}, order: () => [] });

export function CardListGroup(props: CardListsProps): ReactElement {
  const { listKey, title, lists, rows, commonOwnerId = null, children } = props;
  const face = useCardFaceContextValue({ commonOwnerId });
  const columns = useMemo(() => lists.map(({ key, title: name, cards }) => listColumnOf(key, name, cards)), [lists]);
  const latest = useRef({ columns, rows });
  latest.current = { columns, rows };
  const shown = useMemo<ShownCards>(
    () => ({ rows, order: () => latest.current.columns.flatMap(({ ids }) => ids) }),
    [rows],
  );
  const { order } = shown;
  useClearSelectionOnLeave(listKey);
  useFocusAfterCardRemoval(columns);
  useEffect(
    () => registerDraggableList({ key: listKey, cardOf: (id) => latest.current.rows[id], order }),
    [listKey, order],
  );
  useEffect(
    () =>
      setActiveList({
        key: listKey,
        title,
        columns,
        cardOf: (id) => latest.current.rows[id],
        reveal: (id) => revealCard(`[data-card-list="${CSS.escape(listKey)}"]`, id),
      }),
    [listKey, title, columns],
  );
  useCarriedCardInView(columns);
  return (
    <>
      <CardFaceContext.Provider value={face}>
        <ShownCardsContext.Provider value={shown}>
          <CardMenu>
            <div className="grow min-h-0 scroll" data-card-list={listKey}>
              {children}
            </div>
          </CardMenu>
        </ShownCardsContext.Provider>
      </CardFaceContext.Provider>
      <BulkBar />
    </>
  );
}

/** Shown at first; "more" adds the same number. */
const cardsPerPage = 40;

interface CardListProps {
  readonly label: string;
  readonly cards: readonly CardRow[];
  /** Shown below a card. */
  readonly note?: (card: CardRow) => ReactNode;
}

/** Must be inside `CardListGroup`. */
export function CardList({ label, cards, note }: CardListProps): ReactElement {
  const { rows, order } = useContext(ShownCardsContext);
  const ids = useMemo(() => cards.map(({ cardId }) => cardId), [cards]);
  const [shownCount, showMore] = useShownCardCount(ids, cardsPerPage);
  return (
    <>
      <ul className="stack gap-6px" aria-label={label}>
        {cards.slice(0, shownCount).map((card, at) => {
          const { total, done } = subCardCountsOf(card, rows);
          return (
            <li key={stableRowKey(card.cardId)}>
              <CardItem card={card} subCardCount={total} doneSubCardCount={done} order={order} isEntry={at === 0} />
              {note ? <div className={cx('soft text-sm', styles.note)}>{note(card)}</div> : null}
            </li>
          );
        })}
      </ul>
      <MoreButton hiddenCount={cards.length - shownCount} small onClick={showMore} />
    </>
  );
}
