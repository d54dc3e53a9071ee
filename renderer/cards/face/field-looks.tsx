/** Icons of card fields, and marks for the values of task fields on card faces, in tables and in menus. */
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
import type { TaskField } from '../../../shared/contract/index.ts';
import type { AccountRow } from '../../data/lookups.ts';
import { type FieldWithChoices, fieldDefinitions } from '../../model/card-fields/definitions.ts';
import { taskLabel } from '../../model/card-fields/task.ts';
import { PriorityIcon, ValueBadge } from '../../ui/icons/icons.tsx';

/** The icon of each field's command and menu entry. */
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

/** Functions that return the icon of a value, for fields with value icons; `label` is for screen readers. */
const icons: Partial<Record<TaskField, (value: string, label?: string) => ReactElement>> = {
  priority: (value, label) => <PriorityIcon priority={value} label={label} />,
};

/** Returns the icon to show beside a value's label, or undefined for fields without value icons. */
export const taskIcon = (field: TaskField, value: TaskValue): ReactElement | undefined => icons[field]?.(String(value));

interface TaskMarkProps {
  field: TaskField;
  value: TaskValue;
  account?: AccountRow | null | undefined;
}

/** Shows a value by its icon, or by its label in a box. */
export function TaskMark({ field, value, account }: TaskMarkProps): ReactElement {
  const label = taskLabel(field, value, account);
  const icon = icons[field];
  return icon ? icon(String(value), label) : <ValueBadge label={fieldDefinitions[field].label} text={label} />;
}
