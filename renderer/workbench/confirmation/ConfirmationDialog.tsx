import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { CheckboxField } from '../../ui/forms/CheckboxField.tsx';
import { Banner } from '../../ui/messages.tsx';
import dialog from '../../ui/popups/Dialog.module.css';
import { useFocusReturnTarget } from '../../ui/popups/return-focus.ts';
import { Select } from '../../ui/popups/Select.tsx';
import { restoreCardDomFocus } from '../active-list.ts';
import styles from './ConfirmationDialog.module.css';
import { type EffectTable, type ShownConfirmation, useConfirmation } from './confirm.ts';

export function ConfirmationDialog(): ReactElement | null {
  const confirmation = useConfirmation((state) => state.open);
  // The last confirmation stays rendered while the dialog fades out.
  const [last, setLast] = useState<ShownConfirmation | null>(confirmation);
  useEffect(() => {
    if (confirmation) setLast(confirmation);
  }, [confirmation]);
  const shown = confirmation ?? last;
  // Another React key for another question mounts a new dialog, so the focus moves into it.
  return shown ? <Confirmation key={shown.title} confirmation={shown} isOpen={confirmation !== null} /> : null;
}

function Confirmation({ confirmation, isOpen }: { confirmation: ShownConfirmation; isOpen: boolean }): ReactElement {
  const { title, verb, danger, note, undoable = true, doNotAskAgain, answer } = confirmation;
  const { effects, refusal, unknown, effectTable } = confirmation;
  // A later confirmation with the same question starts without a tick.
  const [ticked, setTicked] = useState<ShownConfirmation | null>(null);
  const neverAgain = ticked === confirmation;
  const confirm = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const finalFocus = useFocusReturnTarget(isOpen);
  return (
    <AlertDialog.Root
      open={isOpen}
      // The action may have removed the element that had the DOM focus.
      onOpenChangeComplete={(next) => {
        if (!next) restoreCardDomFocus();
      }}
      onOpenChange={(next, { reason }) => {
        // `focus-out`: another dialog closed and took the focus, so the person has not answered.
        if (!next && reason !== 'focus-out') answer(false);
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className={cx('fixed', dialog.backdrop)} />
        <AlertDialog.Popup
          className={cx('stack gap-3 floating round-lg fixed p-4', dialog.popup)}
          style={{ width: effectTable ? 620 : 440 }}
          // If the action cannot be undone or will be refused, Cancel gets the focus, so that Enter does not confirm.
          initialFocus={undoable && !refusal ? confirm : cancel}
          finalFocus={finalFocus}
        >
          <AlertDialog.Title className="text-lg strong">{title}</AlertDialog.Title>
          <AlertDialog.Description className="stack gap-3 min-h-0 scroll soft" render={<div />}>
            {refusal ? <Banner tone="danger">{refusal}</Banner> : null}
            {unknown ? <Banner tone="warning">What follows could not be counted. {unknown}</Banner> : null}
            {effects.length > 0 ? (
              <ul className={cx('stack plain inset-box p-2-3', styles.list)} aria-label="What follows">
                {effects.map(({ count, text }) => (
                  <li key={text} className="grid items-baseline gap-10px">
                    <strong className="strong figures text-end">{count}</strong>
                    <span>{text.slice(String(count).length)}</span>
                  </li>
                ))}
              </ul>
            ) : null}
            {note ? <p>{note}</p> : null}
            {effectTable && effectTable.rows.length > 0 ? <EffectRows table={effectTable} /> : null}
            {doNotAskAgain && !refusal ? (
              <CheckboxField checked={neverAgain} onChange={(isTicked) => setTicked(isTicked ? confirmation : null)}>
                {doNotAskAgain.label}
              </CheckboxField>
            ) : null}
            {undoable ? null : <p>This cannot be undone.</p>}
          </AlertDialog.Description>
          <div className="flex justify-end gap-2">
            <AlertDialog.Close ref={cancel} render={<Button text="Cancel" />} />
            <Button
              text={verb}
              ref={confirm}
              look={danger ? 'danger' : 'primary'}
              disabled={refusal !== null}
              onClick={() => answer(true, neverAgain)}
            />
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

function EffectRows({ table: { caption, columns, rows } }: { table: EffectTable }): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll this section
    <section className={cx('rigid scroll border round', styles.rows)} aria-label={caption} tabIndex={0}>
      <table className="table table-head">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...rest], choices = [], choose }) => (
            <tr key={key}>
              <th scope="row" dir="auto">
                {first}
              </th>
              {rest.map((text, at) => (
                <td key={columns[at + 1]}>
                  {choose && at === rest.length - 1 ? (
                    <ChoiceCell
                      label={`${columns[at + 1]}, ${first}`}
                      initial={text}
                      choices={choices}
                      choose={choose}
                    />
                  ) : (
                    text
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface ChoiceCellProps {
  label: string;
  initial: string;
  choices: readonly string[];
  choose: (choice: string) => void;
}

function ChoiceCell({ label, initial, choices, choose }: ChoiceCellProps): ReactElement {
  const [chosen, setChosen] = useState(initial);
  return (
    <Select
      label={label}
      look="quiet"
      small
      value={chosen}
      options={choices.map((choice) => ({ value: choice, label: choice }))}
      onChange={(choice) => {
        setChosen(choice);
        choose(choice);
      }}
    />
  );
}
