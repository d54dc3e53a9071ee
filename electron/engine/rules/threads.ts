/** Finds a card's open block or review thread, and closes all threads of a card. */
import type { ActionContext } from '../types.ts';

/**
 * Returns the kind of the card's open block or review thread; undefined if no such thread is open. A card has at most
 * one open thread of these kinds.
 */
export function kindOfOpenBlockOrReview({ rows }: ActionContext, cardId: string): 'block' | 'review' | undefined {
  const open = rows.find('resolvable', { cardId, isClosed: false });
  if (open.some((thread) => thread.context === 'block')) return 'block';
  return open.some((thread) => thread.context === 'review') ? 'review' : undefined;
}

/** Closes a card's open threads, without storing a person who closed them (rule `status.archive.threads`). */
export function closeThreads({ rows, at }: ActionContext, cardId: string): void {
  for (const thread of rows.find('resolvable', { cardId, isClosed: false }))
    rows.update('resolvable', thread.id, {
      isClosed: true,
      closedAt: at,
      closedBy: null,
      reopenedAt: null,
      reopenedBy: null,
    });
}
