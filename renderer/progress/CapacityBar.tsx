/** Compares planned and done effort with a capacity. A click on its text edits the capacity, if it can be changed. */
import { TriangleAlert } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { remainingCapacity, type Workload } from '../../shared/domain/capacity.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Form } from '../ui/forms/Form.tsx';
import { FormField } from '../ui/forms/FormField.tsx';
import { Popover } from '../ui/popups/Popover.tsx';
import styles from './CapacityBar.module.css';

interface CapacityEditOptions {
  /** Why the capacity cannot be changed, or null. */
  readonly reason: string | null;
  /** In effort. Null removes the capacity. */
  save(capacity: number | null): void;
}

interface CapacityBarProps {
  /** The person and the run or milestone, such as "Ann in Run 4". */
  readonly whose: string;
  readonly load: Workload;
  /** Null if no capacity is set. */
  readonly capacity: number | null;
  readonly isReady: boolean;
  /** During a drag, a drop at the current target changes the planned effort. `load` already contains this change. */
  readonly isMoving?: boolean;
  /** Absent if the bar shows a sum or cards without an owner, which have no capacity of their own. */
  readonly edit?: CapacityEditOptions | undefined;
  /** Opens the capacities of several people, of which this one is the sum. */
  readonly onEdit?: (() => void) | undefined;
  /** Effort of cards that are begun, if the bar shows it as a part of its own. */
  readonly started?: number;
  /** Puts the text below the bar, with this at its end. */
  readonly besideText?: ReactNode;
  /** Tooltip of the sum: how cards without an effort count. */
  readonly hint?: string | undefined;
}

export interface BarPart {
  readonly kind: 'done' | 'started' | 'open' | 'free' | 'over';
  readonly amount: number;
  /** Shown as a tooltip. */
  readonly text: string;
}

interface PartsBarProps {
  readonly label: string;
  readonly valueText: string;
  readonly value: number;
  readonly max: number;
  readonly parts: readonly BarPart[];
}

export function PartsBar({ label, valueText, value, max, parts }: PartsBarProps): ReactElement {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a meter element cannot show several parts
    <div
      className={cx('flex grow keep-color', styles.track)}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      aria-valuetext={valueText}
    >
      {parts.map(({ kind, amount, text }) =>
        amount > 0 ? <span key={kind} className={styles[kind]} style={{ flexGrow: amount }} title={text} /> : null,
      )}
    </div>
  );
}

/** Work above the capacity is only in the part "over", which is the end of the bar. */
export function partsOf({ planned, done }: Workload, started: number | undefined, capacity: number | null): BarPart[] {
  const limit = capacity ?? planned;
  const upTo = (amount: number) => Math.min(Math.max(amount, 0), limit);
  const begun = done + (started ?? 0);
  const openText = `${planned - begun} effort not ${started === undefined ? 'done' : 'started'}`;
  return [
    { kind: 'done', amount: upTo(done), text: `${done} effort done` },
    { kind: 'started', amount: upTo(begun) - upTo(done), text: `${started} effort started` },
    ...(capacity === null
      ? // Without a capacity the bar shows how much is done, so what is open is empty.
        [
          {
            kind: 'free',
            amount: Math.max(planned - begun, planned > 0 ? 0 : 1),
            text: planned > 0 ? openText : 'No effort planned',
          } as const,
        ]
      : [
          { kind: 'open', amount: upTo(planned) - upTo(begun), text: openText } as const,
          { kind: 'free', amount: Math.max(capacity - planned, 0), text: `${capacity - planned} effort free` } as const,
        ]),
    { kind: 'over', amount: Math.max(planned - limit, 0), text: `${planned - limit} effort over the capacity` },
  ];
}

export function CapacityBar(props: CapacityBarProps): ReactElement {
  const { whose, load, capacity, isReady, isMoving = false, edit, onEdit, started, besideText, hint } = props;
  const { planned } = load;
  const rest = remainingCapacity(load, capacity);
  const isOver = rest !== null && rest < 0;
  const text = capacity === null ? `${planned} effort` : `${planned} of ${capacity}`;
  const restText = isOver ? `${-rest} over` : rest !== null && rest > 0 ? `${rest} free` : null;
  const shownText = isReady ? text : ' ';
  const bar = (
    <PartsBar
      label={`Planned work of ${whose}`}
      valueText={[text, restText].filter(Boolean).join(', ')}
      value={planned}
      max={capacity ?? Math.max(planned, 1)}
      parts={partsOf(load, started, capacity)}
    />
  );
  const numbers = (
    <>
      {edit ? (
        <CapacityField whose={whose} capacity={capacity} edit={edit}>
          {shownText}
        </CapacityField>
      ) : onEdit ? (
        <button
          type="button"
          className={cx('rigid round-sm', styles.edit)}
          aria-label={`Capacities of ${whose}: ${shownText}`}
          title={['Change the capacities', hint].filter(Boolean).join('. ')}
          onClick={onEdit}
        >
          {shownText}
        </button>
      ) : (
        <span className="rigid" title={hint}>
          {shownText}
        </span>
      )}
      {restText && isReady ? (
        <span className={cx('inline-row rigid gap-1 faint', isOver && styles.isOver)}>
          {isOver ? <TriangleAlert size={12} aria-hidden /> : null}
          {restText}
        </span>
      ) : null}
    </>
  );
  const look = cx('row gap-2 min-w-0 nowrap soft text-sm figures h-6', isMoving && styles.moving);
  return besideText === undefined ? (
    <div className={look}>
      {bar}
      {numbers}
    </div>
  ) : (
    <>
      <div className="flex">{bar}</div>
      <div className={look}>
        {numbers}
        <span className="grow" />
        {besideText}
      </div>
    </>
  );
}

interface CapacityFieldProps extends Pick<CapacityBarProps, 'whose' | 'capacity'> {
  readonly edit: CapacityEditOptions;
  readonly children: string;
}

function CapacityField({ whose, capacity, edit, children }: CapacityFieldProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const [value, setValue] = useState('');
  const { reason } = edit;
  const isWrong = value !== '' && !/^\d{1,6}$/.test(value);
  const save = () => {
    if (isWrong) return;
    setOpen(false);
    edit.save(value === '' ? null : Number(value));
  };
  return (
    <Popover
      label={`Capacity of ${whose}`}
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open && reason === null);
        setValue(capacity === null ? '' : String(capacity));
      }}
      trigger={
        <button
          type="button"
          className={cx('rigid round-sm', styles.edit)}
          aria-label={`Capacity of ${whose}: ${children}`}
          aria-disabled={reason !== null}
          title={reason ?? (capacity === null ? 'Set a capacity' : 'Change the capacity')}
        >
          {children}
        </button>
      }
    >
      <Form className={cx('stack gap-10px', styles.form)} onSubmit={save}>
        <FormField
          label="Capacity in effort"
          hint="Empty: no capacity."
          error={isWrong ? 'A whole number.' : null}
          value={value}
          inputMode="numeric"
          autoFocus
          onChange={(event) => setValue(event.target.value)}
        />
        <Button text="Save" look="primary" small disabled={isWrong} onClick={save} />
      </Form>
    </Popover>
  );
}
