import { expect, test } from 'vitest';
import { WorkerThreadSupervisor, type WorkerThreadsState } from '../../electron/workspace/supervisor.ts';
import { ManualClock } from '../faults/clock.ts';

test('a start that throws fails with a message, and the next one is tried', async () => {
  let error: Error | undefined = new Error('no folder');
  const states: WorkerThreadsState[] = [];
  const supervisor = new WorkerThreadSupervisor({
    clock: new ManualClock(),
    start: async () => {
      if (error) throw error;
      return { ok: false, failure: { kind: 'defect', message: 'tried again' } };
    },
    onChange: (state) => states.push(state),
  });
  expect(await supervisor.ensureRunning()).toMatchObject({ ok: false, failure: { message: 'no folder' } });
  error = undefined;
  expect(await supervisor.ensureRunning()).toMatchObject({ ok: false, failure: { message: 'tried again' } });
  expect(states).toEqual([]);
});
