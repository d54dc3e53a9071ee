/** Labels for the unfinished cards of a run, as settings of Run Configs and the dialog that completes a run show them. */
import type { UnfinishedCardKind } from '../../../shared/domain/carry-over.ts';

export const unfinishedCardLabels: Readonly<Record<UnfinishedCardKind, string>> = {
  undone: 'Not done',
  review: 'In review',
  blocked: 'Blocked',
};
