// @ts-check
import { program } from './program.mjs';

/** `npm run fuzz -- …`: sends random requests to the engine for the given time. */
await program('test/fuzz/command.ts');
