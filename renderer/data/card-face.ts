/** Queries for the short form of a card in links, lists and history: code, title and status. */
import { query, under } from '../../shared/contract/index.ts';

export const cardFace = ['accountSeq', 'title', 'derivedStatus', 'status', 'visibility', 'isDoc'] as const;

/** Cards by their `accountSeq`, the number that a short code encodes. */
export const cardsBySeqQuery = (seqs: readonly number[]) =>
  query({ _root: [{ account: [under('cards', { accountSeq: { op: 'in', value: seqs } }, cardFace)] }] });
