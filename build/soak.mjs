// @ts-check
import { installAndRunProgram } from './install-and-run-program.mjs';

/**
 * `npm run soak -- …`: runs the random tests for hours. These tests perform random actions and queries, break
 * connections and kill programs.
 */
await installAndRunProgram('test/faults/soak/soak.ts');
