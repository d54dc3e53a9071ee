// @ts-check
import { installAndRunProgram } from './install-and-run-program.mjs';

/** `npm run soak -- …`: runs the random tests of histories, faults, crashes and queries for hours. */
await installAndRunProgram('test/faults/soak/soak.ts');
