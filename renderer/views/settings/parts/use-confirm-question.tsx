/** Confirmations of the settings list the effects of an action, one per line. */
import { type ReactElement, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import { ConfirmDialog } from '../../../ui/popups/Dialog.tsx';
import styles from './settings.module.css';

/** If the person confirms, the dialog calls `goOn`. */
export interface ConfirmationQuestion {
  readonly title: string;
  /** Such as "Delete". */
  readonly confirm: string;
  readonly danger?: boolean;
  readonly consequences: readonly string[];
  readonly goOn: () => void;
}

/** The dialog to render, and the function that opens it. */
export function useConfirmationQuestion(): readonly [ReactElement, (question: ConfirmationQuestion) => void] {
  const [question, setQuestion] = useState<ConfirmationQuestion | null>(null);
  const [open, setOpen] = useState(false);
  const ask = (next: ConfirmationQuestion) => {
    setQuestion(next);
    setOpen(true);
  };
  // The last question stays visible while the dialog fades out.
  const dialog = (
    <ConfirmDialog
      open={open}
      title={question?.title ?? ''}
      confirm={question?.confirm ?? ''}
      danger={question?.danger ?? false}
      onConfirm={() => question?.goOn()}
      onClose={() => setOpen(false)}
    >
      <ul className={cx('stack gap-2', styles.consequences)} aria-label="What follows">
        {question?.consequences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
  return [dialog, ask];
}
