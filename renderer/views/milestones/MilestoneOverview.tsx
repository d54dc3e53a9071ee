import { type ReactElement, useMemo } from 'react';
import { CardList, CardListGroup } from '../../cards/CardLists.tsx';
import { useLiveQuery } from '../../data/live.ts';
import { type MilestoneRow, useLookups } from '../../data/lookups.ts';
import { RelativeTime } from '../../data/relative-time.ts';
import { openCard } from '../../data/routes.ts';
import { type CardRow, cardsQuery, type LoadedCards, loadedCardsOf, shownTitle } from '../../model/card-row.ts';
import {
  type BlockerReason,
  blockerReasons,
  blockersOfMilestone,
  type MilestoneBlocker,
  milestoneBlockersQuery,
  possibleBlockersFilter,
} from '../../model/planning/blockers.ts';
import { cx } from '../../ui/cx.ts';
import { countWithNoun } from '../../ui/text/text.ts';
import { MilestoneFields } from './MilestoneFields.tsx';
import { MilestonePeopleTable } from './MilestonePeopleTable.tsx';
import styles from './milestone.module.css';
import type { MilestonePeople } from './milestone-people.ts';

const titles: Record<BlockerReason, string> = {
  blocked: 'Blocked',
  waits: 'Waiting for cards outside of the milestone',
  open: 'Open threads',
};

/** With the reasons; null until loaded. */
export function useMilestoneBlockers({
  id,
}: MilestoneRow): { loaded: LoadedCards; blockers: readonly MilestoneBlocker[] } | null {
  const { activeProjectsCondition } = useLookups();
  const { data: cards } = useLiveQuery(cardsQuery(possibleBlockersFilter(id, activeProjectsCondition), null));
  const { data } = useLiveQuery(milestoneBlockersQuery(id));
  return useMemo(() => {
    if (!cards || !data) return null;
    const loaded = loadedCardsOf(cards as never, null);
    return { loaded, blockers: blockersOfMilestone(loaded, data, id) };
  }, [cards, data, id]);
}

interface MilestoneOverviewProps {
  readonly milestone: MilestoneRow;
  readonly people: MilestonePeople | null;
  readonly blockerSet: ReturnType<typeof useMilestoneBlockers>;
}

export function MilestoneOverview({ milestone, people, blockerSet }: MilestoneOverviewProps): ReactElement {
  const lists = useMemo(
    () =>
      blockerReasons.map((reason) => ({
        key: reason,
        title: titles[reason],
        cards: blockerSet?.blockers.flatMap((blocker) => (blocker.reason === reason ? blocker.card : [])) ?? [],
      })),
    [blockerSet],
  );
  const note = ({ cardId }: CardRow) => {
    const blocker = blockerSet?.blockers.find(({ card }) => card.cardId === cardId);
    // The card's face already shows its open threads.
    return blocker && blocker.reason !== 'open' ? <BlockerReasons blocker={blocker} /> : null;
  };
  return (
    <CardListGroup
      listKey={`milestone-overview:${milestone.id}`}
      title={milestone.name}
      lists={lists}
      rows={blockerSet?.loaded.rows ?? {}}
    >
      <div className={cx('grid items-start gap-6', styles.overview)}>
        <section className={cx('stack min-w-0', styles.blockers)} aria-labelledby="milestone-blockers">
          <h2 id="milestone-blockers">What blocks it</h2>
          {blockerSet && blockerSet.blockers.length === 0 ? (
            <p className="note">
              Nothing: no card is blocked, waits for a card of another milestone, or has an open thread.
            </p>
          ) : null}
          {lists.map(({ key, title, cards }) =>
            cards.length > 0 ? (
              <section key={key} aria-label={title}>
                <h3 className="soft text-sm mb-6px">
                  {title} <span className="note">{cards.length}</span>
                </h3>
                <CardList label={title} cards={cards} note={note} />
              </section>
            ) : null,
          )}
        </section>
        <div className={cx('stack min-w-0', styles.side)}>
          <section aria-labelledby="milestone-people">
            <h2 id="milestone-people" className="mb-2">
              Risk and capacity
            </h2>
            {people ? <MilestonePeopleTable milestone={milestone} milestonePeople={people} /> : null}
          </section>
          <section aria-labelledby="milestone-fields">
            <h2 id="milestone-fields" className="mb-2">
              Milestone
            </h2>
            <MilestoneFields milestone={milestone} />
          </section>
        </div>
      </div>
    </CardListGroup>
  );
}

function BlockerReasons({ blocker }: { blocker: MilestoneBlocker }): ReactElement {
  const { blockedSince, waitsFor, openThreads } = blocker;
  const { milestones } = useLookups();
  return (
    <ul className="stack gap-2px">
      {blockedSince ? (
        <li>
          Blocked <RelativeTime at={blockedSince} />
        </li>
      ) : null}
      {waitsFor.map(({ cardId, title, milestoneId }) => (
        <li key={cardId}>
          Waits for{' '}
          <button
            type="button"
            className="accent text-start hover-underline"
            data-opens-card={cardId}
            data-whole=""
            dir="auto"
            onClick={() => openCard(cardId)}
          >
            {shownTitle(title)}
          </button>
          ,{' '}
          {milestoneId ? `planned for ${milestones[milestoneId]?.name ?? 'another milestone'}` : 'without a milestone'}
        </li>
      ))}
      {openThreads > 0 ? <li>{countWithNoun(openThreads, 'open thread')}</li> : null}
    </ul>
  );
}
