/** Project tags on cards: which there are, which a text names, which a deck gives. */
import { sameTag, tagsIn } from '../../../shared/domain/content.ts';
import { once } from '../store/journal.ts';
import type { StoredRow } from '../store/rows.ts';
import type { ActionContext } from '../types.ts';

type Deck = StoredRow<'deck'>;

/** Tags of a project in order of creation; looked up once per action. */
export function projectTags(context: ActionContext, projectId: string): StoredRow<'projectTag'>[] {
  return once(context, `projectTags:${projectId}`, () => context.rows.find('projectTag', { projectId }, ['createdAt']));
}

/** Names of the project's tags that the content writes as `#tag`, spelled as the project spells them. */
export function projectTagsIn(context: ActionContext, deck: Deck | undefined, content: string): string[] {
  const written = tagsIn(content);
  if (!deck || written.length === 0) return [];
  const tags = projectTags(context, deck.projectId);
  return written.flatMap((name) => tags.find(({ tag }) => sameTag(tag, name))?.tag ?? []);
}

/** The tag that cards get by being put into the deck. */
export function autoTag({ rows }: ActionContext, deck: Deck | undefined): string | undefined {
  return deck?.defaultProjectTagId ? rows.get('projectTag', deck.defaultProjectTagId)?.tag : undefined;
}

export const withoutTag = (tags: readonly string[], tag: string): string[] =>
  tags.filter((name) => !sameTag(name, tag));
