import { expect, test } from 'vitest';
import { LostRequestsInTransit } from '../../../electron/replica/push/request-window.ts';
import { worldWithSyncedDevice } from '../support.ts';

// `LostRequestsInTransit` must not keep a copy of the stored requests in memory, because a rollback would not revert
// the copy.
test('a lost request whose transaction was rolled back delays no later change', async () => {
  const { world, device } = await worldWithSyncedDevice();
  const { store } = device.replica;
  await device.offline();
  const cardId = store.rows.where('card', `"visibility" = 'default' ORDER BY "cardId"`)[0]?.cardId;
  for (const effort of [3, 5]) device.actOrThrow(['cards/update', { id: cardId, effort }]);
  const [lost, later] = store.outbox.all;
  if (!lost || !later) throw new Error('The changes are not in the outbox');
  const late = new LostRequestsInTransit(store.storedValues);
  const until = world.clock.now() + 60_000;
  const queueAgain = (alsoInTransaction: () => void) => store.setState(lost, 'queued', null, alsoInTransaction);
  const failing = () => {
    late.add(lost, until, world.clock.now());
    throw new Error('The disk is full');
  };
  expect(() => queueAgain(failing)).toThrow('The disk is full');
  expect(late.createWaitCheck(world.clock.now())(later)).toBeUndefined();

  queueAgain(() => late.add(lost, until, world.clock.now()));
  expect(late.createWaitCheck(world.clock.now())(later)).toBe(until);
  expect(new LostRequestsInTransit(store.storedValues).createWaitCheck(world.clock.now())(later)).toBe(until);
  expect(late.createWaitCheck(until)(later)).toBeUndefined();
  await world.close();
});
