import {
  CalendarDays,
  CircleDashed,
  FileText,
  Flag,
  Gauge,
  Gem,
  Layers,
  type LucideIcon,
  Milestone,
  Rows3,
  Tag,
  Timer,
  User,
} from 'lucide-react';
import type { ReactElement } from 'react';
import type { TaskOnlyField } from '../../../shared/contract/index.ts';
import type { AccountRow } from '../../data/lookups.ts';
import { type FieldWithChoices, fieldDefinitions } from '../../model/card-fields/definitions.ts';
import { taskOnlyValueLabel } from '../../model/card-fields/task.ts';
import { PriorityIcon, ValueBadge } from '../../ui/icons/icons.tsx';

export const fieldIcons: Readonly<Record<FieldWithChoices, LucideIcon>> = {
  status: CircleDashed,
  owner: User,
  priority: Flag,
  effort: Gauge,
  deck: Layers,
  zone: Rows3,
  milestone: Milestone,
  run: Timer,
  due: CalendarDays,
  tag: Tag,
  hero: Gem,
  kind: FileText,
};

type TaskValue = string | number;

/** Fields whose values have no icons are missing. `label` is for screen readers. */
const valueIcons: Partial<Record<TaskOnlyField, (value: string, label?: string) => ReactElement>> = {
  priority: (value, label) => <PriorityIcon priority={value} label={label} />,
};

/** Undefined if the field's values have no icons. */
export const iconOfTaskOnlyValue = (field: TaskOnlyField, value: TaskValue): ReactElement | undefined =>
  valueIcons[field]?.(String(value));

interface TaskValueIconProps {
  field: TaskOnlyField;
  value: TaskValue;
  account?: AccountRow | null | undefined;
}

/** Falls back to the label in a box if the field's values have no icons. */
export function TaskOnlyFieldIcon({ field, value, account }: TaskValueIconProps): ReactElement {
  const label = taskOnlyValueLabel(field, value, account);
  const icon = valueIcons[field];
  return icon ? icon(String(value), label) : <ValueBadge label={fieldDefinitions[field].label} text={label} />;
}
