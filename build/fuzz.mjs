// @ts-check
import { installAndRunProgram } from './install-and-run-program.mjs';

/** `npm run fuzz -- …`: sends random requests to the embedded service, and checks its answers and its database. */
await installAndRunProgram('test/fuzz/command.ts');
