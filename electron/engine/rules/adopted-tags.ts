/** Cards that write a name as `#tag` before their project has a tag of that name. */

import type { ActionContext } from '../types.ts';
import { changeCard } from './card-changes.ts';

/**
 * Gives the project's cards that write the tags their project tags: `masterTags` are those "written as `#tag` in
 * content or set directly" (interface.md, `card.masterTags`), whichever came first. Call once the tags are there.
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
    // Setting the tags that it has makes a card look for those that it writes.
    const masterTags = written.some((name) => text.includes(name)) && context.rows.get('card', cardId)?.masterTags;
    if (masterTags) changeCard(context, cardId, { masterTags });
  }
}
