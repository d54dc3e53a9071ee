import { Plus, X } from 'lucide-react';
import { Fragment, type ReactElement, type ReactNode, useState } from 'react';
import { queryForAccount, selectRelated } from '../../../shared/contract/index.ts';
import { act, actStep } from '../../data/act.ts';
import type { ActionLabel } from '../../data/action-labels.ts';
import { rowsByIds } from '../../data/answer-rows.ts';
import { errorText } from '../../data/bridge.ts';
import { remappedRowId } from '../../data/id-remap.ts';
import { queryOnce } from '../../data/live.ts';
import { openCard } from '../../data/routes.ts';
import { shownTitle } from '../../model/card-row.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import { Banner } from '../../ui/messages.tsx';
import { CardPanelSection } from '../CardPanelSection.tsx';
import { CardSearchButton } from '../CardSearchButton.tsx';
import styles from '../card.module.css';
import type { CardPanelPartProps } from '../fields/panel-card-state.ts';
import type { PanelCard } from '../queries.ts';
import { createDependencyEditor, type DependencySide } from './change-dependencies.ts';
import { DependencyGraph } from './DependencyGraph.tsx';

const sideLabels: Record<DependencySide, { title: string; add: ActionLabel; remove: string }> = {
  inDeps: { title: 'Waits for', add: 'Wait for another card', remove: 'No longer wait for' },
  outDeps: { title: 'Blocks', add: 'Block another card', remove: 'No longer block' },
};

const sides = ['inDeps', 'outDeps'] as const;

const dependenciesQuery = (ids: readonly string[]) =>
  queryForAccount([selectRelated('cards', { cardId: { op: 'in', value: ids } }, ['title', 'inDeps', 'outDeps'])]);

const changes = createDependencyEditor({
  read: async (ids) => Object.values((await queryOnce(dependenciesQuery(ids.map(remappedRowId)))).card ?? {}),
  save: (change, side, cardId, ids) =>
    act(change === 'add' ? sideLabels[side].add : 'Remove a dependency', [
      actStep('cards/update', { id: cardId, [side]: ids }),
    ]),
});

/** `<bdi>` isolates each title: a right-to-left title could change the order of the titles beside it. */
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

const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

export function Dependencies({ card, answer, cardState }: CardPanelPartProps): ReactElement | null {
  const [refusal, setRefusal] = useState<ReactNode>(null);
  const add = async (side: DependencySide, other: { cardId: string; title: string }) => {
    setRefusal(null);
    try {
      const cycle = await changes.add(side, card.cardId, other.cardId);
      if (cycle) setRefusal(<CycleMessage titles={cycle} />);
    } catch (error) {
      setRefusal(errorText(error));
    }
  };
  const remove = (side: DependencySide, id: string) =>
    changes.remove(side, card.cardId, id).catch((error: unknown) => setRefusal(errorText(error)));
  const count = card.inDeps.length + card.outDeps.length;
  if (cardState.disabledReason && count === 0) return null;
  return (
    <CardPanelSection
      title="Dependencies"
      isEmpty={count === 0 && refusal === null}
      note={card.hasBlockingDeps ? 'waits for open cards' : undefined}
      actions={(cardState.disabledReason ? [] : sides).map((side) => (
        <CardSearchButton
          key={side}
          label={sideLabels[side].add}
          // Also offers the cards of the other list. Such a card would close a cycle, so `add` changes nothing and a
          // message shows the cycle.
          excludedIds={[card.cardId, ...card[side]]}
          nearDeckId={card.deckId}
          onPick={(other) => void add(side, other)}
          trigger={
            <Button
              text={sideLabels[side].title}
              icon={Plus}
              small
              look="quiet"
              aria-label={`${sideLabels[side].title}: add a card`}
            />
          }
        />
      ))}
    >
      {refusal ? (
        // The message is often below the visible area, because the section is at the end of the panel.
        <div ref={scrollIntoView}>
          <Banner
            tone="warning"
            action={<IconButton icon={X} small label="Dismiss" onClick={() => setRefusal(null)} />}
          >
            {refusal}
          </Banner>
        </div>
      ) : null}
      {sides.map((side) => {
        const others = rowsByIds(answer.card, card[side]) as PanelCard[];
        if (card[side].length === 0) return null;
        return (
          <div key={side}>
            <h4 className="note normal mb-2px">{sideLabels[side].title}</h4>
            <ul className={styles.rows} aria-label={sideLabels[side].title}>
              {others.map((other) => (
                <li
                  key={other.cardId}
                  className={cx('row gap-2 round', styles.row)}
                  data-muted={other.status === 'done' || undefined}
                >
                  <StatusIcon derivedStatus={other.derivedStatus} />
                  <button
                    type="button"
                    className={cx('grow min-w-0 truncate text-start hover-underline', styles.rowTitle)}
                    dir="auto"
                    data-opens-card={other.cardId}
                    onClick={() => openCard(other.cardId)}
                  >
                    {shownTitle(other.title)}
                  </button>
                  {cardState.disabledReason ? null : (
                    <IconButton
                      icon={X}
                      small
                      label={`${sideLabels[side].remove} ${other.title}`}
                      onClick={() => void remove(side, other.cardId)}
                    />
                  )}
                </li>
              ))}
              {others.length < card[side].length ? (
                <li className="note p-1-0">{card[side].length - others.length} more that this token cannot see</li>
              ) : null}
            </ul>
          </div>
        );
      })}
      {count > 1 ? (
        <DependencyGraph
          card={card}
          before={rowsByIds(answer.card, card.inDeps) as PanelCard[]}
          after={rowsByIds(answer.card, card.outDeps) as PanelCard[]}
        />
      ) : null}
    </CardPanelSection>
  );
}
