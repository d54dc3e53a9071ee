/** The short form of a card in links, lists and history: code, title and status. */
import { queryForAccount, selectRelated } from '../../shared/contract/index.ts';

export const cardFaceFields = ['accountSeq', 'title', 'derivedStatus', 'status', 'visibility', 'isDoc'] as const;

/** Short codes encode these numbers. */
export const cardsByAccountSeqQuery = (seqs: readonly number[]) =>
  queryForAccount([selectRelated('cards', { accountSeq: { op: 'in', value: seqs } }, cardFaceFields)]);
