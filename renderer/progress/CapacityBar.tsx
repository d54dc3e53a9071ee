/** Compares planned and done effort with a capacity. A click on its text edits the capacity, if it can be changed. */
import { TriangleAlert } from 'lucide-react';
import { type CSSProperties, type ReactElement, useState } from 'react';
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
}

export function CapacityBar(props: CapacityBarProps): ReactElement {
  const { whose, load, capacity, isReady, isMoving = false, edit } = props;
  const { planned, done } = load;
  const rest = remainingCapacity(load, capacity);
  const isOver = rest !== null && rest < 0;
  const barMax = Math.max(capacity ?? 0, planned, 1);
  const percentOf = (amount: number) => `${(Math.min(amount, barMax) / barMax) * 100}%`;
  const text = capacity === null ? `${planned} effort` : `${planned} of ${capacity}`;
  const restText = isOver ? `${-rest} over` : rest !== null && rest > 0 ? `${rest} free` : null;
  const shownText = isReady ? text : ' ';
  return (
    <div className={cx('row gap-2 min-w-0 nowrap soft text-sm figures h-6', isMoving && styles.moving)}>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot show two parts */}
      <div
        className={cx('grow relative clip keep-color', styles.track)}
        role="meter"
        aria-label={`Planned work of ${whose}`}
        aria-valuemin={0}
        aria-valuemax={capacity ?? barMax}
        aria-valuenow={Math.min(planned, capacity ?? barMax)}
        aria-valuetext={[text, restText].filter(Boolean).join(', ')}
        style={
          {
            '--planned': percentOf(planned),
            '--done': percentOf(done),
            '--limit': percentOf(capacity ?? barMax),
          } as CSSProperties
        }
      >
        {isOver ? <div className={cx('absolute', styles.over)} /> : null}
      </div>
      {edit ? (
        <CapacityField whose={whose} capacity={capacity} edit={edit}>
          {shownText}
        </CapacityField>
      ) : (
        <span className="rigid">{shownText}</span>
      )}
      {restText && isReady ? (
        <span className={cx('inline-row rigid gap-3px faint', isOver && styles.isOver)}>
          {isOver ? <TriangleAlert size={12} aria-hidden /> : null}
          {restText}
        </span>
      ) : null}
    </div>
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
