/**
 * The section with a card's sub cards. The person can finish, open, reorder, add and remove sub cards, make one from a
 * line of the checklist, or start a journey.
 */
import { ChevronDown, ChevronUp, Ellipsis, Link2, ListPlus, Plus } from 'lucide-react';
import { type KeyboardEvent, type ReactElement, useMemo, useRef, useState } from 'react';
import { TaskValueIcon } from '../cards/face/field-icons.tsx';
import { act, actWithNextSteps, step } from '../data/act.ts';
import { rowsByIds } from '../data/answer-rows.ts';
import { currentId, stableKey } from '../data/id-remap.ts';
import { type Lookups, nameOf, usePeople } from '../data/lookups.ts';
import { openCard } from '../data/routes.ts';
import { withIdMoved } from '../model/child-order.ts';
import { checklistLinesOf, withoutLine } from '../model/new-cards/checklist.ts';
import { newCardParams } from '../model/new-cards/new-card.ts';
import { fieldRefusal } from '../model/preflight.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { localDay } from '../ui/dates/today.ts';
import { announce } from '../ui/dom/announce.ts';
import { CheckboxField } from '../ui/forms/CheckboxField.tsx';
import { Avatar } from '../ui/icons/Avatar.tsx';
import { ProgressBar } from '../ui/icons/icons.tsx';
import { StatusIcon } from '../ui/icons/StatusIcon.tsx';
import { withIndexKeys } from '../ui/index-keys.ts';
import { inGroupsOf, LazyMount } from '../ui/LazyMount.tsx';
import { Menu } from '../ui/popups/Menu.tsx';
import { CardSearch } from './CardSearch.tsx';
import styles from './card.module.css';
import type { PanelCardState } from './fields/field-choices.ts';
import { JourneyMenu } from './JourneyMenu.tsx';
import type { PanelCard, PanelCardAnswer } from './queries.ts';
import { Section } from './Section.tsx';

interface SubCardsProps {
  card: PanelCard;
  answer: PanelCardAnswer;
  cardState: PanelCardState;
  lookups: Lookups;
  me: string | null;
}

const isDone = ({ status, isDoc }: PanelCard) => status === 'done' || isDoc === true;

/** Rows mount in groups of this size. */
const rowsPerGroup = 20;
const rowHeightPx = 32;

/** Returns the estimated height of `count` sub cards in px. */
export const subCardsHeightPx = (count: number): number => count * rowHeightPx;

/** Returns a text such as `2 of 5 done, 8 of 20 effort`; without the effort if its sum is 0. */
function progressText(cards: readonly PanelCard[]): string {
  const effortOf = (some: readonly PanelCard[]) => some.reduce((sum, { effort }) => sum + (effort ?? 0), 0);
  const done = cards.filter(isDone);
  const effort = effortOf(cards);
  return `${done.length} of ${cards.length} done${effort > 0 ? `, ${effortOf(done)} of ${effort} effort` : ''}`;
}

export function SubCards({ card, answer, cardState, lookups, me }: SubCardsProps): ReactElement | null {
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

  const reorder = (id: string, to: number) => {
    const order = withIdMoved(card.childCards, id, to, visibleIds);
    if (order === card.childCards) return;
    void act('Reorder sub cards', [step('cards/update', { id: card.cardId, childCards: [...order] })]);
    announce(`Moved to place ${to + 1} of ${visibleIds.length}`);
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-sub-card="${CSS.escape(currentId(id))}"] button`)?.focus(),
    );
  };
  const create = (content: string) =>
    step(
      'cards/create',
      newCardParams({
        content,
        deckId: card.deckId,
        column: null,
        newCardFields: { parentCardId: card.cardId },
        lookups,
        me,
        today: localDay(),
      }),
    );
  // Puts the new sub card into the zone of its hero card. Otherwise it would be in no zone, and so in another column of
  // the deck's board than its hero card.
  const placeInZone: Parameters<typeof actWithNextSteps>[2] = ([made], round) =>
    round > 1 || !cardState.zone || typeof made?.id !== 'string'
      ? []
      : [step('cardOrders/addAfter', { cardIds: [made.id], targetId: null, context: 'deck', label: cardState.zone })];
  const add = () => {
    const content = text.trim();
    setText('');
    void actWithNextSteps('Add a sub card', [create(content)], placeInZone).then((answers) => {
      // If the sub card is refused, its title comes back into the field, before what the person has typed since.
      if (!answers) setText((typed) => [content, typed].filter(Boolean).join(' '));
    });
  };
  const createFromLine = (line: number, label: string) =>
    void actWithNextSteps(
      'Make a sub card of a checklist line',
      [create(label), step('cards/update', { id: card.cardId, content: withoutLine(card.content, line) })],
      placeInZone,
    );
  const indexById = new Map(visibleIds.map((id, place) => [id, place]));

  return (
    <Section
      title="Sub cards"
      isEmpty={isEmpty}
      note={visibleSubCards.length > 0 ? progressText(visibleSubCards) : undefined}
      actions={
        refusal ? null : (
          <>
            {isEmpty ? (
              <Button small look="quiet" aria-label="Add a sub card" onClick={() => setIsAdding(true)}>
                <Plus size={13} aria-hidden /> Sub card
              </Button>
            ) : null}
            <JourneyMenu card={card} lookups={lookups} />
            {checklistLines.length > 0 ? (
              <Menu
                align="end"
                entries={checklistLines.map(({ line, label }) => ({ label, run: () => createFromLine(line, label) }))}
                trigger={
                  <IconButton small label="Turn a checklist line into a sub card">
                    <ListPlus size={14} aria-hidden />
                  </IconButton>
                }
              />
            ) : null}
            <CardSearch
              label="Add an existing card as sub card"
              excludedIds={[card.cardId, ...card.childCards]}
              nearDeckId={card.deckId}
              onPick={({ cardId }) =>
                void act('Add a sub card', [step('cards/update', { id: cardId, parentCardId: card.cardId })])
              }
              trigger={
                <IconButton small label="Link a card">
                  <Link2 size={14} aria-hidden />
                </IconButton>
              }
            />
            {isEmpty ? null : (
              <IconButton small label="Add a sub card" onClick={() => setIsAdding(true)}>
                <Plus size={14} aria-hidden />
              </IconButton>
            )}
          </>
        )
      }
    >
      {visibleSubCards.length > 0 ? (
        <ProgressBar
          label="Sub cards done"
          value={visibleSubCards.filter(isDone).length}
          total={visibleSubCards.length}
          height={3}
        />
      ) : null}
      <ul ref={list} className={styles.rows} aria-label="Sub cards">
        {withIndexKeys(inGroupsOf(visibleSubCards, rowsPerGroup)).map(([at, group]) => (
          <LazyMount key={at} as="li" heightPx={group.length * rowHeightPx}>
            {group.map((child) => (
              <SubCardRow
                key={stableKey(child.cardId)}
                child={child}
                index={indexById.get(child.cardId) ?? 0}
                total={visibleIds.length}
                disabledReason={cardState.disabledReason}
                dragged={dragged}
                onDrag={setDragged}
                onReorder={reorder}
              />
            ))}
          </LazyMount>
        ))}
      </ul>
      {isAdding ? (
        <input
          className={styles.add}
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
    </Section>
  );
}

interface SubCardRowProps {
  child: PanelCard;
  index: number;
  total: number;
  /** The reason why the sub card cannot be changed, or null. */
  disabledReason: string | null;
  /** Id of the sub card that is being dragged, or null. */
  dragged: string | null;
  onDrag: (id: string | null) => void;
  onReorder: (id: string, to: number) => void;
}

function SubCardRow({
  child,
  index,
  total,
  disabledReason,
  dragged,
  onDrag,
  onReorder,
}: SubCardRowProps): ReactElement {
  const people = usePeople();
  const id = child.cardId;
  const title = child.title || 'Untitled';
  const reorderByKey = (event: KeyboardEvent) => {
    if (disabledReason || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    event.stopPropagation();
    onReorder(id, index + (event.key === 'ArrowUp' ? -1 : 1));
  };
  return (
    <li
      className={styles.row}
      data-sub-card={id}
      data-dragged={dragged === id || undefined}
      data-muted={child.visibility !== 'default' || undefined}
      aria-setsize={total}
      aria-posinset={index + 1}
      draggable={disabledReason === null}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', child.title);
        onDrag(id);
      }}
      onDragOver={(event) => {
        if (dragged) event.preventDefault();
      }}
      onDrop={(event) => {
        // Files are dropped on the whole panel, which attaches them.
        if (!dragged) return;
        event.preventDefault();
        event.stopPropagation();
        if (dragged !== id) onReorder(dragged, index);
        onDrag(null);
      }}
      onDragEnd={() => onDrag(null)}
    >
      {child.isDoc ? (
        <StatusIcon derivedStatus={child.derivedStatus} />
      ) : (
        <CheckboxField
          label={`Done: ${title}`}
          checked={child.status === 'done'}
          disabled={disabledReason !== null}
          onChange={(checked) =>
            void act(checked ? 'Finish a sub card' : 'Reopen a sub card', [
              step('cards/update', { id, status: checked ? 'done' : 'not_started' }),
            ])
          }
        />
      )}
      <button
        type="button"
        className={styles.rowTitle}
        dir="auto"
        title={title}
        data-opens-card={id}
        onClick={() => openCard(id)}
        onKeyDown={reorderByKey}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      >
        {title}
      </button>
      {child.isDoc ? null : <StatusIcon derivedStatus={child.derivedStatus} />}
      {child.effort === null ? null : <TaskValueIcon field="effort" value={child.effort} />}
      {child.assigneeId ? <Avatar id={child.assigneeId} name={nameOf(people[child.assigneeId])} size={18} /> : null}
      {disabledReason ? null : (
        <Menu
          align="end"
          entries={[
            {
              label: 'Move up',
              icon: <ChevronUp size={14} />,
              shortcut: 'Alt+ArrowUp',
              disabled: index === 0,
              run: () => onReorder(id, index - 1),
            },
            {
              label: 'Move down',
              icon: <ChevronDown size={14} />,
              shortcut: 'Alt+ArrowDown',
              disabled: index === total - 1,
              run: () => onReorder(id, index + 1),
            },
            { separator: true },
            {
              label: 'Remove from this hero card',
              run: () => void act('Take out a sub card', [step('cards/update', { id, parentCardId: null })]),
            },
          ]}
          trigger={
            <IconButton small label={`More for ${title}`}>
              <Ellipsis size={14} aria-hidden />
            </IconButton>
          }
        />
      )}
    </li>
  );
}
