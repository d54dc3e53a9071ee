// @ts-check
import { installAndRunProgram } from './install-and-run-program.mjs';

/**
 * `npm run conformance -- …`: checks whether a service follows the rules of the contract
 * (shared/contract/REFERENCE.md).
 */
await installAndRunProgram('test/conformance/command.ts');
