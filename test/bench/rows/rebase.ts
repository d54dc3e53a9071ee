/**
 * Measures the time to store 3,000 rows from the service while 500 operations wait in the outbox. The replica must
 * perform these operations again on top of the new rows. Compares it with storing the same rows while the outbox is
 * empty.
 */
import type { StorableAnswer } from '../../../electron/replica/outbox/optimistic-store.ts';
import { statsOf } from '../support/measure.ts';
import { openSyncedReplica } from '../support/replica.ts';
import type { BenchResult, BenchRow } from '../support/row.ts';

const pending = 500;
const pulled = 3000;
const rounds = 7;

async function measure(): Promise<BenchResult> {
  const bench = await openSyncedReplica(8000);
  const { store } = bench.replica;
  const cards = store.rows.where(
    'card',
    `"visibility" = 'default' AND "isDoc" IS NOT 1 ORDER BY "accountSeq" LIMIT ${pulled}`,
  );
  /** Makes the answer that the service would send after another user has changed every card. */
  const read = (round: number): StorableAnswer => ({
    answer: {
      card: Object.fromEntries(
        cards.map((card, index) => [
          card.cardId,
          { ...card, effort: (index + round) % 13, version: card.version + round },
        ]),
      ),
    },
    lists: [],
    rowSets: new Set(),
    startedAt: store.nextStamp(),
  });
  const applied = (from: number) =>
    Array.from({ length: rounds }, (_, index) => {
      const next = read(from + index);
      const began = process.threadCpuUsage();
      store.applyRead(next);
      const { user, system } = process.threadCpuUsage(began);
      return (user + system) / 1000;
    });
  const plain = applied(1);
  bench.connected = false;
  for (let index = 0; index < pending; index += 1) {
    const card = cards[index * 5];
    const params = index % 3 === 0 ? { content: `Rewritten ${index}` } : { priority: 'abc'[index % 3] };
    bench.replica.act({ label: 'Bench', steps: [{ action: 'cards/update', params: { id: card?.cardId, ...params } }] });
  }
  const rebased = applied(100);
  const waiting = bench.replica.operations().length;
  await bench.close();
  if (waiting !== pending) throw new Error(`${waiting} operations instead of ${pending}`);
  return {
    ...statsOf(rebased),
    baseline: { what: 'the pull alone', ...statsOf(plain) },
    note: `${pending} pending operations, ${pulled} pulled rows`,
  };
}

export const { name, budget, run }: BenchRow = { name: 'rebase', budget: { p95: 1000 }, run: measure };
