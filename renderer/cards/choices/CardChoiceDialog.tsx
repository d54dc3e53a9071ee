import { type ReactElement, useCallback, useState } from 'react';
import { useSelection } from '../../data/selection.ts';
import { fieldLabelOf } from '../../model/card-fields/definitions.ts';
import type { CardRow } from '../../model/card-row.ts';
import { cardTitleOrCountText } from '../../model/drop-action.ts';
import { cx } from '../../ui/cx.ts';
import { Calendar } from '../../ui/dates/Calendar.tsx';
import { localDay } from '../../ui/dates/today.ts';
import { parseTypedDay } from '../../ui/dates/typed-day.ts';
import { ChoiceList } from '../../ui/forms/ChoiceList.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { AnchoredPopover } from '../../ui/popups/Popover.tsx';
import { toast } from '../../ui/popups/toast.ts';
import { type CardChoiceKind, closeDialog } from '../../workbench/dialog-state.ts';
import { cardInMainSelector } from '../../workbench/reveal-card.ts';
import styles from './CardChoiceDialog.module.css';
import { createTypedValueSetter, isHandRemovalChoiceKind, useChoicesForCards } from './card-choices.tsx';
import { allCardsHaveValue, type CardChoice } from './choice.ts';
import { dueDateChoice, typedDueDateChoice } from './due-date-choices.tsx';

/** Only where the field in the card panel has another name. */
const panelFieldOf: Readonly<Partial<Record<CardChoiceKind, CardChoiceKind>>> = { move: 'deck', handOver: 'owner' };

const isInSight = (element: HTMLElement): boolean => {
  const { width, height, top, bottom, left, right } = element.getBoundingClientRect();
  return width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
};

/**
 * Returns the element beside which the list of choices opens: the first of these elements that exists. Returns null if
 * none exists.
 * 1. the pressed toolbar button
 * 2. the field in the card panel, if the panel has the focus and its card is the only card in `cards`
 * 3. the focused card, if it is in `cards` and visible
 * 4. another visible card of `cards`
 */
function choiceAnchorOf(choiceKind: CardChoiceKind, cards: readonly CardRow[]): HTMLElement | null {
  const active = document.activeElement;
  const pressed = active?.closest<HTMLElement>('[role="toolbar"] button');
  if (pressed) return pressed;
  const [only] = cards;
  const panel = active?.closest<HTMLElement>('[data-card-panel]');
  if (panel && only && cards.length === 1 && panel.dataset.cardPanel === only.cardId) {
    const field = panel.querySelector<HTMLElement>(`[data-field="${panelFieldOf[choiceKind] ?? choiceKind}"]`);
    field?.scrollIntoView({ block: 'nearest' });
    if (field && isInSight(field)) return field;
  }
  const { focused } = useSelection.getState();
  const ids = cards.map(({ cardId }) => cardId as string);
  const sorted = focused && ids.includes(focused) ? [focused, ...ids] : ids;
  for (const id of sorted.slice(0, 50)) {
    const shown = document.querySelector<HTMLElement>(cardInMainSelector(id));
    if (shown && isInSight(shown)) return shown;
  }
  return null;
}

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
  // Without a visible element beside which the list opens, it opens in a dialog.
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
      <div className={cx('stack gap-2', styles.anchored)} data-due={choiceKind === 'due' || undefined}>
        {cards.length > 1 ? <h2 className="soft text-sm">{title}</h2> : null}
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

/** Without a dialog around it: table cells show it in their own popover. */
export function CardChoiceList({ choiceKind, cards, onDone }: ChooseProps & { onDone: () => void }): ReactElement {
  const choices = useChoicesForCards(choiceKind, cards);
  const create = createTypedValueSetter(choiceKind, cards);
  const isDue = choiceKind === 'due';
  const parse = useCallback((text: string) => (isDue ? typedDueDateChoice(cards, text) : null), [isDue, cards]);
  const choose = (choice: CardChoice | null | undefined) => {
    // First, because the choice can open another dialog.
    onDone();
    // Tags are put on and taken off.
    if (choice?.chosen && choiceKind !== 'tag') toast({ title: `No change: ${choice.label} already`, id: 'no-change' });
    else choice?.run();
  };
  const [typedDay, setTypedDay] = useState<string | null>(null);
  const list = (
    <ChoiceList
      label={listLabelOf(choiceKind)}
      placeholder={isDue ? 'fri, +3d, Dec 1…' : undefined}
      choices={choices}
      isMove={choiceKind === 'move'}
      parse={parse}
      onText={(text) => isDue && setTypedDay(parseTypedDay(text, localDay()))}
      onChoose={(key) => choose(choices.find((choice) => choice.key === key) ?? parse(key.replace(/^day:/, '')))}
      onCreate={create && ((text) => create(text) && onDone())}
    />
  );
  if (!isDue) return list;
  const [first] = cards;
  const day = first && allCardsHaveValue(cards, 'dueDate', first.dueDate) ? first.dueDate : null;
  return (
    <div className={cx('flex wrap', styles.due)}>
      {list}
      <Calendar
        value={typedDay ?? day}
        today={localDay()}
        onChoose={(chosen) => choose(dueDateChoice(cards, chosen))}
      />
    </div>
  );
}
