/**
 * The name of a run: its own, or the label that its Run Config's template makes (rules `runs.name`, `configs.label`).
 */
import type { Row } from '../contract/index.ts';
import { isoWeek } from './calendar.ts';

const defaultTemplate = 'Run %RUN_NR%';
const placeholders = ['%RUN_NR%', '%CALENDAR_WEEK%'] as const;

/** Whether the template has a placeholder; without one all runs would have the same name. */
export const isRunLabelTemplate = (text: string): boolean => placeholders.some((name) => text.includes(name));

/** The run's own name, or the label from its Run Config's template. `config` may not be loaded yet. */
export function runLabel(
  sprint: Pick<Row<'sprint'>, 'name' | 'index' | 'startDate'>,
  config: { readonly runLabelTemplate?: string | null } | undefined,
): string {
  if (sprint.name !== null && sprint.name !== undefined) return sprint.name;
  return (config?.runLabelTemplate ?? defaultTemplate)
    .replaceAll('%RUN_NR%', String(sprint.index + 1))
    .replaceAll('%CALENDAR_WEEK%', () => String(isoWeek(sprint.startDate).week));
}
