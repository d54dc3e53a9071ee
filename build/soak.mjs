// @ts-check
import { runProgram } from './program.mjs';

/**
 * `npm run soak -- …`: runs the random tests for hours. They test histories of actions, faults, crashes and queries.
 */
await runProgram('test/faults/soak/soak.ts');
