// @ts-check
import { runProgram } from './program.mjs';

/** `npm run fuzz -- …`: sends random requests to the engine for the given time. */
await runProgram('test/fuzz/command.ts');
