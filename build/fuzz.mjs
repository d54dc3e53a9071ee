// @ts-check
import { installAndRunProgram } from './install-and-run-program.mjs';

/**
 * `npm run fuzz -- …`: sends a number of random requests to the embedded service, and checks the answers and the
 * database.
 */
await installAndRunProgram('test/fuzz/command.ts');
