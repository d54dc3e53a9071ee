import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actionNames } from '../../../shared/contract/index.ts';
import { playWalk } from '../../faults/walk.ts';
import { invariantViolations } from '../../support/invariants.ts';
import { performableActions, performStep, randomSteps } from '../../support/random-actions.ts';
import { createWorkspace } from '../../support/workspace.ts';

test('All invariants hold after random actions in random order', () => {
  fc.assert(
    fc.property(randomSteps(30), (sequence) => {
      const workspace = createWorkspace();
      for (const step of sequence) {
        performStep(workspace, step);
        expect(invariantViolations(workspace.engine), `after ${JSON.stringify(step)}`).toEqual([]);
      }
      workspace.db.close();
    }),
    { numRuns: 60 },
  );
});

test.each([1, 2, 3])('All invariants hold after a long random walk (seed %i)', (seed) => {
  expect(playWalk(seed, 120)).toMatchObject({ failure: undefined });
});

test('Random walks perform every action except uploads', () => {
  expect(actionNames.filter((name) => !performableActions.has(name))).toEqual(['cards/addFile']);
});
