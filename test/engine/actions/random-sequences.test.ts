import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actionNames } from '../../../shared/contract/index.ts';
import { checkRandomSteps } from '../../faults/random-steps.ts';
import { invariantViolations } from '../../support/invariants.ts';
import { performableActions, performStep, randomSteps } from '../../support/random-actions.ts';
import { createEngineFixture } from '../../support/workspace.ts';

test('All invariants hold after random actions in random order', () => {
  fc.assert(
    fc.property(randomSteps(30), (sequence) => {
      const workspace = createEngineFixture();
      for (const step of sequence) {
        performStep(workspace, step);
        expect(invariantViolations(workspace.engine), `after ${JSON.stringify(step)}`).toEqual([]);
      }
      workspace.db.close();
    }),
    { numRuns: 60 },
  );
});

test.each([1, 2, 3])('All invariants hold after many random actions (seed %i)', (seed) => {
  expect(checkRandomSteps(seed, 120)).toMatchObject({ failure: undefined });
});

test('Random sequences perform every action except uploads', () => {
  expect(actionNames.filter((name) => !performableActions.has(name))).toEqual(['cards/addFile']);
});
