/** Asking before something that does more than it says: what follows, one line each. */
import { type ReactElement, useState } from 'react';
import { Confirm } from '../../ui/popups/Dialog.tsx';
import styles from './settings.module.css';

export interface Question {
  readonly title: string;
  /** The action's own verb. */
  readonly confirm: string;
  readonly danger?: boolean;
  readonly consequences: readonly string[];
  readonly goOn: () => void;
}

/** The dialog to render, and what opens it. */
export function useQuestion(): readonly [ReactElement, (question: Question) => void] {
  const [question, setQuestion] = useState<Question | null>(null);
  const [open, setOpen] = useState(false);
  const ask = (next: Question) => {
    setQuestion(next);
    setOpen(true);
  };
  // What was asked stays readable while the dialog fades.
  const dialog = (
    <Confirm
      open={open}
      title={question?.title ?? ''}
      confirm={question?.confirm ?? ''}
      danger={question?.danger ?? false}
      onConfirm={() => question?.goOn()}
      onClose={() => setOpen(false)}
    >
      <ul className={styles.consequences} aria-label="What follows">
        {question?.consequences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Confirm>
  );
  return [dialog, ask];
}
