/** The dialog that shows the cards of a pasted list for editing, and then creates them. */
import { CornerDownRight, IndentIncrease, X } from 'lucide-react';
import { memo, type ReactElement, useCallback, useRef, useState } from 'react';
import { useDeckIdForNewCard } from '../../cards/new-card-deck.ts';
import { actWithFollowUpSteps } from '../../data/act.ts';
import { useCurrentUserId } from '../../data/app-state.ts';
import { nameOf, useLookups, usePeople } from '../../data/lookups.ts';
import { putCursorOn, useSelection } from '../../data/selection.ts';
import { type ArrangedColumn, cardListsOf, columnAndLaneOf, isListFolded } from '../../model/arrange.ts';
import {
  completedRunOfColumnOrBoard,
  deckIdFixedByColumnOrBoard,
  newCardParams,
} from '../../model/new-cards/new-card.ts';
import type { PastedCard } from '../../model/new-cards/paste-list.ts';
import { stepsToCreatePastedCards } from '../../model/new-cards/pasted-card-steps.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { localDay } from '../../ui/dates/today.ts';
import { CheckboxField } from '../../ui/forms/CheckboxField.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { Picker } from '../../ui/popups/Picker.tsx';
import { useSingleFlight } from '../../ui/single-flight.ts';
import { countWithNoun } from '../../ui/text/text.ts';
import { stepsToPositionNewCards } from '../layouts/new-card-position.ts';
import type { BoardModel } from '../use-board-model.ts';
import type { CreatedCards } from '../use-toast-about-hidden-cards.ts';
import styles from './PasteCardsDialog.module.css';

interface PasteCardsDialogProps {
  model: BoardModel;
  pasted: readonly PastedCard[];
  onCreate: (created: CreatedCards) => void;
  onClose: () => void;
}

interface EditedLine extends PastedCard {
  readonly key: number;
}

export function PasteCardsDialog({ model, pasted, onCreate, onClose }: PasteCardsDialogProps): ReactElement {
  // The initial focus is on this button, so that Enter creates the cards.
  const confirm = useRef<HTMLButtonElement>(null);
  const lookups = useLookups();
  const me = useCurrentUserId();
  const people = usePeople();
  const [lines, setLines] = useState<readonly EditedLine[]>(() => pasted.map((card, key) => ({ ...card, key })));
  const [defaultDeckId, pickDeck] = useDeckIdForNewCard();
  const focused = useSelection((state) => state.focused);
  const lists = cardListsOf(model.arrangement);
  const focusedList = lists.find(({ ids }) => focused !== null && ids.includes(focused));
  const accepting = lists.filter(model.canCreate);
  const [chosenKey, chooseList] = useState<string | null>(null);
  const ownerIn = (each: ArrangedColumn) =>
    newCardParams({
      content: '',
      deckId: null,
      ...columnAndLaneOf(each),
      newCardFields: {},
      lookups,
      me,
      today: localDay(),
    }).assigneeId ?? null;
  // The list of the focused card, or the first one in sight; a list that gives the cards an owner only if the person
  // chooses it, or if all do.
  const list =
    accepting.find(({ column }) => column.key === chosenKey) ??
    accepting
      .map((each) => ({
        each,
        rank: (ownerIn(each) ? 4 : 0) + (each === focusedList ? 0 : isListFolded(model, each) ? 2 : 1),
      }))
      .sort((a, b) => a.rank - b.rank)[0]?.each;
  const axes = list ? columnAndLaneOf(list) : { column: null, lane: null };
  const givenDeckId = deckIdFixedByColumnOrBoard(axes, model.source.newCardFields);
  const deckId = givenDeckId ?? defaultDeckId;
  const deck = deckId ? lookups.decks[deckId] : undefined;
  const changeLine = useCallback<PastedLineProps['onChange']>(
    (key, next) => setLines((now) => now.map((line) => (line.key === key ? { ...line, ...next } : line))),
    [],
  );
  const removeLine = useCallback((key: number) => setLines((now) => now.filter((line) => line.key !== key)), []);
  const titledLines = lines.filter(({ title }) => title.trim() !== '');
  const counted = countWithNoun(titledLines.length, 'card');
  const subCardCount = titledLines.filter(({ isSub }, index) => isSub && index > 0).length;

  // The dialog stays open until the cards are accepted, so that the person's edits are not lost if the cards are
  // refused.
  const create = useSingleFlight(async () => {
    if (!deckId || titledLines.length === 0) return;
    const { newCardFields } = model.source;
    const plan = stepsToCreatePastedCards(
      titledLines.map((line, index) => ({ ...line, title: line.title.trim(), isSub: line.isSub && index > 0 })),
      deckId,
      (content) => newCardParams({ content, deckId, ...axes, newCardFields, lookups, me, today: localDay() }),
      (cardIds) => {
        if (!list || completedRunOfColumnOrBoard(newCardFields, [axes.column, axes.lane ?? null], lookups)) return [];
        const at = focused ? list.ids.indexOf(focused) : -1;
        const near = at >= 0 ? focused : null;
        return stepsToPositionNewCards(
          { model, list, before: near ? (list.ids[at + 1] ?? null) : null, near },
          cardIds,
        );
      },
    );
    const answers = await actWithFollowUpSteps(`Create ${counted}`, plan.firstSteps, plan.nextSteps, {
      showsToast: true,
    });
    if (!answers) return;
    onClose();
    const ids = answers.flatMap(({ cards }) =>
      ((cards ?? []) as readonly { readonly id: string }[]).map(({ id }) => id),
    );
    if (!ids[0]) return;
    putCursorOn(ids[0]);
    onCreate({ ids, focusedBefore: focused });
  });

  return (
    <Dialog
      onClose={onClose}
      title={`${counted} from a list`}
      width={620}
      initialFocus={confirm}
      description={
        <>
          {list && focused && list.ids.includes(focused) ? 'They come after the focused card. ' : null}
          {list && ownerIn(list) ? `${nameOf(people[ownerIn(list) ?? ''])} becomes their owner. ` : null}
          {subCardCount > 0
            ? subCardCount === 1
              ? '1 of them becomes a sub card of the line it is indented under.'
              : `${subCardCount} of them become sub cards of the lines they are indented under.`
            : null}
        </>
      }
      actions={
        <div className={cx('row wrap gap-2', styles.deck)}>
          {list && accepting.length > 1 ? (
            <Picker
              label="Column"
              value={[list.column.key]}
              options={accepting.map((each) => ({ value: each.column.key, label: listTitle(each) }))}
              onPick={chooseList}
              trigger={<Button text={`Column: ${listTitle(list)}`} />}
            />
          ) : null}
          {givenDeckId === null ? (
            <Picker
              label="Deck"
              value={deckId ? [deckId] : []}
              options={lookups.activeDecks.map(({ id, title }) => ({ value: id as string, label: title }))}
              onPick={pickDeck}
              trigger={<Button text={`Deck: ${deck?.title ?? 'none'}`} />}
            />
          ) : null}
        </div>
      }
      mainButton={{
        ref: confirm,
        text: `Create ${counted}`,
        disabled: !deckId || titledLines.length === 0,
        onClick: () => void create(),
      }}
    >
      {deck?.deckType === 'doc' ? null : (
        <p className={cx('note', styles.done)} aria-hidden>
          Done
        </p>
      )}
      <ol className={cx('stack gap-2px scroll', styles.lines)} aria-label="Cards to create">
        {lines.map((line, index) => (
          <PastedLine
            key={line.key}
            line={line}
            index={index}
            isDoc={deck?.deckType === 'doc'}
            onChange={changeLine}
            onRemove={removeLine}
          />
        ))}
      </ol>
    </Dialog>
  );
}

const listTitle = (list: ArrangedColumn): string => {
  const { column, lane } = columnAndLaneOf(list);
  return lane ? `${column.title}, ${lane.title}` : column.title;
};

interface PastedLineProps {
  line: EditedLine;
  index: number;
  isDoc: boolean;
  onChange: (key: number, next: Partial<PastedCard>) => void;
  onRemove: (key: number) => void;
}

/** Memoized, so that typing in one of hundreds of lines renders only that line. */
const PastedLine = memo(function PastedLine({ line, index, isDoc, onChange, onRemove }: PastedLineProps): ReactElement {
  const { key, title, isSub, done } = line;
  return (
    <li className={cx('row gap-6px', styles.line)} data-sub={(isSub && index > 0) || undefined}>
      {index > 0 ? (
        <IconButton
          icon={isSub ? CornerDownRight : IndentIncrease}
          small
          label={isSub ? 'Make it a card of its own' : 'Make it a sub card'}
          aria-pressed={isSub}
          onClick={() => onChange(key, { isSub: !isSub })}
        />
      ) : (
        <span className={cx('rigid', styles.first)} />
      )}
      <CheckboxField
        label={`Done: ${title}`}
        checked={done}
        disabled={isDoc}
        onChange={(next) => onChange(key, { done: next })}
      />
      <input
        className={cx('grow min-w-0 round px-2 h-7', styles.title)}
        dir="auto"
        aria-label={`Title of card ${index + 1}`}
        value={title}
        onChange={(event) => onChange(key, { title: event.target.value })}
      />
      <IconButton
        icon={X}
        small
        label={`Leave out ${title}`}
        data-part="remove"
        onClick={({ currentTarget }) => {
          // Moves the focus to a neighbouring line first. If the focused button is removed, the dialog gets the focus.
          const row = currentTarget.closest('li');
          const beside = row?.nextElementSibling ?? row?.previousElementSibling;
          beside?.querySelector<HTMLElement>('[data-part="remove"]')?.focus();
          onRemove(key);
        }}
      />
    </li>
  );
});
