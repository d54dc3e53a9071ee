/**
 * The name of a run: its own, or the label that its Run Config's template makes (rules `runs.name`, `configs.label`).
 */
import type { Row } from '../contract/index.ts';
import { isoWeek } from './calendar.ts';

const defaultTemplate = 'Run %RUN_NR%';
const placeholders = ['%RUN_NR%', '%CALENDAR_WEEK%'] as const;

/** A template without a placeholder would call every run the same. */
export const isRunLabelTemplate = (text: string): boolean => placeholders.some((name) => text.includes(name));

/** The run's own name, or the label its Run Config's template makes. `config` may still be on its way. */
export function runLabel(
  sprint: Pick<Row<'sprint'>, 'name' | 'index' | 'startDate'>,
  config: { readonly runLabelTemplate?: string | null } | undefined,
): string {
  if (sprint.name !== null && sprint.name !== undefined) return sprint.name;
  return (config?.runLabelTemplate ?? defaultTemplate)
    .replaceAll('%RUN_NR%', String(sprint.index + 1))
    .replaceAll('%CALENDAR_WEEK%', () => String(isoWeek(sprint.startDate).week));
}
