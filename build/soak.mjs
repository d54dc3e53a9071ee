// @ts-check
import { runProgram } from './program.mjs';

/** `npm run soak -- …`: runs the random tests of histories, faults, crashes and queries for hours. */
await runProgram('test/faults/soak/soak.ts');
