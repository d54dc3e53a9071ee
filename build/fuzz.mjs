// @ts-check
import { installAndRunProgram } from './install-and-run-program.mjs';

/** `npm run fuzz -- …`: sends random requests to the engine for the given time. */
await installAndRunProgram('test/fuzz/command.ts');
