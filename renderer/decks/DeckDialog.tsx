import { type ReactElement, useState } from 'react';
import { deckTypes, type Params } from '../../shared/contract/index.ts';
import { act, actStep, actWithFollowUpSteps } from '../data/act.ts';
import { type DeckRow, useDeck, useLookups, useTags, type WorkspaceLookups } from '../data/lookups.ts';
import { navigate } from '../data/routes.ts';
import { changedFormFields } from '../model/form-changes.ts';
import { cx } from '../ui/cx.ts';
import { Switch } from '../ui/forms/CheckboxField.tsx';
import { FormField, TextArea } from '../ui/forms/FormField.tsx';
import styles from '../ui/forms/form-layout.module.css';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { Select } from '../ui/popups/Select.tsx';
import { useSingleFlight } from '../ui/single-flight.ts';
import { confirmEffects, useConfirmation } from '../workbench/confirmation/confirm.ts';
import { closeDialog } from '../workbench/dialog-state.ts';
import { CoverColorField, defaultCoverColor } from './CoverColorField.tsx';
import { deckTypeHints, deckTypeLabel } from './deck-labels.ts';
import { spacesThatAcceptDecks } from './deck-order.ts';

const typeOptions = (chosen: string) =>
  [...new Set<string>([...deckTypes, chosen])].map((type) => ({ value: type, label: deckTypeLabel(type) }));

interface DeckDialogProps {
  deckId: string | null;
  projectId?: string | null;
  spaceId?: number | null;
}

export function DeckDialog({ deckId, projectId = null, spaceId = null }: DeckDialogProps): ReactElement | null {
  const deck = useDeck(deckId);
  if (deckId === null) return <NewDeckDialog projectId={projectId} spaceId={spaceId} />;
  return deck ? <EditDeckDialog deck={deck} /> : null;
}

interface DeckFormProps {
  title: string;
  deckTitle: string;
  onDeckTitle: (title: string) => void;
  saveLabel: string;
  canSave?: boolean;
  onSave: () => Promise<void>;
  /** Below the deck's title. */
  children: ReactElement | readonly (ReactElement | null)[];
}

/** While a confirmation is open, the dialog is hidden but keeps the values of the fields. */
function DeckForm(props: DeckFormProps): ReactElement {
  const { title, deckTitle, onDeckTitle, saveLabel, canSave = true, onSave, children } = props;
  const fault = deckTitle.trim() ? null : 'Give the deck a title.';
  const isConfirming = useConfirmation((state) => state.open !== null);
  return (
    <Dialog
      open={!isConfirming}
      onClose={closeDialog}
      title={title}
      width={520}
      mainButton={{ text: saveLabel, disabled: !canSave, onClick: () => void onSave() }}
      isIncomplete={fault !== null}
    >
      <div className={styles.form}>
        <FormField
          label="Title"
          value={deckTitle}
          fault={fault}
          autoFocus
          onChange={(event) => onDeckTitle(event.target.value)}
        />
        {children}
      </div>
    </Dialog>
  );
}

/** The option's value in the select field "Where". */
const placeKeyOf = (place: { projectId: string; spaceId: number | null }) =>
  `${place.projectId}/${place.spaceId ?? ''}`;

/**
 * The spaces that accept decks, and each project without such a space, for example because its spaces cannot be read.
 */
function placesForNewDeck(lookups: WorkspaceLookups) {
  const spaces = spacesThatAcceptDecks(lookups);
  const others = lookups.projects
    .filter(({ id }) => !spaces.some((place) => place.projectId === id))
    .map(({ id, name }) => ({ projectId: id as string, spaceId: null, name, defaultDeckType: 'mixed' }));
  return [...spaces, ...others];
}

function NewDeckDialog({ projectId, spaceId }: { projectId: string | null; spaceId: number | null }): ReactElement {
  const lookups = useLookups();
  const places = placesForNewDeck(lookups);
  const initialPlace =
    places.find((place) => place.projectId === projectId && (spaceId === null || place.spaceId === spaceId)) ??
    places[0];
  const [title, setTitle] = useState('');
  const [chosen, setChosen] = useState(initialPlace ? placeKeyOf(initialPlace) : '');
  const [type, setType] = useState<string | null>(null);
  const [coverColor, setCoverColor] = useState<string | null>(defaultCoverColor);
  const place = places.find((each) => placeKeyOf(each) === chosen);
  const deckType = type ?? place?.defaultDeckType ?? 'mixed';
  const save = useSingleFlight(async () => {
    if (!title.trim() || !place) return;
    // The service creates a deck in the first space of the project; a second step moves it.
    const first = places.find((each) => each.projectId === place.projectId);
    const { spaceId: targetSpaceId } = place;
    const answers = await actWithFollowUpSteps(
      `Create deck ${title.trim()}`,
      [
        actStep('decks/create', {
          title: title.trim(),
          projectId: place.projectId,
          coverColor,
          deckType: deckType as 'task',
        }),
      ],
      ([created], round) =>
        round > 1 || targetSpaceId === null || targetSpaceId === first?.spaceId || typeof created?.id !== 'string'
          ? []
          : [
              actStep('decks/addToSpaceAfter', {
                deckIds: [created.id],
                targetId: null,
                targetProjectId: place.projectId,
                targetSpaceId,
              }),
            ],
    );
    const id = answers?.[0]?.id;
    if (typeof id !== 'string') return;
    closeDialog();
    navigate({ view: 'deck', id });
  });
  return (
    <DeckForm
      title="New deck"
      deckTitle={title}
      onDeckTitle={setTitle}
      saveLabel="Create deck"
      canSave={!!place}
      onSave={save}
    >
      <CoverColorField value={coverColor} onChange={setCoverColor} />
      <div className={cx('row wrap', styles.line)}>
        <Select
          label="Where"
          prefix="In"
          value={chosen}
          options={places.map((each) => ({ value: placeKeyOf(each), label: each.name }))}
          onChange={setChosen}
        />
        <Select label="Type" prefix="Type" value={deckType} options={typeOptions(deckType)} onChange={setType} />
      </div>
      <p className={cx('note', styles.hint)}>
        A deck is a board of cards that belong together. {deckTypeHints[deckType] ?? ''}
      </p>
    </DeckForm>
  );
}

/** Milestones of the deck's project and global ones, except deleted ones, and the deck's current milestone. */
function milestoneOptions({ milestones, milestoneProjects }: WorkspaceLookups, deck: DeckRow) {
  const linked = new Set(
    milestoneProjects.filter(({ projectId }) => projectId === deck.projectId).map(({ milestoneId }) => milestoneId),
  );
  return Object.values(milestones)
    .filter(({ id, isDeleted, isGlobal }) => id === deck.milestoneId || (!isDeleted && (isGlobal || linked.has(id))))
    .sort((a, b) => a.date.localeCompare(b.date))
    .map((milestone) => ({ value: milestone.id, label: milestone.name }));
}

function EditDeckDialog({ deck }: { deck: DeckRow }): ReactElement {
  const lookups = useLookups();
  const tags = useTags(deck.projectId);
  // Only fields that differ from these values are saved: other people may change the other fields meanwhile.
  const [initialDeck] = useState(deck);
  const [fields, setFields] = useState(deck);
  const set = (change: Partial<DeckRow>) => setFields((now) => ({ ...now, ...change }));
  const save = useSingleFlight(async () => {
    // A title that the person did not edit keeps its spaces.
    const title = fields.title === initialDeck.title ? fields.title : fields.title.trim();
    if (!title) return;
    const params = changedFormFields(initialDeck, { ...fields, title });
    if (Object.keys(params).length > 0) {
      const steps = [actStep('decks/update', { id: deck.id, ...params } as Params<'decks/update'>, deck)];
      const isConfirmed = await confirmEffects({ title: `Change ${initialDeck.title}?`, verb: 'Change deck', steps });
      if (!isConfirmed) return;
      if (!(await act(`Change deck ${initialDeck.title}`, steps, { showsToast: true }))) return;
    }
    closeDialog();
  });
  return (
    <DeckForm
      title="Edit deck"
      deckTitle={fields.title}
      onDeckTitle={(title) => set({ title })}
      saveLabel="Save"
      onSave={save}
    >
      <CoverColorField value={fields.coverColor} onChange={(coverColor) => set({ coverColor })} />
      <FormField label="Description">
        <TextArea rows={2} value={fields.description} onChange={(event) => set({ description: event.target.value })} />
      </FormField>
      <div className={cx('row wrap', styles.line)}>
        <Select
          label="Type"
          prefix="Type"
          value={fields.deckType}
          options={typeOptions(fields.deckType)}
          onChange={(deckType) => set({ deckType })}
        />
        <Select
          label="Auto tag"
          prefix="Auto tag"
          value={fields.defaultProjectTagId}
          options={[{ value: null, label: 'None' }, ...tags.map(({ id, tag }) => ({ value: id, label: `#${tag}` }))]}
          onChange={(defaultProjectTagId) => set({ defaultProjectTagId })}
        />
        {lookups.account?.milestonesEnabled === false ? null : (
          <Select
            label="Milestone"
            prefix="Milestone"
            value={fields.milestoneId}
            options={[{ value: null, label: 'None' }, ...milestoneOptions(lookups, deck)]}
            onChange={(milestoneId) => set({ milestoneId })}
          />
        )}
      </div>
      <p className={cx('note', styles.hint)}>
        {deckTypeHints[fields.deckType] ?? ''} Cards created in or moved into the deck get its auto tag.
      </p>
      <Switch checked={fields.handSyncEnabled} onChange={(handSyncEnabled) => set({ handSyncEnabled })}>
        Cards with an owner go into the owner’s Hand
      </Switch>
    </DeckForm>
  );
}
