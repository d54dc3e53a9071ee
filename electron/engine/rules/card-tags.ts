/** Tags of a project, in a card's text, and added by a deck (auto tag). */
import { isSameTag, tagsIn, uniqueTags } from '../../../shared/domain/content.ts';
import { computeOncePerAction } from '../store/journal.ts';
import type { StoredRow } from '../store/rows.ts';
import type { ActionContext } from '../types.ts';

type Deck = StoredRow<'deck'>;

/** Tags in order of creation. Cached for one action; `createMissingTags` adds its new tags to the cached list. */
export function projectTagsOf(context: ActionContext, projectId: string): StoredRow<'projectTag'>[] {
  return computeOncePerAction(context, `projectTags:${projectId}`, () =>
    context.rows.find('projectTag', { projectId }, ['createdAt']),
  );
}

/** The tags that the content contains as `#tag`, in the project's spelling. */
export function projectTagsInText(context: ActionContext, deck: Deck | undefined, content: string): string[] {
  const written = tagsIn(content);
  if (!deck || written.length === 0) return [];
  const tags = projectTagsOf(context, deck.projectId);
  return written.flatMap((name) => tags.find(({ tag }) => isSameTag(tag, name))?.tag ?? []);
}

/** Cards get it when they enter the deck; undefined if the deck has none. */
export function autoTagOfDeck({ rows }: ActionContext, deck: Deck | undefined): string | undefined {
  return deck?.defaultProjectTagId ? rows.get('projectTag', deck.defaultProjectTagId)?.tag : undefined;
}

export const tagsWithoutTag = (tags: readonly string[], tag: string): string[] =>
  tags.filter((name) => !isSameTag(name, tag));

/**
 * The tags of a card after an action sets them to `masterTags`. A card keeps the auto tag as long as it is in the deck.
 */
export function newTagsKeepingAutoTag(
  context: ActionContext,
  card: { readonly deckId: string | null; readonly masterTags: readonly string[] },
  masterTags: readonly string[],
): string[] {
  const deck = card.deckId === null ? undefined : context.rows.get('deck', card.deckId);
  const autoTag = autoTagOfDeck(context, deck);
  const isKept = autoTag !== undefined && card.masterTags.some((tag) => isSameTag(tag, autoTag));
  return uniqueTags([...masterTags, ...(isKept ? [autoTag] : [])]);
}
