// @ts-check
import { runProgram } from './program.mjs';

/** `npm run docs`: writes shared/contract/REFERENCE.md, the reference of the service's interface, from the contract. */
await runProgram('build/reference.ts');
