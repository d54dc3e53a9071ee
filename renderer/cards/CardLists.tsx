/** Lists of cards beside each other on one page, with the keys and menus that boards have. */
import {
  createContext,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useSettings } from '../data/app-state.ts';
import { registerList } from '../dnd/drag.ts';
import type { CardRow, CardSet } from '../model/card-row.ts';
import { Button } from '../ui/Button.tsx';
import { setActiveList } from '../workbench/active-list.ts';
import styles from './CardLists.module.css';
import { CardItem } from './face/CardItem.tsx';
import { FaceContext, type FaceSettings, subCardsOf } from './face/face-context.tsx';
import { useFaceSettingsFor } from './face/use-face-settings.ts';
import { BulkBar } from './menus/BulkBar.tsx';
import { CardMenu } from './menus/CardMenu.tsx';

interface ListedCards {
  readonly key: string;
  readonly title: string;
  readonly ids: readonly string[];
}

interface CardListsProps {
  readonly listKey: string;
  readonly title: string;
  /** In the order in which keys go through them. A card may be in one of them only. */
  readonly lists: readonly ListedCards[];
  readonly rows: CardSet['rows'];
  /** The person whose cards they are, whose avatar the faces leave out. */
  readonly holder?: string | null;
  /** The page, with a `CardList` for each list. */
  readonly children: ReactNode;
}

interface Shown {
  readonly rows: CardSet['rows'];
  readonly order: () => readonly string[];
}
const ShownContext = createContext<Shown>({ rows: {}, order: () => [] });

const source = { newCardFields: {}, namesDeck: true } as const;

export function CardLists({ listKey, title, lists, rows, holder = null, children }: CardListsProps): ReactElement {
  const baseFace = useFaceSettingsFor({ by: 'none' }, source);
  const { density } = useSettings();
  const face = useMemo<FaceSettings>(() => ({ ...baseFace, density, holder }), [baseFace, density, holder]);
  const latest = useRef({ lists, rows });
  latest.current = { lists, rows };
  const shown = useMemo<Shown>(() => ({ rows, order: () => latest.current.lists.flatMap(({ ids }) => ids) }), [rows]);
  const { order } = shown;
  useEffect(() => registerList({ key: listKey, cardOf: (id) => latest.current.rows[id], order }), [listKey, order]);
  useEffect(
    () =>
      setActiveList({
        key: listKey,
        title,
        columns: lists.map(({ ids, ...list }) => ({ column: { ...list, by: 'none', value: null }, ids })),
        cardOf: (id) => latest.current.rows[id],
        reveal: (id) =>
          document
            .querySelector(`[data-card-list="${CSS.escape(listKey)}"] [data-card-id="${CSS.escape(id)}"]`)
            ?.scrollIntoView({ block: 'nearest' }),
      }),
    [listKey, title, lists],
  );
  return (
    <>
      <FaceContext.Provider value={face}>
        <ShownContext.Provider value={shown}>
          <CardMenu>
            <div className={styles.page} data-card-list={listKey}>
              {children}
            </div>
          </CardMenu>
        </ShownContext.Provider>
      </FaceContext.Provider>
      <BulkBar />
    </>
  );
}

/** Number of cards shown at first, and added each time the button is pressed. */
const pageSize = 40;

interface CardListProps {
  readonly label: string;
  readonly cards: readonly CardRow[];
  /** Shown below a card. */
  readonly note?: (card: CardRow) => ReactNode;
}

/** One list within `CardLists`. */
export function CardList({ label, cards, note }: CardListProps): ReactElement {
  const { rows, order } = useContext(ShownContext);
  const [maxCards, setMaxCards] = useState(pageSize);
  return (
    <>
      <ul className={styles.list} aria-label={label}>
        {cards.slice(0, maxCards).map((card, at) => {
          const { total, done } = subCardsOf(card, rows);
          return (
            <li key={card.cardId}>
              <CardItem card={card} subTotal={total} subDone={done} order={order} isEntry={at === 0} />
              {note ? <div className={styles.note}>{note(card)}</div> : null}
            </li>
          );
        })}
      </ul>
      {cards.length > maxCards ? (
        <Button look="quiet" small onClick={() => setMaxCards(maxCards + pageSize)}>
          {cards.length - maxCards} more
        </Button>
      ) : null}
    </>
  );
}
