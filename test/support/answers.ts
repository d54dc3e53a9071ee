/** Runs queries on a reader and returns complete answers as rows, for comparisons in tests and benchmarks. */
import type { DatabaseReader } from '../../electron/engine/query/reader.ts';
import type { Viewer } from '../../electron/engine/types.ts';
import { packFirstAnswer } from '../../electron/replica/reads/window-watches.ts';
import { unpackAnswer } from '../../shared/bridge/packed.ts';
import type { QueryAnswer } from '../../shared/contract/index.ts';

/** Answers a query once, without watching it. */
export const answerOf = (reader: DatabaseReader, query: unknown, viewer: Viewer): QueryAnswer =>
  JSON.parse(reader.answerText(query, viewer)) as QueryAnswer;

/**
 * Returns the first answer of a watched query after packing and unpacking it, as a window gets it. Needs a replica's
 * reader.
 */
export const liveAnswerOf = (reader: DatabaseReader, query: unknown, viewer: Viewer): QueryAnswer =>
  unpackAnswer(packFirstAnswer(reader.live(query, viewer)));
