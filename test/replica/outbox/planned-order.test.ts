/** Checks that cards stand where a run plan shows them, before and after it is sent to a service that others use, too. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type CardRow,
  cardsQuery,
  type LoadedCards,
  loadedCardsOf,
  manualPositionOf,
  queriedCardsOf,
} from '../../../renderer/model/card-row.ts';
import { columnKeyOf } from '../../../renderer/model/column.ts';
import { resolveDrop } from '../../../renderer/model/drop-action.ts';
import { sortCards } from '../../../renderer/model/ordering.ts';
import { loadedCardsWithPlan } from '../../../renderer/model/planning/cards-with-plan.ts';
import { hasPlannedChanges, stepsToSendPlan, unsentCardPlans } from '../../../renderer/model/planning/plan-sending.ts';
import { addChangesToRunPlan, addPositionsToRunPlan, type RunPlan } from '../../../shared/domain/run-plan.ts';
import { type World, type WorldReplica, worldWithSyncedDevice } from '../support.ts';

let world: World;
let device: WorldReplica;
/** Two runs whose ranks are alike, and cards in them and outside. */
let runs: readonly string[];
let cards: readonly string[];
const zones = [null, 'Doing'] as const;

beforeAll(async () => {
  ({ world, device } = await worldWithSyncedDevice());
  const { rows } = device.replica.store;
  const open = rows.where('sprint', `"completedAt" IS NULL ORDER BY "startDate" DESC, "id" LIMIT 2`);
  runs = open.map(({ id }) => String(id));
  for (const id of runs) await world.dispatch('sprints/updateSprint', { id, manualOrderLabels: ['Doing'] } as never);
  const found = rows.where(
    'card',
    `"visibility" = 'default' AND "status" = 'not_started' AND NOT "isDoc" AND "derivedStatus" IN ('assigned', 'unassigned')
     ORDER BY "cardId" LIMIT 14`,
  );
  cards = found.map(({ cardId }) => String(cardId));
  for (const id of rows.where('card', `"sprintId" IN (SELECT value FROM json_each('${JSON.stringify(runs)}'))`))
    await world.dispatch('cards/update', { id: id.cardId, sprintId: null } as never);
});
afterAll(() => world.close());

const read = (where: Record<string, unknown>): LoadedCards =>
  loadedCardsOf(device.read(cardsQuery(where as never, 'sprint')) as never, 'sprint');
/** The cards of the board of the two runs, and those of the plan wherever they are. */
const cardsOfBoard = () => read({ sprintId: { op: 'in', value: runs } });
const cardsOfPlan = () => read({ cardId: { op: 'in', value: cards }, visibility: ['default', 'archived', 'deleted'] });
const shownWith = (plan: RunPlan) => loadedCardsWithPlan(cardsOfBoard(), plan, cardsOfPlan(), runs);
const orderIn = (loaded: LoadedCards, run: string | undefined): string[] =>
  sortCards(
    queriedCardsOf(loaded).filter(({ sprintId }) => sprintId === run),
    'manual',
    loaded,
    zones,
  ).map(({ cardId }) => cardId);
const ordersIn = (loaded: LoadedCards) => runs.map((run) => orderIn(loaded, run));

/** Plans the drop of a card between two cards of a run, as the board does. */
function planWithDrop(plan: RunPlan, cardId: string, run: string, index: number): RunPlan {
  const shown = shownWith(plan);
  const row = (id: string) => (shown.ids.includes(id) ? shown.rows[id] : cardsOfPlan().rows[id]);
  const card = row(cardId) as CardRow;
  const ids = orderIn(shown, run).filter((id) => id !== cardId);
  const at = index % (ids.length + 1);
  const columnOf = (id: string | null) =>
    ({ key: columnKeyOf('run', id), title: 'Run', by: 'run', value: id }) as const;
  const [afterCardId, beforeCardId] = [ids[at - 1] ?? null, ids[at] ?? null];
  const outcome = resolveDrop(
    { cards: [card], to: columnOf(run), from: columnOf(card.sprintId), afterCardId, beforeCardId },
    {
      sort: 'manual',
      orderKind: 'sprint',
      manualPositionOf: (id) => manualPositionOf(shown, id),
      cardOf: row,
      deckTypeOf: () => 'task',
      me: null,
    },
  );
  if (outcome.kind !== 'act') return plan;
  let next = plan;
  for (const { action, params } of outcome.steps)
    next =
      action === 'cards/update'
        ? addChangesToRunPlan(next, [card], { sprintId: params.sprintId as string })
        : addPositionsToRunPlan(next, [{ ...card, sprintId: run as never }], {
            side: action === 'cardOrders/addAfter' ? 'after' : 'before',
            targetId: params.targetId as string | null,
            label: params.label as string | null,
          });
  const dropped = orderIn(shownWith(next), run);
  const place = dropped.indexOf(cardId);
  expect([dropped[place - 1] ?? null, dropped[place + 1] ?? null]).toEqual([afterCardId, beforeCardId]);
  return next;
}

/** Others change a card on the service. Refusals, such as of a target in another run, change nothing. */
async function changeByOthers(cardId: string, run: string | null, beside: string | null, label: string | null) {
  await world.dispatch('cards/update', { id: cardId, sprintId: run } as never);
  if (run === null || beside === '') return;
  const place = { cardIds: [cardId], targetId: beside, context: 'sprint', label };
  await world.dispatch('cardOrders/addAfter', place as never).catch(() => undefined);
}

test('a plan shows each card where it was dropped, and sending it makes the order that it shows', async () => {
  const card = fc.nat(cards.length - 1);
  const change = fc.record({
    card,
    run: fc.option(fc.nat(1)),
    beside: fc.constantFrom('', null, 'card'),
    target: card,
    label: fc.constantFrom(...zones),
  });
  const drop = fc.record({ card, run: fc.nat(1), index: fc.nat(20) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 10 }),
      fc.array(drop, { minLength: 1, maxLength: 8 }),
      fc.array(change, { maxLength: 3 }),
      async (before, drops, meanwhile) => {
        const perform = async (changes: typeof before) => {
          for (const { card: at, run, beside, target, label } of changes)
            await changeByOthers(
              cards[at] as string,
              run === null ? null : (runs[run] as string),
              beside === 'card' ? (cards[target] as string) : beside,
              label,
            );
          await device.online();
        };
        // Without this, the cards of an earlier run of the property would all have positions.
        for (const { cardId, sprintId } of Object.values(cardsOfPlan().rows))
          if (sprintId) await changeByOthers(cardId, null, null, null);
        await perform(before);
        let plan: RunPlan = {};
        for (const { card: at, run, index } of drops)
          plan = planWithDrop(plan, cards[at] as string, runs[run] as string, index);
        const planned = new Set(Object.keys(plan));
        await perform(meanwhile.filter(({ card: at }) => !planned.has(cards[at] as string)));
        const shown = ordersIn(shownWith(plan));
        const all = read({
          $or: [
            { cardId: { op: 'in', value: cards }, visibility: ['default', 'archived', 'deleted'] },
            { sprintId: { op: 'in', value: runs } },
          ],
        });
        const entries = unsentCardPlans(plan, all.rows, {}, () => false).filter(hasPlannedChanges);
        const steps = stepsToSendPlan(entries, plan, all);
        if (steps.length > 0)
          device.actOrThrow(...steps.map(({ action, params }): [string, Record<string, unknown>] => [action, params]));
        expect(ordersIn(cardsOfBoard())).toEqual(shown);
        await device.online();
        expect(device.replica.operations()).toEqual([]);
        expect(ordersIn(cardsOfBoard())).toEqual(shown);
      },
    ),
    { numRuns: 12 },
  );
}, 60_000);
