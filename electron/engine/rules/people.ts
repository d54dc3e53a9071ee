import { mentionedPersonIdsIn } from '../../../shared/domain/content.ts';
import type { MentionablePerson } from '../../../shared/domain/text-tokens.ts';
import { computeOncePerAction } from '../store/journal.ts';
import type { ActionContext } from '../types.ts';

/**
 * Cached for one action. If several users have the same name, the last one is mentioned. People come last, so that a
 * person takes precedence over the user of a token.
 */
export function mentionablePeople(context: ActionContext): readonly MentionablePerson[] {
  return computeOncePerAction(context, 'people', () =>
    context.rows.where('user', "name <> '' ORDER BY kind = 'human', id"),
  );
}

/** The service omits unknown ids. A replica includes them, because it can lack the rows of these people. */
export function mentionedUserIds(context: ActionContext, content: string): string[] {
  if (!content.includes('@')) return [];
  const ids = mentionedPersonIdsIn(content, mentionablePeople(context));
  return context.role === 'replica' ? ids : ids.filter((id) => context.rows.get('user', id) !== undefined);
}
