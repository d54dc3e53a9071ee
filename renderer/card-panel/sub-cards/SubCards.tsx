import { Link2, ListPlus, Plus } from 'lucide-react';
import { type ReactElement, useMemo, useRef, useState } from 'react';
import { countedEffort, effortOfEstimatedCards } from '../../../shared/domain/progress.ts';
import { subCardCountsOf } from '../../cards/face/face-context.tsx';
import { act, actStep } from '../../data/act.ts';
import { rowsByIds } from '../../data/answer-rows.ts';
import { remappedRowId, stableRowKey } from '../../data/id-remap.ts';
import { isCardDone } from '../../model/card-row.ts';
import { checklistLinesOf } from '../../model/new-cards/checklist.ts';
import { fieldRefusal } from '../../model/preflight.ts';
import { withItemMoved } from '../../model/zones.ts';
import { Button } from '../../ui/Button.tsx';
import { announceToScreenReaders } from '../../ui/dom/announce-to-screen-readers.ts';
import { ItemBoundary } from '../../ui/ItemBoundary.tsx';
import { ProgressBar } from '../../ui/icons/icons.tsx';
import { pairWithIndexKeys } from '../../ui/index-keys.ts';
import { chunkRows, LazyMount } from '../../ui/LazyMount.tsx';
import { Menu } from '../../ui/popups/Menu.tsx';
import { CardPanelSection } from '../CardPanelSection.tsx';
import { CardSearchButton } from '../CardSearchButton.tsx';
import styles from '../card.module.css';
import type { CardPanelPartProps } from '../fields/panel-card-state.ts';
import { JourneyMenu } from '../JourneyMenu.tsx';
import type { PanelCard } from '../queries.ts';
import { createSubCard, createSubCardFromLine } from './create-sub-cards.ts';
import { SubCardRow } from './SubCardRow.tsx';

/** In one `LazyMount`, which renders them only when they come near the visible area. */
const rowsPerGroup = 20;
const rowHeightPx = 32;

export const estimatedSubCardsHeightPx = (count: number): number => count * rowHeightPx;

/** Such as `2 of 5 done, 8 of 20 effort`; without the effort if no card has one. */
function progressText(
  { total, done }: ReturnType<typeof subCardCountsOf>,
  cards: readonly PanelCard[],
  fallbackEffort: number,
): string {
  const effort = effortOfEstimatedCards(cards, fallbackEffort);
  const doneEffort = cards.reduce((sum, one) => sum + (isCardDone(one) ? countedEffort(one, fallbackEffort) : 0), 0);
  return `${done} of ${total} done${effort > 0 ? `, ${doneEffort} of ${effort} effort` : ''}`;
}

export function SubCards({ card, answer, cardState, lookups }: CardPanelPartProps): ReactElement | null {
  const [isAdding, setIsAdding] = useState(false);
  const [text, setText] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const subCards = rowsByIds(answer.card, card.childCards) as PanelCard[];
  const visibleSubCards = subCards.filter(({ visibility }) => visibility !== 'deleted');
  const visibleIds = visibleSubCards.map(({ cardId }) => cardId as string);
  const checklistLines = useMemo(() => checklistLinesOf(card.content), [card.content]);
  const refusal = cardState.disabledReason ?? fieldRefusal(cardState, 'subCards');
  if (refusal && visibleSubCards.length === 0) return null;
  const isEmpty = visibleSubCards.length === 0 && !isAdding;
  const counts = subCardCountsOf(card, answer.card ?? {});

  const reorder = (id: string, to: number) => {
    const order = withItemMoved(card.childCards, id, to, visibleIds);
    if (order === card.childCards) return;
    const step = actStep('cards/update', { id: card.cardId, childCards: [...order] }, card);
    void act('Reorder sub cards', [step]).then((answer) => {
      if (answer) announceToScreenReaders(`Moved to place ${to + 1} of ${visibleIds.length}`);
    });
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-sub-card="${CSS.escape(remappedRowId(id))}"] button`)?.focus(),
    );
  };
  const creation = { card, zone: cardState.zone };
  const add = () => {
    const content = text.trim();
    setText('');
    void createSubCard(creation, content).then((isCreated) => {
      // The refused title returns to the field, before the text typed since then.
      if (!isCreated) setText((typed) => [content, typed].filter(Boolean).join(' '));
    });
  };
  const indexById = new Map(visibleIds.map((id, place) => [id, place]));

  return (
    <CardPanelSection
      title="Sub cards"
      tip="A card with sub cards is a hero card: the sub cards are its parts."
      isEmpty={isEmpty}
      note={
        visibleSubCards.length > 0
          ? progressText(counts, visibleSubCards, lookups.account?.fallbackEffort ?? 0)
          : undefined
      }
      actions={
        refusal ? null : (
          <>
            {isEmpty ? (
              <Button
                text="Sub card"
                icon={Plus}
                small
                look="quiet"
                aria-label="Add a sub card"
                tip="The card becomes a hero card, and its sub cards are its parts"
                onClick={() => setIsAdding(true)}
              />
            ) : null}
            <JourneyMenu card={card} lookups={lookups} />
            {checklistLines.length > 0 ? (
              <Menu
                align="end"
                entries={checklistLines.map(({ line, label }) => ({
                  label,
                  run: () => createSubCardFromLine(creation, line),
                }))}
                trigger={
                  <Button
                    text="From checklist"
                    icon={ListPlus}
                    small
                    look="quiet"
                    aria-label="Turn a checklist line into a sub card"
                  />
                }
              />
            ) : null}
            <CardSearchButton
              label="Add an existing card as sub card"
              excludedIds={[card.cardId, ...card.childCards]}
              nearDeckId={card.deckId}
              onPick={({ cardId }) =>
                void act('Add a sub card', [actStep('cards/update', { id: cardId, parentCardId: card.cardId })])
              }
              trigger={<Button text="Link" icon={Link2} small look="quiet" aria-label="Link a card" />}
            />
            {isEmpty ? null : (
              <Button
                text="Add"
                icon={Plus}
                small
                look="quiet"
                aria-label="Add a sub card"
                onClick={() => setIsAdding(true)}
              />
            )}
          </>
        )
      }
    >
      {visibleSubCards.length > 0 ? (
        <ProgressBar label="Sub cards done" value={counts.done} total={counts.total} height={3} />
      ) : null}
      <ul ref={list} className={styles.rows} aria-label="Sub cards">
        {pairWithIndexKeys(chunkRows(visibleSubCards, rowsPerGroup)).map(([at, group]) => (
          <LazyMount key={at} as="li" heightPx={group.length * rowHeightPx}>
            {group.map((child) => (
              <ItemBoundary key={stableRowKey(child.cardId)} item="This sub card" text={child.title} as="li">
                <SubCardRow
                  child={child}
                  index={indexById.get(child.cardId) ?? 0}
                  total={visibleIds.length}
                  disabledReason={cardState.disabledReason}
                  dragged={dragged}
                  onDrag={setDragged}
                  onReorder={reorder}
                />
              </ItemBoundary>
            ))}
          </LazyMount>
        ))}
      </ul>
      {isAdding ? (
        <input
          className="control-box h-8 px-10px"
          aria-label="Title of the new sub card"
          placeholder="Title, Enter adds"
          value={text}
          // biome-ignore lint/a11y/noAutofocus: it appears because the person asked to type here
          autoFocus
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Enter' && text.trim()) add();
            else if (event.key === 'Enter' || event.key === 'Escape') {
              setIsAdding(false);
              // Otherwise the next key would act on the focused card of the board.
              event.currentTarget.closest<HTMLElement>('[data-card-panel]')?.focus();
            }
          }}
        />
      ) : null}
    </CardPanelSection>
  );
}
