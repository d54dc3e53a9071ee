/**
 * The form in which the person chooses their own name among the users. It is needed because an organization token does
 * not identify a user.
 */
import { type ReactElement, useState } from 'react';
import type { ConnectionProbeResult } from '../../../shared/bridge/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/forms/Form.tsx';
import { Avatar } from '../../ui/icons/Avatar.tsx';
import { Banner } from '../../ui/messages.tsx';
import styles from './connect.module.css';
import type { ConnectAdvice } from './refusals.ts';

interface PersonChoiceProps {
  probe: ConnectionProbeResult;
  busy: boolean;
  advice: ConnectAdvice | null;
  onBack: () => void;
  onChoose: (userId: string | null) => void;
}

export function PersonChoice({ probe, busy, advice, onBack, onChoose }: PersonChoiceProps): ReactElement {
  const [chosen, setChosen] = useState<string | null>(null);
  const people = probe.people.toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <Form className={styles.form} aria-label="Who are you?" onSubmit={() => onChoose(chosen)}>
      <h2>Whose Hand is yours in {probe.accountName}?</h2>
      <p>
        This token belongs to the organization, not to a person. The Hand and bookmarks of the person you choose are
        shown as yours. Comments will still appear under the name “{probe.loggedInUser?.name || 'the token'}”.
      </p>
      <fieldset className={styles.people}>
        <legend className="visually-hidden">People</legend>
        {people.map((person) => (
          <label key={person.id} className={styles.person}>
            <input type="radio" name="person" checked={chosen === person.id} onChange={() => setChosen(person.id)} />
            <Avatar id={person.id} name={person.name} size={22} />
            {person.name}
          </label>
        ))}
        <label className={styles.person}>
          <input type="radio" name="person" checked={chosen === null} onChange={() => setChosen(null)} />
          Nobody: browse without a Hand
        </label>
      </fieldset>
      {people.length === 0 ? (
        <p className={styles.note}>No people are known yet. You can choose later in Settings.</p>
      ) : null}
      {advice ? <Banner tone="danger">{advice.text}</Banner> : null}
      <div className={styles.actions}>
        <Button text="Back" onClick={onBack} disabled={busy} />
        <Button text="Connect" type="submit" look="primary" disabled={busy} />
      </div>
    </Form>
  );
}
