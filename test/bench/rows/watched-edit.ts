/**
 * Measures the processor time from a change of one card until its patch is ready, while a window watches a deck of
 * 5,000 cards, the counts of all decks, a Hand and an inbox. Compares it with answering the deck's whole query again.
 */
import { cardsQuery } from '../../../renderer/model/card-row.ts';
import { openThreadsQueryForUser } from '../../../renderer/model/open-threads.ts';
import { statsOf } from '../support/measure.ts';
import { openSyncedReplica } from '../support/replica.ts';
import type { BenchResult, BenchRow } from '../support/row.ts';

const cards = 100_000;
const rounds = 200;

async function measure(): Promise<BenchResult> {
  const bench = await openSyncedReplica(cards);
  const { replica } = bench;
  const { db } = replica.store.engine;
  const deckId = db.prepare(`SELECT "id" FROM "deck" WHERE "title" = 'The big deck'`).pluck().get() as string;
  const board = cardsQuery({ deckId, visibility: 'default' }, 'deck');
  replica.watch('1 board', board);
  replica.watch('1 hand', cardsQuery({ queueEntries: { userId: bench.userId } }, null));
  const open = '"visibility":"default","status":{"op":"neq","value":"done"}';
  replica.watch('1 counts', { _root: [{ account: [{ decks: [`count:cards({${open}})`] }] }] });
  replica.watch('1 inbox', openThreadsQueryForUser(bench.userId));
  const ids = db.prepare('SELECT "cardId" FROM "card" WHERE "deckId" = ? ORDER BY n').pluck().all(deckId) as string[];
  const timed = (work: () => void) => {
    const began = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1000;
  };
  // A sample has several edits: one edit takes too little time to measure, because Linux counts processor time in steps
  // of up to 4 ms.
  const editsPerSample = 8;
  const sample = (round: number) =>
    timed(() => {
      for (let edit = 0; edit < editsPerSample; edit += 1) {
        const id = ids[(round * editsPerSample + edit) % ids.length];
        const params = edit % 2 === 0 ? { effort: 100 + round } : { priority: 'abc'[round % 3] };
        replica.act({ label: 'Bench', steps: [{ action: 'cards/update', params: { id, ...params } }] });
      }
    }) / editsPerSample;
  for (let round = 0; round < 5; round += 1) sample(round);
  const times = Array.from({ length: rounds / editsPerSample }, (_, round) => sample(round + 5));
  const anew = Array.from({ length: 5 }, () => timed(() => replica.query(board)));
  await bench.close();
  return {
    ...statsOf(times),
    besides: [{ what: 'answering the deck anew', ...statsOf(anew) }],
    note: `${ids.length} cards in the deck, ${cards} in all`,
  };
}

export const { name, budget, run }: BenchRow = { name: 'watched-edit', budget: { p95: 10 }, run: measure };
