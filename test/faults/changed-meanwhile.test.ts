/**
 * Tests a lost answer: an action creates a row, the answer gets lost, and the row changes before the app searches for
 * the row. The app must still recognise the row (electron/replica/push/lost-request-matchers.ts). Otherwise the app
 * creates the row twice.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replicaDifferences } from '../replica/comparison.ts';
import { type World, type WorldReplica, worldWithSyncedDevice } from '../replica/support.ts';

let world: World;
let device: WorldReplica;
beforeAll(async () => {
  ({ world, device } = await worldWithSyncedDevice());
});
afterAll(() => world.close());

const rows = () => device.replica.store.rows;
const deck = () => rows().where('deck', `"deckType" = 'task' AND "isDeleted" = 0 ORDER BY "id"`)[0];
const card = () =>
  rows().where(
    'card',
    `"visibility" = 'default' AND "derivedStatus" IN ('assigned', 'unassigned') ORDER BY "cardId"`,
  )[0];
const thread = () => rows().where('resolvable', '"isClosed" = 0 ORDER BY "id"')[0];

interface CreatingAction {
  readonly params: (text: string) => Record<string, unknown>;
  readonly model: 'card' | 'deck' | 'milestone' | 'resolvable' | 'resolvableEntry';
  /** Returns the action and params by which another computer changes the created row. */
  readonly change: (id: string, text: string) => [string, Record<string, unknown>];
  /**
   * Whether the app can still identify the row after the change, by its first text or its creation time. If not, the
   * app asks the person.
   */
  readonly isCertain: boolean;
}

const firstEntry = (resolvableId: string) =>
  world.service.engine.rows.find('resolvableEntry', { resolvableId: resolvableId as never })[0]?.entryId;

const creatingActions: Record<string, CreatingAction> = {
  'cards/create': {
    params: (content) => ({ content, deckId: deck()?.id }),
    model: 'card',
    change: (id, content) => ['cards/update', { id, content }],
    isCertain: true,
  },
  'cards/createMany': {
    params: (content) => ({ cards: [{ content }, { content: `${content} too` }], deckId: deck()?.id }),
    model: 'card',
    change: (id, content) => ['cards/update', { id, content }],
    isCertain: true,
  },
  'cards/copy': {
    params: () => ({ ids: [card()?.cardId], props: [], target: deck()?.id }),
    model: 'card',
    change: (id, content) => ['cards/update', { id, content }],
    isCertain: true,
  },
  'decks/create': {
    params: (title) => ({ title, projectId: deck()?.projectId }),
    model: 'deck',
    change: (id, title) => ['decks/update', { id, title }],
    isCertain: false,
  },
  'milestones/create': {
    params: (name) => ({
      accountId: world.service.accountId,
      name,
      color: 'blue',
      date: '2026-09-01',
      isGlobal: true,
      projectIds: null,
    }),
    model: 'milestone',
    change: (id, name) => ['milestones/update', { id, name, date: '2026-10-01' }],
    isCertain: false,
  },
  'resolvables/create': {
    params: (content) => ({ cardId: card()?.cardId, context: 'comment', content }),
    model: 'resolvable',
    change: (id, content) => ['resolvables/updateComment', { entryId: firstEntry(id), content }],
    isCertain: true,
  },
  'resolvables/comment': {
    params: (content) => ({ resolvableId: thread()?.id, content }),
    model: 'resolvableEntry',
    change: (entryId, content) => ['resolvables/updateComment', { entryId, content }],
    isCertain: true,
  },
};

let unique = 0;
const keyOf = (model: CreatingAction['model']) =>
  model === 'card' ? 'cardId' : model === 'resolvableEntry' ? 'entryId' : 'id';
const idsThere = (model: CreatingAction['model']) =>
  new Set(
    world.service.engine.rows.find(model, {}).map((row) => String((row as Record<string, unknown>)[keyOf(model)])),
  );

interface Meanwhile {
  readonly arrived: boolean;
  readonly changed: boolean;
  /**
   * True if the same person also performs the action on another computer. This creates a row with another text, or, if
   * the action copies a card, an equal copy.
   */
  readonly alike: boolean;
}

async function loseAnswerThenChange(
  action: string,
  { arrived, changed, alike }: Meanwhile,
): Promise<{ sent: number; sentBefore: number; kind: CreatingAction }> {
  const kind = creatingActions[action] as CreatingAction;
  unique += 1;
  const text = `Unique ${unique}`;
  let isFirst = true;
  device.network.fault = (path) => {
    if (!isFirst || path !== `/dispatch/${action}`) return isFirst ? undefined : 'unreachable';
    isFirst = false;
    return arrived ? 'dropAfter' : 'dropBefore';
  };
  const before = idsThere(kind.model);
  const sentBefore = device.network.carriedOut(action).length;
  device.actOrThrow([action, kind.params(text)]);
  await device.idle();
  const [made] = [...idsThere(kind.model)].filter((id) => !before.has(id));
  if (made && changed) await world.dispatch(...(kind.change(made, `Changed ${unique}`) as [never, never]));
  if (alike) await world.dispatch(action as 'decks/create', kind.params(`Alike ${unique}`) as never);
  await world.clock.advance(10 * 60_000);
  await device.idle();
  device.network.fault = () => undefined;
  for (let minute = 0; minute < 3; minute += 1) {
    await world.clock.advance(60_000);
    await device.idle();
  }
  return { sent: device.network.carriedOut(action).length - sentBefore, sentBefore, kind };
}

describe.each(Object.keys(creatingActions))('%s', (action) => {
  test('is never carried out twice, and the person is asked only if nothing can decide', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ arrived: fc.boolean(), changed: fc.boolean(), alike: fc.boolean() }),
        async (meanwhile) => {
          const { sent, sentBefore, kind } = await loseAnswerThenChange(action, meanwhile);
          const [operation] = device.replica.operations();
          const { arrived, changed, alike } = meanwhile;
          if (operation) {
            expect(operation).toMatchObject({ state: 'uncertain', failure: { code: 'ambiguous' } });
            expect(sent).toBe(arrived ? 1 : 0);
            expect(kind.isCertain && !(action === 'cards/copy' && alike)).toBe(false);
            // The app is allowed to ask the person only if there is a row that could be the created row.
            expect((arrived && changed) || alike).toBe(true);
            // Decide in the person's place: if the created row is among the candidates, choose it. Otherwise discard
            // the operation.
            const { failure } = operation;
            const candidates = failure?.kind === 'conflict' ? (failure.candidates ?? []) : [];
            const made = candidates.find(({ name }) => name === `Changed ${unique}`);
            expect(made !== undefined).toBe(arrived && changed && action !== 'cards/copy');
            if (made) device.replica.resolveWithCreatedRow(operation.id, made.id);
            else device.replica.discard(operation.id);
            await device.idle();
            expect(device.replica.operations()).toEqual([]);
            if (made) expect(device.network.carriedOut(action).length - sentBefore).toBe(1);
            await world.clock.advance(61_000);
            await device.idle();
          }
          // If another computer has made an equal copy, the app may take it for the lost copy and send nothing.
          else if (action !== 'cards/copy' || !alike || arrived) expect(sent).toBe(1);
          expect(replicaDifferences(device.replica, world.service, world.userId)).toEqual([]);
        },
      ),
      { numRuns: 8, seed: 20, examples: [[{ arrived: true, changed: true, alike: false }]] },
    );
  });
});
