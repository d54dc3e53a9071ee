/**
 * Dialog or popover with a list of choices for cards: the values of a field, the places to which the cards can move,
 * the people to whom they can be handed over, or the cards that can leave a full Hand.
 */
import { type ReactElement, useCallback, useState } from 'react';
import { fieldLabelOf } from '../../model/card-fields/definitions.ts';
import type { CardRow } from '../../model/card-row.ts';
import { cardTitleOrCountText } from '../../model/drop-action.ts';
import { Calendar } from '../../ui/dates/Calendar.tsx';
import { localDay } from '../../ui/dates/today.ts';
import { ChoiceList } from '../../ui/forms/ChoiceList.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { AnchoredPopover } from '../../ui/popups/Popover.tsx';
import { type CardChoiceKind, closeDialog } from '../../workbench/dialog-state.ts';
import styles from './CardChoiceDialog.module.css';
import { createTypedValueSetter, isHandRemovalChoiceKind, useChoicesForCards } from './card-choices.tsx';
import { allCardsHaveValue, type CardChoice } from './choice.ts';
import { choiceAnchorOf } from './choice-anchor.ts';
import { dueDateChoice, typedDueDateChoice } from './due-date-choices.tsx';

interface ChooseProps {
  choiceKind: CardChoiceKind;
  cards: readonly CardRow[];
}

export function CardChoiceDialog({ choiceKind, cards }: ChooseProps): ReactElement {
  const title = titleOf(choiceKind, cardTitleOrCountText(cards));
  const [{ anchor, before }] = useState(() => ({
    anchor: choiceAnchorOf(choiceKind, cards),
    before: document.activeElement,
  }));
  const list = <CardChoiceList choiceKind={choiceKind} cards={cards} onDone={closeDialog} />;
  // The list opens beside a visible element, such as the card or the field that it changes. Without such an element, it
  // opens in a dialog.
  if (!anchor)
    return (
      <Dialog onClose={closeDialog} title={title} width={choiceKind === 'due' ? 520 : 440}>
        {list}
      </Dialog>
    );
  return (
    <AnchoredPopover
      anchor={anchor}
      focusOnClose={before instanceof HTMLElement && before !== document.body ? before : anchor}
      label={title}
      onClose={closeDialog}
    >
      <div className={styles.anchored} data-due={choiceKind === 'due' || undefined}>
        {cards.length > 1 ? <h2 className={styles.title}>{title}</h2> : null}
        {list}
      </div>
    </AnchoredPopover>
  );
}

function titleOf(choiceKind: CardChoiceKind, cards: string): string {
  if (choiceKind === 'move') return `Move ${cards} to…`;
  if (choiceKind === 'handOver') return `Hand ${cards} over to…`;
  if (isHandRemovalChoiceKind(choiceKind)) return `Your Hand is full. What leaves it for ${cards}?`;
  return `${fieldLabelOf(choiceKind)} of ${cards}`;
}

function listLabelOf(choiceKind: CardChoiceKind): string {
  if (choiceKind === 'move') return 'Where to';
  if (choiceKind === 'handOver') return 'Person';
  return isHandRemovalChoiceKind(choiceKind) ? 'What leaves the Hand' : fieldLabelOf(choiceKind);
}

/** The list of choices without a dialog around it. Table cells show this list in their own popover. */
export function CardChoiceList({ choiceKind, cards, onDone }: ChooseProps & { onDone: () => void }): ReactElement {
  const choices = useChoicesForCards(choiceKind, cards);
  const create = createTypedValueSetter(choiceKind, cards);
  const isDue = choiceKind === 'due';
  const parse = useCallback((text: string) => (isDue ? typedDueDateChoice(cards, text) : null), [isDue, cards]);
  const choose = (choice: CardChoice | null | undefined) => {
    // The dialog closes first, because the choice can open another dialog.
    onDone();
    choice?.run();
  };
  const list = (
    <ChoiceList
      label={listLabelOf(choiceKind)}
      placeholder={isDue ? 'fri, +3d, Dec 1…' : undefined}
      choices={choices}
      parse={parse}
      onChoose={(key) => choose(choices.find((choice) => choice.key === key) ?? parse(key.replace(/^day:/, '')))}
      onCreate={create && ((text) => create(text) && onDone())}
    />
  );
  if (!isDue) return list;
  const [first] = cards;
  const day = first && allCardsHaveValue(cards, 'dueDate', first.dueDate) ? first.dueDate : null;
  return (
    <div className={styles.due}>
      {list}
      <Calendar value={day} today={localDay()} onChoose={(chosen) => choose(dueDateChoice(cards, chosen))} />
    </div>
  );
}
