// @ts-check
import { installAndRunProgram } from './install-and-run-program.mjs';

/** `npm run conformance -- …`: checks any service against the interface. */
await installAndRunProgram('test/conformance/command.ts');
