/** Groups: today, yesterday, this week, earlier. A person can clear their own pile. */
import { ClipboardList } from 'lucide-react';
import { type ReactElement, type ReactNode, useContext, useMemo } from 'react';
import type { HandEntry } from '../../cards/hand/hand-entries.ts';
import { MoreButton, useShownCardCount } from '../../cards/MoreButton.tsx';
import { act, actStep } from '../../data/act.ts';
import { stableRowKey } from '../../data/id-remap.ts';
import { useLookups } from '../../data/lookups.ts';
import type { CardRow } from '../../model/card-row.ts';
import {
  type FinishedCardGroup,
  finishedCardGroupsThisWeek,
  finishedCardsMarkdown,
  finishedPeriodLabels,
  groupFinishedCards,
} from '../../model/hand/finished.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { FirstWeekdayContext } from '../../ui/dates/day-text.ts';
import { localDay, useToday } from '../../ui/dates/today.ts';
import { copyText } from '../../ui/dom/announce-to-screen-readers.ts';
import { Menu } from '../../ui/popups/Menu.tsx';
import styles from './HandView.module.css';

interface DonePileProps {
  /** Latest first. */
  entries: readonly HandEntry[];
  rows: Readonly<Record<string, CardRow>>;
  /** The user of the person's own pile, which can be cleared; null for another person's pile. */
  ownUserId: string | null;
  renderCard: (card: CardRow) => ReactNode;
}

export function DonePile({ entries, rows, ownUserId, renderCard }: DonePileProps): ReactElement {
  const today = useToday();
  const firstWeekday = useContext(FirstWeekdayContext);
  const { decks } = useLookups();
  const finished = useMemo(
    () =>
      entries.flatMap(({ cardId, cardDoneAt }) => {
        const card = rows[cardId];
        return card && cardDoneAt ? { card, day: localDay(new Date(cardDoneAt)) } : [];
      }),
    [entries, rows],
  );
  const ids = useMemo(() => finished.map(({ card }) => card.cardId), [finished]);
  const [shownCount, showMore] = useShownCardCount(ids);
  const all = groupFinishedCards(finished, today, firstWeekday);
  const groups = groupFinishedCards(finished.slice(0, shownCount), today, firstWeekday);
  const isRecent = ({ period }: FinishedCardGroup) => period === 'today' || period === 'yesterday';
  const copy = (label: string, chosen: readonly FinishedCardGroup[]) => ({
    label,
    ...(chosen.length === 0 ? { disabled: 'nothing was finished then' } : {}),
    run: () => copyText(finishedCardsMarkdown(chosen, decks), 'Copied what was finished, as Markdown'),
  });
  return (
    <section className="round-lg p-3" aria-labelledby="done-title" data-done-pile data-card-list="hand-page">
      <div className={cx('row gap-2', styles.doneHead)}>
        <h2 id="done-title" className={cx('h-6', styles.title)}>
          Done pile
        </h2>
        <span className="note">{finished.length}</span>
        {finished.length > 0 ? (
          <Menu
            trigger={<Button text="Copy as text" icon={ClipboardList} small look="quiet" />}
            entries={() => [
              copy('Today and yesterday', all.filter(isRecent)),
              copy('This week', finishedCardGroupsThisWeek(finished, today, firstWeekday)),
              copy('All of the pile', all),
            ]}
          />
        ) : null}
        {ownUserId && finished.length > 0 ? (
          <Button
            text="Clear"
            small
            look="quiet"
            onClick={() => {
              const cardIds = finished.map(({ card }) => card.cardId);
              const step = actStep('handQueue/removeCards', { cardIds, userId: ownUserId });
              void act('Clear the done pile', [step], { showsToast: true });
            }}
          />
        ) : null}
      </div>
      {groups.map(({ period, cards }) => (
        <section key={period} className={styles.period} aria-labelledby={`done-${period}`}>
          <h3 id={`done-${period}`} className="flex gap-6px soft text-sm mb-1">
            {finishedPeriodLabels[period]}
            <span className="note">{all.find((group) => group.period === period)?.cards.length}</span>
          </h3>
          <ul className="stack gap-6px" aria-label={`Done pile, ${finishedPeriodLabels[period].toLowerCase()}`}>
            {cards.map((card) => (
              <li key={stableRowKey(card.cardId)}>{renderCard(card)}</li>
            ))}
          </ul>
        </section>
      ))}
      <MoreButton hiddenCount={finished.length - shownCount} onClick={showMore} />
      {finished.length === 0 ? <p className="note">Finished cards appear here automatically.</p> : null}
    </section>
  );
}
