import type { ReactElement, ReactNode } from 'react';
import type { Params, TaskOnlyField } from '../../../shared/contract/index.ts';
import type { ActionLabel } from '../../data/action-labels.ts';
import type { WorkspaceLookups } from '../../data/lookups.ts';
import type { FieldRefusalInput } from '../../model/preflight.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Picker } from '../../ui/popups/Picker.tsx';
import type { PickerProps } from '../../ui/popups/props.ts';
import type { CardChoiceKind } from '../../workbench/dialog-state.ts';
import styles from '../card.module.css';
import type { PanelCard } from '../queries.ts';
import type { PanelCardState } from './panel-card-state.ts';

export type CardUpdateFields = Omit<Params<'cards/update'>, 'id'>;

export type CardForFieldRows = Pick<
  PanelCard,
  | 'cardId'
  | 'assigneeId'
  | 'content'
  | 'deckId'
  | 'dueDate'
  | 'isDoc'
  | 'masterTags'
  | 'milestoneId'
  | 'sprintId'
  | 'status'
  | 'tags'
  | TaskOnlyField
>;

export interface CardFieldRowsProps {
  card: CardForFieldRows;
  cardState: FieldRefusalInput & Pick<PanelCardState, 'disabledReason' | 'projectId' | 'zone'>;
  lookups: WorkspaceLookups;
  set: (label: ActionLabel, change: CardUpdateFields) => void;
}

interface FieldRowProps {
  /** Name of the field. When a shortcut opens the list of the field's values, the list opens below this row. */
  field: CardChoiceKind;
  label: string;
  children: ReactNode;
  wide?: boolean;
  isNone?: boolean;
}

export function FieldRow({ field, label, children, wide, isNone }: FieldRowProps): ReactElement {
  return (
    <div
      className={cx('grid items-center', styles.field)}
      data-field={field}
      data-wide={wide || undefined}
      data-none={isNone || undefined}
    >
      <dt className="note">{label}</dt>
      <dd className="row min-w-0">{children}</dd>
    </div>
  );
}

interface PickerFieldRowProps<V>
  extends Pick<FieldRowProps, 'field' | 'label'>,
    Pick<PickerProps<V>, 'value' | 'options' | 'onPick' | 'onCreate' | 'placeholder'> {
  icon?: ReactNode;
  text: string | undefined;
  /** Shown instead of `text` if the field has no value. */
  noneText?: string;
}

/** A row with a button that shows the value and opens a list of values with a search field. */
export function PickerFieldRow<V extends string | number | null>(props: PickerFieldRowProps<V>): ReactElement {
  const { field, label, icon, text, noneText = 'None', ...picker } = props;
  return (
    <FieldRow field={field} label={label}>
      <Picker
        label={label}
        {...picker}
        trigger={
          <Button
            look="quiet"
            small
            className={styles.value}
            aria-label={`${label}: ${text ?? noneText.toLowerCase()}`}
          >
            {icon} <span className={cx('truncate', text === undefined && styles.none)}>{text ?? noneText}</span>
          </Button>
        }
      />
    </FieldRow>
  );
}
