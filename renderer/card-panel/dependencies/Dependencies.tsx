/** The section of the card's dependencies: the cards that it waits for and those that wait for it, with a small graph. */
import { Plus, X } from 'lucide-react';
import { Fragment, type ReactElement, type ReactNode, useState } from 'react';
import { query, under } from '../../../shared/contract/index.ts';
import { findCycle } from '../../cards/dependencies.ts';
import { act, step } from '../../data/act.ts';
import type { Label } from '../../data/action-labels.ts';
import { rowsByIds } from '../../data/assemble.ts';
import { failureOf } from '../../data/bridge.ts';
import { failureText } from '../../data/failures.ts';
import { ask } from '../../data/live.ts';
import { openCard } from '../../data/routes.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import { Banner } from '../../ui/messages.tsx';
import { CardSearch } from '../CardSearch.tsx';
import styles from '../card.module.css';
import type { PanelCardState } from '../fields/field-choices.ts';
import type { CardAnswer, CardRow } from '../queries.ts';
import { Section } from '../Section.tsx';
import { DependencyGraph } from './DependencyGraph.tsx';

type Side = 'inDeps' | 'outDeps';

const labels: Record<Side, { title: string; add: Label; remove: string }> = {
  inDeps: { title: 'Waits for', add: 'Wait for another card', remove: 'No longer wait for' },
  outDeps: { title: 'Blocks', add: 'Block another card', remove: 'No longer block' },
};

/** Bounds of the search for cycles: levels, and cards per level. */
const maxLevels = 40;
const maxCards = 2000;

const levelQuery = (ids: readonly string[]) =>
  query({ _root: [{ account: [under('cards', { cardId: { op: 'in', value: ids } }, ['title', 'inDeps'])] }] });

/** The titles of the cycle that would exist if `after` waited for `before`; null if there would be none. */
async function cycleOf(before: string, after: string): Promise<string[] | null> {
  const known = new Map<string, readonly string[]>();
  const titles = new Map<string, string>();
  let level: string[] = [before];
  for (let depth = 0; depth < maxLevels && level.length > 0 && known.size < maxCards; depth++) {
    const rows = Object.values((await ask(levelQuery(level))).card ?? {});
    for (const row of rows) {
      known.set(row.cardId, row.inDeps ?? []);
      titles.set(row.cardId, row.title);
    }
    level = [...new Set(rows.flatMap((row) => row.inDeps ?? []))].filter((id) => !known.has(id));
  }
  return findCycle(known, before, after)?.map((id) => titles.get(id) ?? 'a card not seen here') ?? null;
}

/** Why a dependency would close a cycle. Isolates each title, because a right-to-left title would reverse its neighbours. */
function CycleMessage({ titles }: { titles: readonly string[] }): ReactElement {
  const path = [...titles.toReversed(), titles.at(-1)];
  return (
    <>
      That would close a cycle:{' '}
      {path.map((title, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the path never changes, and ends with its first card
        <Fragment key={at}>
          {at > 0 ? ' → ' : null}
          <bdi>{title}</bdi>
        </Fragment>
      ))}
      .
    </>
  );
}

const bringIntoSight = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

interface DependenciesProps {
  card: CardRow;
  answer: CardAnswer;
  cardState: PanelCardState;
}

export function Dependencies({ card, answer, cardState }: DependenciesProps): ReactElement | null {
  const [refusal, setRefusal] = useState<ReactNode>(null);
  const add = async (side: Side, other: { cardId: string; title: string }) => {
    setRefusal(null);
    const [before, after] = side === 'inDeps' ? [other.cardId, card.cardId] : [card.cardId, other.cardId];
    try {
      const cycle = await cycleOf(before, after);
      if (cycle) {
        setRefusal(<CycleMessage titles={cycle} />);
        return;
      }
    } catch (error) {
      setRefusal(failureText(failureOf(error)));
      return;
    }
    await act(labels[side].add, [step('cards/update', { id: card.cardId, [side]: [...card[side], other.cardId] })]);
  };
  const remove = (side: Side, id: string) =>
    void act('Remove a dependency', [
      step('cards/update', { id: card.cardId, [side]: card[side].filter((other) => other !== id) }),
    ]);
  const count = card.inDeps.length + card.outDeps.length;
  if (cardState.disabledReason && count === 0) return null;
  return (
    <Section
      title="Dependencies"
      isEmpty={count === 0 && refusal === null}
      note={card.hasBlockingDeps ? 'waits for open cards' : undefined}
      actions={(cardState.disabledReason ? [] : (['inDeps', 'outDeps'] as const)).map((side) => (
        <CardSearch
          key={side}
          label={labels[side].add}
          // Cards of the other list are not left out: choosing one shows why it is refused.
          without={[card.cardId, ...card[side]]}
          near={card.deckId}
          onPick={(other) => void add(side, other)}
          trigger={
            <Button small look="quiet" aria-label={`${labels[side].title}: add a card`}>
              <Plus size={13} aria-hidden /> {labels[side].title}
            </Button>
          }
        />
      ))}
    >
      {refusal ? (
        // Scrolled into view: the section is at the end of the panel, where a message is easily below the visible area.
        <div ref={bringIntoSight}>
          <Banner
            tone="warning"
            action={
              <IconButton small label="Dismiss" onClick={() => setRefusal(null)}>
                <X size={13} aria-hidden />
              </IconButton>
            }
          >
            {refusal}
          </Banner>
        </div>
      ) : null}
      {(['inDeps', 'outDeps'] as const).map((side) => {
        const others = rowsByIds(answer.card, card[side]) as CardRow[];
        if (card[side].length === 0) return null;
        return (
          <div key={side} className={styles.dependencies}>
            <h4>{labels[side].title}</h4>
            <ul className={styles.rows} aria-label={labels[side].title}>
              {others.map((other) => (
                <li key={other.cardId} className={styles.row} data-muted={other.status === 'done' || undefined}>
                  <StatusIcon derivedStatus={other.derivedStatus} />
                  <button
                    type="button"
                    className={styles.rowTitle}
                    dir="auto"
                    data-opens-card={other.cardId}
                    onClick={() => openCard(other.cardId)}
                  >
                    {other.title || 'Untitled'}
                  </button>
                  {cardState.disabledReason ? null : (
                    <IconButton
                      small
                      label={`${labels[side].remove} ${other.title}`}
                      onClick={() => remove(side, other.cardId)}
                    >
                      <X size={13} aria-hidden />
                    </IconButton>
                  )}
                </li>
              ))}
              {others.length < card[side].length ? (
                <li className={styles.unseen}>{card[side].length - others.length} more that this token cannot see</li>
              ) : null}
            </ul>
          </div>
        );
      })}
      {count > 1 ? (
        <DependencyGraph
          card={card}
          before={rowsByIds(answer.card, card.inDeps) as CardRow[]}
          after={rowsByIds(answer.card, card.outDeps) as CardRow[]}
        />
      ) : null}
    </Section>
  );
}
