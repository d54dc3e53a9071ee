/** Cards that write a name as `#tag` before their project has a tag of that name. */
import type { ActionContext } from '../types.ts';
import { changeCard } from './card-changes.ts';

/**
 * Adds new project tags to the `masterTags` of the project's cards that already write them as `#tag`: the order of
 * writing the text and creating the tag does not matter. Call after the tags exist.
 */
export function adoptTags(context: ActionContext, projectId: string, names: readonly string[]): void {
  const written = names.map((name) => `#${name.toLowerCase()}`);
  if (written.length === 0) return;
  const inProject = context.rows.db.prepare(
    `SELECT "cardId", "content" FROM "card" WHERE "deckId" IN (SELECT "id" FROM "deck" WHERE "projectId" = ?) AND instr("content", '#')`,
  );
  const cards = inProject.raw(true).all(projectId) as [cardId: string, content: string][];
  for (const [cardId, content] of cards) {
    const text = content.toLowerCase();
    // Writing the same tags again adds those that the content writes.
    const masterTags = written.some((name) => text.includes(name)) && context.rows.get('card', cardId)?.masterTags;
    if (masterTags) changeCard(context, cardId, { masterTags });
  }
}
