// @ts-check
import { program } from './program.mjs';

/** `npm run soak -- …`: runs the random tests of histories, faults, crashes and queries for hours. */
await program('test/faults/soak/soak.ts');
