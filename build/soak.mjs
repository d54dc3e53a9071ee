// @ts-check
import { program } from './program.mjs';

/** `npm run soak -- …`: plays random histories with faults for hours and checks for lost and doubled actions. */
await program('test/faults/soak.ts');
