/** A new card from anywhere: its text and every field that a card is made with. */
import { type KeyboardEvent, type ReactElement, useRef, useState } from 'react';
import { type Params, taskFieldNames, taskValuesOf } from '../../shared/contract/index.ts';
import { tagsIn } from '../../shared/domain/content.ts';
import { FieldRows } from '../card-panel/fields/Fields.tsx';
import type { Change, FieldCard } from '../card-panel/fields/field-parts.tsx';
import { useHand } from '../cards/hand-entries.ts';
import { useDeckForNewCard } from '../cards/new-card-deck.ts';
import { act, step } from '../data/act.ts';
import { useMe } from '../data/app-state.ts';
import { useLookups } from '../data/lookups.ts';
import { currentRoute } from '../data/routes.ts';
import styles from '../decks/DeckDialog.module.css';
import { draftKeys } from '../editor/draft-keeper.ts';
import { useDraft } from '../editor/use-draft.ts';
import { fieldFacts, isTaskField } from '../model/card-fields/facts.ts';
import { newCardParams } from '../model/new-card.ts';
import { Button } from '../ui/Button.tsx';
import { localDay } from '../ui/dates/today.ts';
import { isCombination } from '../ui/dom/keys.ts';
import { Check } from '../ui/forms/Check.tsx';
import { Field, TextArea } from '../ui/forms/Field.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { type ChooseWhat, closeDialog } from '../workbench/dialog-state.ts';

/** The letter that means a field on boards, by field: with Alt it opens the field here. */
const letters = new Map<string, ChooseWhat>(
  (['owner', ...taskFieldNames, 'run', 'milestone', 'tag', 'due'] as const).flatMap((what) => {
    const key = fieldFacts[what].shortcut.at(-1);
    return key ? [[key, what] as const] : [];
  }),
);
letters.set('M', 'deck');

type Chosen = Partial<Pick<Params<'cards/create'>, keyof Params<'cards/create'> & keyof Change>>;

/** The card as it would be made: what its deck gives it, and what was chosen instead. */
function madeOf(params: Params<'cards/create'>): FieldCard {
  const { content, deckId, isDoc = false, masterTags = [] } = params;
  const written = tagsIn(content);
  return {
    cardId: '',
    status: 'not_started',
    content,
    deckId,
    isDoc,
    masterTags: [...masterTags],
    tags: [...masterTags, ...written.filter((tag) => !masterTags.includes(tag))],
    assigneeId: params.assigneeId ?? null,
    dueDate: params.dueDate ?? null,
    ...taskValuesOf(params),
    milestoneId: params.milestoneId ?? null,
    sprintId: params.sprintId ?? null,
  } as FieldCard;
}

export function QuickCard(): ReactElement {
  const lookups = useLookups();
  const me = useMe();
  const hand = useHand();
  const { draft, write, clear } = useDraft(draftKeys.newCard(''));
  const text = draft?.text ?? '';
  const [wantsHand, setToHand] = useState(() => currentRoute().view === 'hand');
  const [chosen, setChosen] = useState<Chosen>({});
  const [deckId, pickDeck] = useDeckForNewCard();
  const form = useRef<HTMLDivElement>(null);
  const full = hand.entries.length >= hand.slots;
  const toHand = wantsHand && !full;
  const content = text.trim();
  const given = newCardParams({ content, deckId, column: null, gives: {}, lookups, me, today: localDay() });
  const params = { ...given, ...chosen };
  const isDoc = params.isDoc === true;
  const facts = {
    lack: null,
    isDoc,
    isHero: false,
    isSubCard: false,
    hasSubCards: false,
    visibility: 'default',
    status: 'not_started',
    projectId: deckId ? (lookups.decks[deckId]?.projectId ?? null) : null,
    zone: undefined,
  };
  const create = async () => {
    if (!content) return;
    const answer = await act(
      `Create “${content.split('\n')[0]}”`,
      [
        step('cards/create', {
          ...(Object.fromEntries(
            Object.entries(params).filter(([name]) => !(isDoc && isTaskField(name))),
          ) as typeof params),
          ...(toHand ? { putInQueue: true } : {}),
        }),
      ],
      { announce: true },
    );
    if (!answer) return;
    clear();
    closeDialog();
  };
  const keys = (event: KeyboardEvent) => {
    // What opens below a field is drawn elsewhere, and has keys of its own.
    if (!form.current?.contains(event.target as Node)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void create();
    if (!event.altKey || event.ctrlKey || event.metaKey || !isCombination(event.nativeEvent)) return;
    const field = letters.get(event.key.toUpperCase());
    const control = form.current.querySelector<HTMLElement>(`[data-field="${field}"] dd :is([aria-haspopup], input)`);
    if (!field || !control) return;
    event.preventDefault();
    control.focus();
    control.click();
  };
  return (
    <Dialog
      open
      onClose={closeDialog}
      title="New card"
      width={580}
      actions={
        <>
          <Button onClick={closeDialog}>Cancel</Button>
          <Button look="primary" disabled={!content} onClick={() => void create()}>
            Create <Kbd keys="Mod+Enter" />
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the form, wherever in it the focus is */}
      <div ref={form} className={styles.form} onKeyDown={keys}>
        <Field label="Text" hint="The first line is the title.">
          <TextArea
            dir="auto"
            rows={4}
            value={text}
            autoFocus
            onChange={(event) => write({ text: event.target.value, base: '' })}
          />
        </Field>
        <FieldRows
          isNew
          card={madeOf(params)}
          facts={facts}
          lookups={lookups}
          set={(_label, { deckId: deck, ...change }) => {
            if (deck) pickDeck(deck);
            setChosen({ ...chosen, ...(change as Chosen) });
          }}
        />
        <Check checked={toHand} disabled={full} onChange={setToHand}>
          {full ? 'The Hand is full' : 'Put it into the Hand'}
        </Check>
        <p className={styles.hint}>
          {[...letters.keys()].map((letter) => (
            <Kbd key={letter} keys={letter} />
          ))}{' '}
          with <Kbd keys="Alt" /> open a field.
        </p>
      </div>
    </Dialog>
  );
}
