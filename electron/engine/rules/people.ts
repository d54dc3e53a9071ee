/** People that texts can mention. */
import { mentionsIn, type Person } from '../../../shared/domain/content.ts';
import { oncePerAction } from '../store/journal.ts';
import type { ActionContext } from '../types.ts';

/** Everyone who can be mentioned by name; cached for one action. */
export function people(context: ActionContext): readonly Person[] {
  return oncePerAction(context, 'people', () => context.rows.where('user', "name <> ''"));
}

/**
 * Ids of the people a text mentions. The service leaves out unknown ids; on a replica the person may not be stored yet.
 */
export function mentionedPeople(context: ActionContext, content: string): string[] {
  if (!content.includes('@')) return [];
  const ids = mentionsIn(content, people(context));
  return context.role === 'replica' ? ids : ids.filter((id) => context.rows.get('user', id) !== undefined);
}
