/** The run's own name, or a label from the template of its Run Config (rules `runs.name`, `configs.label`). */
import type { Row } from '../contract/index.ts';
import { isoWeek } from './calendar.ts';

const defaultTemplate = 'Run %RUN_NR%';
const placeholders = ['%RUN_NR%', '%CALENDAR_WEEK%'] as const;

/** A template without a placeholder gives all runs the same name. */
export const isRunLabelTemplate = (text: string): boolean => placeholders.some((name) => text.includes(name));

/** `config` is undefined while the Run Config is not loaded; the default template is then used. */
export function runLabel(
  sprint: Pick<Row<'sprint'>, 'name' | 'index' | 'startDate'>,
  config: { readonly runLabelTemplate?: string | null } | undefined,
): string {
  if (sprint.name !== null && sprint.name !== undefined) return sprint.name;
  return (config?.runLabelTemplate ?? defaultTemplate)
    .replaceAll('%RUN_NR%', String(sprint.index + 1))
    .replaceAll('%CALENDAR_WEEK%', () => String(isoWeek(sprint.startDate).week));
}
