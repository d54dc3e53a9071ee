import type { UnfinishedCardKind } from '../../../shared/domain/carry-over.ts';

export const unfinishedCardLabels: Readonly<Record<UnfinishedCardKind, string>> = {
  undone: 'Not done',
  review: 'In review',
  blocked: 'Blocked',
};
