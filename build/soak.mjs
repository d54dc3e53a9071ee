// @ts-check
import { program } from './program.mjs';

/** `npm run soak -- …`: hours of work through faults, checked for lost and doubled actions. */
await program('test/faults/soak.ts');
