import fc from 'fast-check';
import { expect, test } from 'vitest';
import { violations } from '../../support/invariants.ts';
import { steps, take } from '../../support/random-actions.ts';
import { createWorkspace } from '../../support/workspace.ts';

test('whatever is done in whatever order, everything that must agree agrees', () => {
  fc.assert(
    fc.property(steps(30), (sequence) => {
      const workspace = createWorkspace();
      for (const step of sequence) {
        take(workspace, step);
        expect(violations(workspace.engine), `after ${JSON.stringify(step)}`).toEqual([]);
      }
      workspace.db.close();
    }),
    { numRuns: 80 },
  );
});
