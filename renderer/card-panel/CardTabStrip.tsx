/** The tabs of open cards above the card panel, shown if at least two cards are open. */

import { X } from 'lucide-react';
import { type ReactElement, useEffect, useRef } from 'react';
import { type Query, rootKeyById } from '../../shared/contract/index.ts';
import { closeCardTab, useCardTabs } from '../data/card-tabs.ts';
import { useLiveQuery } from '../data/live.ts';
import { openCard } from '../data/routes.ts';
import { shownTitle } from '../model/card-row.ts';
import { cx } from '../ui/cx.ts';
import styles from './tabs.module.css';

const titlesQuery = (cards: readonly string[]): Query =>
  Object.fromEntries(cards.map((card) => [rootKeyById('card', card), ['title']]));

export function CardTabStrip({ cardId }: { cardId: string }): ReactElement | null {
  const cards = useCardTabs((state) => state.cards);
  return cards.length > 1 ? <TabList cards={cards} cardId={cardId} /> : null;
}

function TabList({ cards, cardId }: { cards: readonly string[]; cardId: string }): ReactElement {
  const { data } = useLiveQuery(titlesQuery(cards), { keepsPrevious: true });
  const titles = (data as { card?: Record<string, { title?: string }> } | undefined)?.card;
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls when another tab becomes active
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [cardId, cards]);
  return (
    <nav className="rigid border-bottom bg-sunken" aria-label="Open cards">
      <ul ref={list} className={cx('flex gap-2px', styles.list)}>
        {cards.map((card) => {
          const title = shownTitle(titles?.[card]?.title);
          const isFront = card === cardId;
          return (
            <li
              key={card}
              className={cx('row relative soft hover-fill h-7', styles.tab)}
              data-front={isFront || undefined}
            >
              <button
                type="button"
                className={cx('grow min-w-0 h-full truncate text-sm text-start', styles.title)}
                aria-current={isFront ? 'true' : undefined}
                title={title}
                dir="auto"
                onClick={() => openCard(card)}
                onAuxClick={(event) => event.button === 1 && closeCardTab(card)}
              >
                {title}
              </button>
              <button
                type="button"
                className={cx('grid rigid faint round-sm hover-plain h-6', styles.close)}
                aria-label={`Close tab: ${title}`}
                onClick={() => closeCardTab(card)}
              >
                <X size={12} aria-hidden />
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
