// @ts-check
import { runProgram } from './program.mjs';

/** `npm run conformance -- …`: checks any service against the interface. */
await runProgram('test/conformance/command.ts');
