// @ts-check
import { installAndRunProgram } from './install-and-run-program.mjs';

/**
 * `npm run soak -- …`: runs the random tests for hours. They test histories of actions, faults, crashes and queries.
 */
await installAndRunProgram('test/faults/soak/soak.ts');
