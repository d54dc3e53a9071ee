/** The service does not return the current guardians, so the chosen people replace all of them. */
import { type ReactElement, useRef, useState } from 'react';
import { act, actStep } from '../data/act.ts';
import { type ActionLabel, labelInPastTense } from '../data/action-labels.ts';
import { nameOf, useAssignablePeople, useDeck } from '../data/lookups.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { CheckboxField } from '../ui/forms/CheckboxField.tsx';
import { Banner } from '../ui/messages.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { toast } from '../ui/popups/toast.ts';
import { useSingleFlight } from '../ui/single-flight.ts';
import { closeDialog } from '../workbench/dialog-state.ts';
import { PersonAvatar } from '../workbench/PersonAvatar.tsx';
import styles from './GuardiansDialog.module.css';

export function GuardiansDialog({ deckId }: { deckId: string }): ReactElement | null {
  const deck = useDeck(deckId);
  const persons = useAssignablePeople();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const firstCheckbox = useRef<HTMLElement>(null);
  const save = useSingleFlight(async (userIds: readonly string[]) => {
    if (!deck) return;
    const label: ActionLabel =
      userIds.length > 0 ? `Set the guardians of ${deck.title}` : `Remove the guardians of ${deck.title}`;
    const steps = [actStep('decks/updateGuardians', { id: deck.id, userIds: [...userIds] })];
    // Undo cannot restore the replaced guardians, because the app does not know them.
    const answer = await act(label, steps, deck.hasGuardians ? { undoable: false } : { showsToast: true });
    if (answer && deck.hasGuardians) toast({ title: labelInPastTense(label), id: 'act' });
    if (answer) closeDialog();
  });
  if (!deck) return null;
  return (
    <Dialog
      onClose={closeDialog}
      initialFocus={firstCheckbox}
      title={`Guardians of ${deck.title}`}
      description="Only guardians, producers and admins may finish, archive, delete, restore or move the cards of a deck that has guardians."
      actions={deck.hasGuardians ? <Button text="Remove all" look="danger" onClick={() => void save([])} /> : null}
      mainButton={{
        text: deck.hasGuardians ? 'Replace all guardians' : 'Set guardians',
        disabled: chosen.length === 0,
        onClick: () => void save(chosen),
      }}
    >
      <div className="stack gap-3">
        {deck.hasGuardians ? (
          <Banner tone="warning">
            The deck has guardians, but the interface does not say who they are. Those chosen here replace all of them,
            and this cannot be undone.
          </Banner>
        ) : null}
        <ul
          className={cx('stack', styles.people)}
          aria-label="People"
          ref={(list) => {
            firstCheckbox.current = list?.querySelector<HTMLElement>('[role="checkbox"]') ?? null;
          }}
        >
          {persons.map((person) => (
            <li key={person.id}>
              <CheckboxField
                checked={chosen.includes(person.id)}
                onChange={(on) => setChosen(on ? [...chosen, person.id] : chosen.filter((id) => id !== person.id))}
              >
                <span className="inline-row gap-2">
                  <PersonAvatar id={person.id} size={20} />
                  {nameOf(person)}
                </span>
              </CheckboxField>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
