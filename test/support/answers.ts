/** Reads whole answers of a query as rows. Tests and benchmarks compare them. */
import type { Reader } from '../../electron/engine/query/reader.ts';
import type { Viewer } from '../../electron/engine/types.ts';
import { openingText } from '../../electron/replica/reads/subscriptions.ts';
import { unpackAnswer } from '../../shared/bridge/packed.ts';
import type { QueryAnswer } from '../../shared/contract/index.ts';

/** The answer of a single read, as programs and windows get it. */
export const answerOf = (reader: Reader, query: unknown, viewer: Viewer): QueryAnswer =>
  JSON.parse(reader.answerText(query, viewer)) as QueryAnswer;

/** The answer of a watched query, as a window gets it first. For readers of replicas only. */
export const liveAnswerOf = (reader: Reader, query: unknown, viewer: Viewer): QueryAnswer =>
  unpackAnswer(openingText(reader.live(query, viewer)));
