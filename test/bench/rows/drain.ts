/**
 * Measures the time per change of sending changes that were made offline, for 500 and for 2,000 changes. The time must
 * not grow with their number. The service's own time is left out.
 */
import { openSyncedReplica } from '../support/replica.ts';
import type { BenchResult, BenchRow } from '../support/row.ts';

const [few, many] = [500, 2000];
const rounds = 3;

type Step = readonly [action: string, params: Readonly<Record<string, unknown>>];
type Kind = (cardIds: readonly string[], deckId: string) => (index: number) => Step;

const kinds: Readonly<Record<string, Kind>> = {
  texts: (cardIds) => (index) => ['cards/update', { id: cardIds[index], content: `Rewritten ${index}` }],
  'new cards': (_, deckId) => (index) => ['cards/create', { deckId, content: `New ${index}` }],
  // The service refuses the first one, so that all others pass a change that waits for the person.
  'new cards after a refused one': (_, deckId) => (index) => [
    'cards/create',
    { deckId, content: `New ${index}`, ...(index === 0 ? { assigneeId: 'nobody' } : {}) },
  ],
  moves: (cardIds) => (index) => [
    'cardOrders/addAfter',
    { context: 'deck', cardIds: [cardIds[index]], targetId: null, label: null },
  ],
};

/** Returns the time per change in ms. */
async function drain(count: number, kind: Kind): Promise<number> {
  const bench = await openSyncedReplica(many + 1000);
  const { replica } = bench;
  const deckId = replica.store.rows.where('deck', `"deckType" = 'task' AND "isDeleted" = 0 ORDER BY "id"`)[0]?.id ?? '';
  const cardIds = replica.store.rows
    .where('card', `"visibility" = 'default' AND "isDoc" IS NOT 1 ORDER BY "accountSeq"`)
    .map(({ cardId }) => cardId);
  const step = kind(cardIds, deckId);
  bench.connected = false;
  for (let index = 0; index < count; index += 1) {
    const [action, params] = step(index);
    const acted = replica.act({ label: 'Bench', steps: [{ action, params }] });
    if (!acted.ok) throw new Error(acted.failure.message);
  }
  bench.connected = true;
  replica.sync.refresh();
  const servedBefore = bench.traffic.servedMs;
  const began = process.threadCpuUsage();
  await replica.sync.idle();
  const { user, system } = process.threadCpuUsage(began);
  const servedMs = bench.traffic.servedMs - servedBefore;
  const left = replica.operations().filter(({ state }) => state !== 'rejected').length;
  await bench.close();
  if (left > 0) throw new Error(`${left} of ${count} changes were not sent`);
  return ((user + system) / 1000 - servedMs) / count;
}

async function measure(): Promise<BenchResult> {
  const ratios: { kind: string; few: number; many: number }[] = [];
  for (const [kind, steps] of Object.entries(kinds)) {
    // The least of several rounds is the one that the rest of the machine disturbed least.
    const least = { few: Number.POSITIVE_INFINITY, many: Number.POSITIVE_INFINITY };
    for (let round = 0; round < rounds; round += 1) {
      least.few = Math.min(least.few, await drain(few, steps));
      least.many = Math.min(least.many, await drain(many, steps));
    }
    ratios.push({ kind, ...least });
  }
  const worst = ratios.toSorted((a, b) => b.many / b.few - a.many / a.few)[0] as (typeof ratios)[number];
  return {
    median: worst.many,
    p95: worst.many,
    baseline: { what: `each of ${few} ${worst.kind}`, median: worst.few, p95: worst.few },
    note: ratios
      .map(({ kind, ...each }) => `${kind}: ${each.few.toFixed(2)} and ${each.many.toFixed(2)} ms`)
      .join('; '),
  };
}

export const { name, budget, run }: BenchRow = { name: 'drain', budget: { ratio: 1.3 }, run: measure };
