/**
 * Performs random steps on an engine in the role of the service, and checks all invariants after each step that was not
 * refused. A step performs an action, or moves the clock and calls the scheduler.
 */
import { invariantViolations } from '../support/invariants.ts';
import { generateRandomSteps, performStep } from '../support/random-actions.ts';
import { createEngineFixture } from '../support/workspace.ts';

export interface RandomStepsResult {
  /** Number of performed steps. */
  readonly carriedOut: number;
  readonly refused: number;
  /** The first step that violated an invariant, with the violations. Undefined if no step violated an invariant. */
  readonly failure: string | undefined;
}

/**
 * Performs `length` random steps. The same seed gives the same steps. Stops after the first step that violates an
 * invariant.
 */
export function checkRandomSteps(seed: number, length: number): RandomStepsResult {
  const workspace = createEngineFixture();
  let [carriedOut, refused] = [0, 0];
  try {
    for (const [index, step] of generateRandomSteps(seed, length).entries()) {
      const description = `step ${index}, ${JSON.stringify(step)}`;
      try {
        if (performStep(workspace, step) !== undefined) {
          // Skip the checks after a refused step. If the step changed something, the checks after the next step find
          // the change.
          refused += 1;
          continue;
        }
        carriedOut += 1;
      } catch (error) {
        return {
          carriedOut,
          refused,
          failure: `${description}: ${error instanceof Error ? error.stack : String(error)}`,
        };
      }
      const found = invariantViolations(workspace.engine);
      if (found.length > 0) return { carriedOut, refused, failure: `${description}: ${found.slice(0, 3).join('; ')}` };
    }
    return { carriedOut, refused, failure: undefined };
  } finally {
    workspace.db.close();
  }
}
