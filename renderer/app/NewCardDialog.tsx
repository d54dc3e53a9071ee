import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { type Params, taskOnlyFieldNames, taskOnlyValuesOf } from '../../shared/contract/index.ts';
import { tagsIn } from '../../shared/domain/content.ts';
import { CardFieldRows } from '../card-panel/fields/Fields.tsx';
import type { CardForFieldRows, CardUpdateFields } from '../card-panel/fields/field-parts.tsx';
import { useHand } from '../cards/hand/hand-entries.ts';
import { useDeckIdForNewCard } from '../cards/new-card-deck.ts';
import { act, actStep } from '../data/act.ts';
import { useCurrentUserId } from '../data/app-state.ts';
import { useLookups } from '../data/lookups.ts';
import { currentRoute } from '../data/routes.ts';
import { DraftStoreError } from '../editor/DraftStoreError.tsx';
import { draftKeys } from '../editor/draft-keeper.ts';
import { useDraft } from '../editor/use-draft.ts';
import { fieldDefinitions, isTaskOnlyField } from '../model/card-fields/definitions.ts';
import { newCardParams } from '../model/new-cards/new-card.ts';
import { cx } from '../ui/cx.ts';
import { localDay } from '../ui/dates/today.ts';
import { hasCommandModifier, shortcutOfKeyPress } from '../ui/dom/keys.ts';
import { CheckboxField } from '../ui/forms/CheckboxField.tsx';
import { FormField, TextArea } from '../ui/forms/FormField.tsx';
import styles from '../ui/forms/form-layout.module.css';
import { Kbd } from '../ui/Kbd.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { useSingleFlight } from '../ui/single-flight.ts';
import { type CardChoiceKind, closeDialog, type NewCardFields } from '../workbench/dialog-state.ts';

/**
 * Alt with a letter opens a field. The letter ends the field's shortcut on boards; only the deck has another letter.
 */
const fieldsByShortcut = new Map<string, CardChoiceKind>(
  (['owner', ...taskOnlyFieldNames, 'run', 'milestone', 'tag', 'due'] as const).flatMap((what) => {
    const key = fieldDefinitions[what].shortcut.at(-1);
    return key ? [[`Alt+${key}`, what] as const] : [];
  }),
);
fieldsByShortcut.set('Alt+M', 'deck');

type ChosenFields = Partial<Pick<Params<'cards/create'>, keyof Params<'cards/create'> & keyof CardUpdateFields>>;

/** A card row with the new card's values for the field components. The row is not stored. */
function previewCard(params: Params<'cards/create'>): CardForFieldRows {
  const { content, deckId, isDoc = false, masterTags = [] } = params;
  const tagsInText = tagsIn(content);
  return {
    cardId: '',
    status: 'not_started',
    content,
    deckId,
    isDoc,
    masterTags: [...masterTags],
    tags: [...masterTags, ...tagsInText.filter((tag) => !masterTags.includes(tag))],
    assigneeId: params.assigneeId ?? null,
    dueDate: params.dueDate ?? null,
    ...taskOnlyValuesOf(params),
    milestoneId: params.milestoneId ?? null,
    sprintId: params.sprintId ?? null,
  } as CardForFieldRows;
}

interface NewCardDialogProps {
  fields: NewCardFields | undefined;
  /** A text that has a draft of its own. */
  given: string | undefined;
}

/** Opens with the stored draft. Each edit stores the whole text as the draft. */
export function NewCardDialog({ fields, given }: NewCardDialogProps): ReactElement {
  const lookups = useLookups();
  const me = useCurrentUserId();
  const hand = useHand();
  const { draft, isLoaded, storeError, write, current, clear } = useDraft(
    draftKeys.newCard(given === undefined ? '' : `find/${given}`),
  );
  useEffect(() => {
    if (given !== undefined && isLoaded && current() === null) write({ text: given, base: '' });
  }, [given, isLoaded, current, write]);
  const text = draft?.text ?? '';
  const [wantsHand, setWantsHand] = useState(() => currentRoute().view === 'hand');
  const [chosen, setChosen] = useState<ChosenFields>(fields ?? {});
  const [deckId, pickDeck] = useDeckIdForNewCard();
  const form = useRef<HTMLDivElement>(null);
  const isHandFull = hand.entries.length >= hand.slots;
  const putsIntoHand = wantsHand && !isHandFull;
  const content = text.trim();
  const defaults = newCardParams({ content, deckId, column: null, newCardFields: {}, lookups, me, today: localDay() });
  const params = { ...defaults, ...chosen };
  const isDoc = params.isDoc === true;
  const cardState = {
    disabledReason: null,
    isDoc,
    isHero: false,
    isSubCard: false,
    visibility: 'default',
    status: 'not_started',
    projectId: deckId ? (lookups.decks[deckId]?.projectId ?? null) : null,
    zone: undefined,
  };
  const create = useSingleFlight(async () => {
    if (!content) return;
    const answer = await act(
      `Create “${content.split('\n')[0]}”`,
      [
        actStep('cards/create', {
          ...(Object.fromEntries(
            Object.entries(params).filter(([name]) => !(isDoc && isTaskOnlyField(name))),
          ) as typeof params),
          ...(putsIntoHand ? { putInQueue: true } : {}),
        }),
      ],
      { showsToast: true },
    );
    if (!answer) return;
    clear();
    closeDialog();
  });
  const handleKey = (event: KeyboardEvent) => {
    // The popup of a field handles its own keys. In the DOM, popups are outside the form.
    if (!form.current?.contains(event.target as Node)) return;
    if (event.nativeEvent.isComposing) return;
    if (!hasCommandModifier(event.nativeEvent)) return;
    const field = fieldsByShortcut.get(shortcutOfKeyPress(event.nativeEvent));
    const control = form.current.querySelector<HTMLElement>(`[data-field="${field}"] dd :is([aria-haspopup], input)`);
    if (!field || !control) return;
    event.preventDefault();
    control.focus();
    control.click();
  };
  return (
    <Dialog
      onClose={closeDialog}
      title="New card"
      width={580}
      mainButton={{
        children: (
          <>
            Create <Kbd keys="Mod+Enter" />
          </>
        ),
        onClick: () => void create(),
      }}
      isIncomplete={!content}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys for all fields of the form */}
      <div ref={form} className={styles.form} onKeyDown={handleKey}>
        <DraftStoreError error={storeError} />
        <FormField label="Text" hint="The first line is the title." fault={content ? null : 'Write at least a title.'}>
          <TextArea
            dir="auto"
            rows={4}
            value={text}
            autoFocus
            onChange={(event) => write({ text: event.target.value, base: '' })}
          />
        </FormField>
        <CardFieldRows
          isNew
          card={previewCard(params)}
          cardState={cardState}
          lookups={lookups}
          set={(_label, { deckId: deck, ...change }) => {
            if (deck) pickDeck(deck);
            setChosen({ ...chosen, ...(change as ChosenFields) });
          }}
        />
        <CheckboxField checked={putsIntoHand} disabled={isHandFull} onChange={setWantsHand}>
          {isHandFull ? 'The Hand is full' : 'Put it into the Hand'}
        </CheckboxField>
        <p className={cx('note', styles.hint)}>
          {[...fieldsByShortcut.keys()].map((shortcut) => (
            <Kbd key={shortcut} keys={shortcut.slice(-1)} />
          ))}{' '}
          with <Kbd keys="Alt" /> open a field.
        </p>
      </div>
    </Dialog>
  );
}
