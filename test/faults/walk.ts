/** Long random walks over all actions of a service and its clockwork, with every invariant checked after each step. */
import { violations } from '../support/invariants.ts';
import { take, walk } from '../support/random-actions.ts';
import { createWorkspace } from '../support/workspace.ts';

export interface Walked {
  /** Steps that were carried out. */
  readonly carriedOut: number;
  readonly refused: number;
  /** The first step after which something did not agree, and what. */
  readonly failure: string | undefined;
}

/** The same walk for the same seed. Ends with the first step after which something does not agree. */
export function playWalk(seed: number, length: number): Walked {
  const workspace = createWorkspace();
  let [carriedOut, refused] = [0, 0];
  try {
    for (const [index, step] of walk(seed, length).entries()) {
      const said = `step ${index}, ${JSON.stringify(step)}`;
      try {
        if (take(workspace, step) !== undefined) {
          // What a refused step had changed would show after the next one.
          refused += 1;
          continue;
        }
        carriedOut += 1;
      } catch (error) {
        return { carriedOut, refused, failure: `${said}: ${error instanceof Error ? error.stack : String(error)}` };
      }
      const found = violations(workspace.engine);
      if (found.length > 0) return { carriedOut, refused, failure: `${said}: ${found.slice(0, 3).join('; ')}` };
    }
    return { carriedOut, refused, failure: undefined };
  } finally {
    workspace.db.close();
  }
}
