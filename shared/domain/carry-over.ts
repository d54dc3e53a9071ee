/** Rule `runs.move-on-finish`. */
import type { moveOnFinishKinds } from '../contract/index.ts';

export type UnfinishedCardKind = (typeof moveOnFinishKinds)[number];

/**
 * As `moveOnFinish` of the Run Config names it. Undefined for a card that always stays in its run: an archived or
 * deleted card, a document, or a done card without an open thread.
 */
export function unfinishedCardKind(card: {
  readonly visibility: string;
  readonly isDoc: boolean | null;
  readonly status: string;
  readonly openThread: 'block' | 'review' | undefined;
}): UnfinishedCardKind | undefined {
  if (card.visibility !== 'default' || card.isDoc) return undefined;
  if (card.openThread) return card.openThread === 'block' ? 'blocked' : 'review';
  return card.status === 'done' ? undefined : 'undone';
}
