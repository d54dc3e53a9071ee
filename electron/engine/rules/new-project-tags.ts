import { foldCase } from '../../../shared/domain/search-text.ts';
import type { ActionContext } from '../types.ts';
import { changeCard } from './card-changes.ts';

/** Adds the tags `names`, which must exist, to all cards of the project whose content contains them as `#tag`. */
export function addNewTagsToCards(context: ActionContext, projectId: string, names: readonly string[]): void {
  const written = names.map((name) => `#${foldCase(name)}`);
  if (written.length === 0) return;
  const inProject = context.rows.db.prepare(
    `SELECT "cardId", "content" FROM "card" WHERE "deckId" IN (SELECT "id" FROM "deck" WHERE "projectId" = ?) AND instr("content", '#')`,
  );
  const cards = inProject.raw(true).all(projectId) as [cardId: string, content: string][];
  for (const [cardId, content] of cards) {
    const text = foldCase(content);
    // Setting `masterTags`, even to the same tags, makes `changeCard` add the project tags that the content contains.
    const masterTags = written.some((name) => text.includes(name)) && context.rows.get('card', cardId)?.masterTags;
    if (masterTags) changeCard(context, cardId, { masterTags });
  }
}
