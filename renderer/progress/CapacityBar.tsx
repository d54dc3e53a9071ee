/**
 * Planned work against the capacity of a person, or of everybody, in a run. The bar follows a drag before the drop; its
 * text opens a field for the capacity.
 */
import { TriangleAlert } from 'lucide-react';
import { type CSSProperties, type ReactElement, useState } from 'react';
import {
  capacityOf,
  effortMoved,
  type LoadPlace,
  loadOf,
  restOf,
  runLoad,
  totalCapacity,
} from '../../shared/domain/capacity.ts';
import { act, step } from '../data/act.ts';
import type { SprintRow } from '../data/lookups.ts';
import { missingScopeReason } from '../data/permissions.ts';
import { type DragState, useDrag } from '../dnd/drag.ts';
import { changesOfTarget } from '../model/planning/run-target.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Field } from '../ui/forms/Field.tsx';
import { Popover } from '../ui/popups/Popover.tsx';
import styles from './CapacityBar.module.css';
import { useLoads } from './run-loads.ts';

interface CapacityBarProps {
  readonly sprint: SprintRow;
  /** Name of the run. */
  readonly label: string;
  /** Null for cards without an owner, absent for everybody. */
  readonly person?: { readonly id: string; readonly name: string } | null;
}

/** What the running drag would add to the place, were it dropped now. */
const draggedEffort = ({ cards, target, refusal }: DragState, place: LoadPlace, fallbackEffort: number): number =>
  target === null || refusal !== null ? 0 : effortMoved(cards, changesOfTarget(target.key), place, fallbackEffort);

export function CapacityBar({ sprint, label, person }: CapacityBarProps): ReactElement {
  const { loads, fallbackEffort, ready } = useLoads();
  const userId = person === undefined ? undefined : (person?.id ?? null);
  const delta = useDrag((state) =>
    draggedEffort(state, { sprintId: sprint.id, ...(userId === undefined ? {} : { userId }) }, fallbackEffort),
  );
  const { planned: current, done } =
    userId === undefined ? runLoad(loads, sprint.id) : loadOf(loads, sprint.id, userId);
  const planned = current + delta;
  const capacity =
    userId === undefined ? totalCapacity(sprint.userCapacities) : capacityOf(sprint.userCapacities, userId);
  const rest = restOf({ planned, done }, capacity);
  const isOver = rest !== null && rest < 0;
  const full = Math.max(capacity ?? 0, planned, 1);
  const part = (amount: number) => `${(Math.min(amount, full) / full) * 100}%`;
  const whose = person ? `${person.name} in ${label}` : label;
  const text = capacity === null ? `${planned} effort` : `${planned} of ${capacity}`;
  const restText = isOver ? `${-rest} over` : rest !== null && rest > 0 ? `${rest} free` : null;
  return (
    <div className={cx(styles.capacity, delta !== 0 && styles.moving)} data-capacity={userId ?? ''}>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element cannot show two parts */}
      <div
        className={styles.track}
        role="meter"
        aria-label={`Planned work of ${whose}`}
        aria-valuemin={0}
        aria-valuemax={capacity ?? full}
        aria-valuenow={Math.min(planned, capacity ?? full)}
        aria-valuetext={[text, restText].filter(Boolean).join(', ')}
        style={{ '--planned': part(planned), '--done': part(done), '--limit': part(capacity ?? full) } as CSSProperties}
      >
        <div className={styles.planned} />
        <div className={styles.done} />
        {isOver ? <div className={styles.over} /> : null}
      </div>
      {person ? (
        <CapacityField sprint={sprint} person={person} whose={whose} capacity={capacity}>
          {ready ? text : ' '}
        </CapacityField>
      ) : (
        <span className={styles.text}>{ready ? text : ' '}</span>
      )}
      {restText && ready ? (
        <span className={cx(styles.rest, isOver && styles.isOver)}>
          {isOver ? <TriangleAlert size={12} aria-hidden /> : null}
          {restText}
        </span>
      ) : null}
    </div>
  );
}

interface CapacityFieldProps {
  readonly sprint: SprintRow;
  readonly person: { readonly id: string; readonly name: string };
  readonly whose: string;
  readonly capacity: number | null;
  readonly children: string;
}

function CapacityField({ sprint, person, whose, capacity, children }: CapacityFieldProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  const [value, setValue] = useState('');
  const reason = sprint.completedAt ? 'The run is completed.' : missingScopeReason('sprints/updateSprint');
  const isWrong = value !== '' && !/^\d{1,6}$/.test(value);
  const save = () => {
    if (isWrong) return;
    const { [person.id]: _, ...others } = (sprint.userCapacities ?? {}) as Record<string, number>;
    const userCapacities = value === '' ? others : { ...others, [person.id]: Number(value) };
    setOpen(false);
    void act(`Change the capacity of ${whose}`, [step('sprints/updateSprint', { id: sprint.id, userCapacities })]);
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
          className={styles.edit}
          aria-label={`Capacity of ${whose}: ${children}`}
          aria-disabled={reason !== null}
          title={reason ?? (capacity === null ? 'Set a capacity' : 'Change the capacity')}
        >
          {children}
        </button>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field
          label="Capacity in effort"
          hint="Empty: no capacity."
          error={isWrong ? 'A whole number.' : null}
          value={value}
          inputMode="numeric"
          autoFocus
          onChange={(event) => setValue(event.target.value)}
        />
        <Button look="primary" small disabled={isWrong} onClick={save}>
          Save
        </Button>
      </form>
    </Popover>
  );
}
