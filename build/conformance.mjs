// @ts-check
import { runProgram } from './program.mjs';

/**
 * `npm run conformance -- …`: checks whether a service keeps the rules of the contract (shared/contract/REFERENCE.md).
 */
await runProgram('test/conformance/command.ts');
