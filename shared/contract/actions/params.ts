import { id, int32, nullable } from '../type.ts';

export const cardId = id('card');
export const userId = id('user');
export const dayOrNull = nullable({ kind: 'day' } as const);
export const accountSeqAnswer = { accountSeq: int32 };
