/** Runs queries on a database reader, and returns the answers as rows that tests and benchmarks can compare. */
import type { DatabaseReader } from '../../electron/engine/query/reader.ts';
import type { Viewer } from '../../electron/engine/types.ts';
import { packCompleteAnswer } from '../../electron/replica/reads/window-watches.ts';
import { unpackAnswer } from '../../shared/bridge/packed.ts';
import type { QueryAnswer } from '../../shared/contract/index.ts';

/** Answers a query once, without watching it. */
export const answerOf = (reader: DatabaseReader, query: unknown, viewer: Viewer): QueryAnswer =>
  JSON.parse(reader.answerText(query, viewer)) as QueryAnswer;

/**
 * Watches a query and returns its first answer, packed and unpacked again as if it were sent to a window. The reader
 * must belong to a replica.
 */
export const liveAnswerOf = (reader: DatabaseReader, query: unknown, viewer: Viewer): QueryAnswer =>
  unpackAnswer(packCompleteAnswer(reader.live(query, viewer)));
