import type { ActionContext } from '../types.ts';

/** Undefined if none is open. A card has at most one open thread of these kinds. */
export function kindOfOpenBlockOrReview({ rows }: ActionContext, cardId: string): 'block' | 'review' | undefined {
  const open = rows.find('resolvable', { cardId, isClosed: false });
  if (open.some((thread) => thread.context === 'block')) return 'block';
  return open.some((thread) => thread.context === 'review') ? 'review' : undefined;
}

/** Stores no person who closed them (rule `status.archive.threads`). */
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
