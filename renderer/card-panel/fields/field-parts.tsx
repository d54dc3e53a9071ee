/** Types and components that the rows of a card's fields share. */
import type { ReactElement, ReactNode } from 'react';
import type { Params, TaskOnlyField } from '../../../shared/contract/index.ts';
import type { ActionLabel } from '../../data/action-labels.ts';
import type { WorkspaceLookups } from '../../data/lookups.ts';
import { type CardPanelField, type FieldRefusalInput, fieldRefusal } from '../../model/preflight.ts';
import type { CardChoiceKind } from '../../workbench/dialog-state.ts';
import styles from '../card.module.css';
import type { PanelCard } from '../queries.ts';
import type { PanelCardState } from './field-choices.ts';

export interface CardFieldsProps {
  card: PanelCard;
  cardState: PanelCardState;
  lookups: WorkspaceLookups;
}

export type CardUpdateFields = Omit<Params<'cards/update'>, 'id'>;

/** The properties of a card that the field rows show. */
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

export interface FieldRowProps {
  /** Name of the field. When a shortcut opens the list of the field's values, the list opens below this row. */
  field?: CardChoiceKind;
  label: string;
  children: ReactNode;
  wide?: boolean;
  /** Whether the field has no value. */
  isNone?: boolean;
}

export function FieldRow({ field, label, children, wide, isNone }: FieldRowProps): ReactElement {
  return (
    <div className={styles.field} data-field={field} data-wide={wide || undefined} data-none={isNone || undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/**
 * Shows "None on documents" if the card is a document, which cannot have this field. The tooltip and screen readers
 * give the full reason. Otherwise renders nothing.
 */
export function FieldRefusalText({
  cardState,
  field,
}: {
  cardState: FieldRefusalInput;
  field: CardPanelField;
}): ReactElement | null {
  const reason = fieldRefusal(cardState, field);
  return reason ? (
    <span className={styles.refused} title={reason}>
      None on documents<span className="visually-hidden">: {reason}</span>
    </span>
  ) : null;
}
