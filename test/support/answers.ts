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
 * Watches a query and returns the first answer, packed and unpacked as on its way to a window. The reader must be that
 * of a replica.
 */
export const liveAnswerOf = (reader: DatabaseReader, query: unknown, viewer: Viewer): QueryAnswer =>
  unpackAnswer(packCompleteAnswer(reader.live(query, viewer)));
