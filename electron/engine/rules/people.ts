/** Finds the people whom texts mention. */
import { type MentionablePerson, mentionsIn } from '../../../shared/domain/content.ts';
import { cachedPerAction } from '../store/journal.ts';
import type { ActionContext } from '../types.ts';

/**
 * Returns everyone who can be mentioned by name. Of equal names the last one counts, so people come after users that
 * stand for tokens. Cached for one action.
 */
export function mentionablePeople(context: ActionContext): readonly MentionablePerson[] {
  return cachedPerAction(context, 'people', () => context.rows.where('user', "name <> '' ORDER BY kind = 'human', id"));
}

/**
 * Returns the ids of the people whom a text mentions. The service omits unknown ids; a replica includes them, since it
 * may not have the rows of these people yet.
 */
export function mentionedUserIds(context: ActionContext, content: string): string[] {
  if (!content.includes('@')) return [];
  const ids = mentionsIn(content, mentionablePeople(context));
  return context.role === 'replica' ? ids : ids.filter((id) => context.rows.get('user', id) !== undefined);
}
