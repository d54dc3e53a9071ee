import { type ReactElement, useRef } from 'react';
import type { ImportPreview } from '../../../shared/bridge/index.ts';
import { dayMonthYearText } from '../../ui/dates/day-text.ts';
import { Banner } from '../../ui/messages.tsx';
import { useListVirtualizer } from '../../ui/virtual/use-list-virtualizer.ts';
import styles from './import.module.css';
import { countsText, Losses } from './RunReport.tsx';

/** In px. */
const rowHeight = 44;

export function PreviewList({ preview, notes }: { preview: ImportPreview; notes: readonly string[] }): ReactElement {
  const { cards, counts, losses, notified } = preview;
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useListVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const total = counts.created + counts.updated;
  return (
    <div className="stack gap-3">
      <p className="medium">{countsText(counts)}</p>
      {notified.length > 0 ? (
        <Banner>The service tells {notified.join(', ')} that they own new cards. This cannot be avoided.</Banner>
      ) : null}
      {cards.length > 0 ? (
        <section
          ref={scroller}
          className={`panel scroll-y ${styles.cards}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable
          tabIndex={0}
          aria-label="Cards after the import"
        >
          <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const card = cards[index];
              return card ? (
                <li
                  key={index}
                  className={`absolute stack w-full px-3 ${styles.card}`}
                  style={{ top: start, height: rowHeight }}
                >
                  <span className="row gap-2">
                    <span className="grow truncate" dir="auto">
                      {card.title}
                    </span>
                    {card.change === 'updated' ? <span className="note">updated</span> : null}
                  </span>
                  <span className="note truncate" dir="auto">
                    {[card.place, card.due && `Due ${dayMonthYearText(card.due)}`, ...card.details]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </li>
              ) : null;
            })}
          </ul>
        </section>
      ) : null}
      {total > cards.length && cards.length > 0 ? <p className="note">and {total - cards.length} more</p> : null}
      <Losses losses={losses} notes={notes} />
    </div>
  );
}
