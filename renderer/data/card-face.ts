/** The fields and a query for the short form of a card in links, lists and history: code, title and status. */
import { queryForAccount, selectRelated } from '../../shared/contract/index.ts';

export const cardFaceFields = ['accountSeq', 'title', 'derivedStatus', 'status', 'visibility', 'isDoc'] as const;

/** Returns the query for cards with these numbers (`accountSeq`), which short codes encode. */
export const cardsByAccountSeqQuery = (seqs: readonly number[]) =>
  queryForAccount([selectRelated('cards', { accountSeq: { op: 'in', value: seqs } }, cardFaceFields)]);
