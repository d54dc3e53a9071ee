/** What a card is recognised by where it is only mentioned: its code, title and state. */
import { query, under } from '../../shared/contract/index.ts';

export const cardFace = ['accountSeq', 'title', 'derivedStatus', 'status', 'visibility', 'isDoc'] as const;

/** Cards by the numbers that short codes stand for. */
export const cardsBySeqQuery = (seqs: readonly number[]) =>
  query({ _root: [{ account: [under('cards', { accountSeq: { op: 'in', value: seqs } }, cardFace)] }] });
