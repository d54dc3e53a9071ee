/** Which cards of a run move to the next one when it ends (rule `runs.move-on-finish`), for the service and its previews. */
import type { moveOnFinishKinds } from '../contract/index.ts';

export type LeftoverKind = (typeof moveOnFinishKinds)[number];

/**
 * The name that `moveOnFinish` has for an unfinished card; undefined for a card that always stays: an archived or
 * deleted one, a document, or a done one without an open block or review.
 */
export function leftoverKind(card: {
  readonly visibility: string;
  readonly isDoc: boolean | null;
  readonly status: string;
  readonly openThread: 'block' | 'review' | undefined;
}): LeftoverKind | undefined {
  if (card.visibility !== 'default' || card.isDoc) return undefined;
  if (card.openThread) return card.openThread === 'block' ? 'blocked' : 'review';
  return card.status === 'done' ? undefined : 'undone';
}
