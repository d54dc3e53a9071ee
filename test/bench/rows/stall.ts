/**
 * Measures the time from an action of a person until its request is on the wire, while a background read hangs, and
 * while the search for a lost answer hangs.
 */
import { statsOf } from '../support/measure.ts';
import { openSyncedReplica } from '../support/replica.ts';
import type { BenchResult, BenchRow } from '../support/row.ts';

const cards = 5_000;
const acts = 100;

async function measure(): Promise<BenchResult> {
  const times = { read: [] as number[], search: [] as number[] };
  const processorMs: number[] = [];
  for (const hung of ['read', 'search'] as const) {
    const bench = await openSyncedReplica(cards);
    const { replica } = bench;
    const cardIds = replica.store.rows
      .where('card', `"visibility" = 'default' AND "isDoc" IS NOT 1 ORDER BY "accountSeq" LIMIT ${acts}`)
      .map(({ cardId }) => cardId);
    const deckId = replica.store.rows.where('deck', `"deckType" = 'task' AND "isDeleted" = 0`)[0]?.id ?? '';
    const act = (action: string, params: Readonly<Record<string, unknown>>) => {
      const acted = replica.act({ label: 'Bench', steps: [{ action, params }] });
      if (!acted.ok) throw new Error(acted.failure.message);
    };
    const { promise: hang, resolve: release } = Promise.withResolvers<void>();
    const { promise: hangs, resolve: nowHangs } = Promise.withResolvers<void>();
    let isHung = false;
    let sent: () => void = () => undefined;
    bench.onRequest = (path) => {
      if (path.startsWith('/dispatch/')) sent();
      else if (!isHung) {
        isHung = true;
        nowHangs();
        return hang;
      }
      return undefined;
    };
    if (hung === 'search') {
      bench.loseNextAnswer = true;
      act('cards/create', { deckId, content: 'Lost' });
      while (bench.loseNextAnswer) await new Promise(setImmediate);
      replica.syncNow();
    } else replica.sync.refresh();
    await hangs;
    for (const [index, id] of cardIds.entries()) {
      const onTheWire = new Promise<void>((resolve) => {
        sent = resolve;
      });
      const began = performance.now();
      const spent = process.threadCpuUsage();
      act('cards/update', { id, effort: index % 13 });
      await onTheWire;
      times[hung].push(performance.now() - began);
      const { user, system } = process.threadCpuUsage(spent);
      processorMs.push((user + system) / 1000);
      await new Promise(setImmediate);
    }
    release();
    await bench.close();
  }
  return {
    ...statsOf([...times.read, ...times.search]),
    besides: [
      ...Object.entries(times).map(([hung, ms]) => ({ what: `while a ${hung} hangs`, ...statsOf(ms) })),
      // Other programs that take the processor make the time above longer, but not this one.
      { what: 'processor time of both', ...statsOf(processorMs) },
    ],
    note: `${acts} changes each, ${cards} cards`,
  };
}

export const { name, budget, run }: BenchRow = { name: 'stall', budget: { p95: 50 }, run: measure };
