/**
 * Measures the time per change of sending changes that were made offline, for 50 and for 150 changes. The time must
 * grow neither with their number nor with reads that are answered meanwhile. The service's own time is left out.
 */
import { type BenchReplica, openSyncedReplica } from '../support/replica.ts';
import type { BenchResult, BenchRow } from '../support/row.ts';

const [few, many] = [50, 150];
const rounds = 1;
/** With `reads`, a poll begins beside each of these changes: a window polls every 3 s, and a request takes some 100 ms. */
const changesPerRead = 25;
const maxRatio = 1.3;

type Step = readonly [action: string, params: Readonly<Record<string, unknown>>];
type Kind = (cardIds: readonly string[], deckId: string) => (index: number) => Step;

let titles = 0;
const kinds: Readonly<Record<string, Kind>> = {
  texts: (cardIds) => (index) => ['cards/update', { id: cardIds[index], content: `Rewritten ${++titles}` }],
  'new cards': (_, deckId) => () => ['cards/create', { deckId, content: `New ${++titles}` }],
  // The service refuses the first one, so that all others pass a change that waits for the person.
  'new cards after a refused one': (_, deckId) => (index) => [
    'cards/create',
    { deckId, content: `New ${++titles}`, ...(index === 0 ? { assigneeId: 'nobody' } : {}) },
  ],
  moves: (cardIds) => (index) => [
    'cardOrders/addAfter',
    { context: 'deck', cardIds: [cardIds[index]], targetId: null, label: null },
  ],
};

/** Returns the time per change in ms. */
async function drain(bench: BenchReplica, count: number, kind: Kind, reads = false): Promise<number> {
  const { replica } = bench;
  const { rows, outbox } = replica.store;
  const deckId = rows.where('deck', `"deckType" = 'task' AND "isDeleted" = 0 ORDER BY "id"`)[0]?.id ?? '';
  const cardIds = rows
    .where('card', `"visibility" = 'default' AND "isDoc" IS NOT 1 ORDER BY "accountSeq" LIMIT ${many}`)
    .map(({ cardId }) => cardId);
  const step = kind(cardIds, deckId);
  bench.connected = false;
  for (let index = 0; index < count; index += 1) {
    const [action, params] = step(index);
    const acted = replica.act({ label: 'Bench', steps: [{ action, params }] });
    if (!acted.ok) throw new Error(acted.failure.message);
  }
  await replica.sync.idle();
  bench.connected = true;
  let sent = 0;
  bench.onRequest = (path) => {
    if (!path.startsWith('/dispatch/')) return undefined;
    sent += 1;
    if (reads && sent % changesPerRead === 0) void replica.sync.puller.deltaPoll();
    return undefined;
  };
  replica.sync.refresh();
  const servedBefore = bench.traffic.servedMs;
  const began = process.threadCpuUsage();
  await replica.sync.idle();
  const { user, system } = process.threadCpuUsage(began);
  const servedMs = bench.traffic.servedMs - servedBefore;
  bench.onRequest = undefined;
  const left = outbox.all.filter(({ state }) => state !== 'rejected').length;
  for (const { id } of [...outbox.all]) replica.discard(id);
  await replica.sync.idle();
  if (left > 0) throw new Error(`${left} of ${count} changes were not sent`);
  return ((user + system) / 1000 - servedMs) / count;
}

async function measure(): Promise<BenchResult> {
  const costs: { kind: string; few: number; many: number; reads: number }[] = [];
  for (const [kind, steps] of Object.entries(kinds)) {
    const bench = await openSyncedReplica(many + 1000);
    await drain(bench, few, steps);
    // The least of several rounds is the one that the rest of the machine disturbed least.
    const least = { few: Number.POSITIVE_INFINITY, many: Number.POSITIVE_INFINITY, reads: Number.POSITIVE_INFINITY };
    for (let round = 0; round < rounds; round += 1) {
      least.few = Math.min(least.few, await drain(bench, few, steps), await drain(bench, few, steps));
      least.many = Math.min(least.many, await drain(bench, many, steps));
      least.reads = Math.min(least.reads, await drain(bench, many, steps, true));
    }
    await bench.close();
    costs.push({ kind, ...least });
  }
  const worst = costs.toSorted((a, b) => b.many / b.few - a.many / a.few)[0] as (typeof costs)[number];
  return {
    median: worst.many,
    p95: worst.many,
    baseline: { what: `each of ${few} ${worst.kind}`, median: worst.few, p95: worst.few },
    limits: costs.map((cost) => ({
      what: `${cost.kind} beside reads, times alone`,
      value: cost.reads / cost.many,
      max: maxRatio,
    })),
    note: costs
      .map(
        (cost) =>
          `${cost.kind}: ${cost.few.toFixed(2)}, ${cost.many.toFixed(2)}, beside reads ${cost.reads.toFixed(2)} ms`,
      )
      .join('; '),
  };
}

export const { name, budget, run }: BenchRow = { name: 'drain', budget: { ratio: maxRatio }, run: measure };
