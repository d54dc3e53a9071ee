/** People of the organization, as texts mention them. */
import { mentionsIn, type Person } from '../../../shared/domain/content.ts';
import { once } from '../store/journal.ts';
import type { ActionContext } from '../types.ts';

/** Everyone who can be mentioned by name; looked up once per action. */
export function people(context: ActionContext): readonly Person[] {
  return once(context, 'people', () => context.rows.where('user', "name <> ''"));
}

/** Ids of the people a text mentions. The service leaves out ids that nobody has; a replica may not know them yet. */
export function mentioned(context: ActionContext, content: string): string[] {
  if (!content.includes('@')) return [];
  const ids = mentionsIn(content, people(context));
  return context.role === 'replica' ? ids : ids.filter((id) => context.rows.get('user', id) !== undefined);
}
