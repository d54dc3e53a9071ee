/** Answers of a reader as rows, for tests and benchmarks that compare them. */
import type { Reader } from '../../electron/engine/query/reader.ts';
import type { Viewer } from '../../electron/engine/types.ts';
import { openingText } from '../../electron/replica/reads/subscriptions.ts';
import { unpackAnswer } from '../../shared/bridge/packed.ts';
import type { QueryAnswer } from '../../shared/contract/index.ts';

/** As a program or a window reads it once. */
export const answerOf = (reader: Reader, query: unknown, viewer: Viewer): QueryAnswer =>
  JSON.parse(reader.answerText(query, viewer)) as QueryAnswer;

/** As a window that watches it reads it. Of replicas only. */
export const liveAnswerOf = (reader: Reader, query: unknown, viewer: Viewer): QueryAnswer =>
  unpackAnswer(openingText(reader.live(query, viewer)));
