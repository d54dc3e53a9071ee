// @ts-check
import { installAndRunProgram } from './install-and-run-program.mjs';

/** `npm run docs`: writes shared/contract/REFERENCE.md, the reference of the service's API, from the contract. */
await installAndRunProgram('build/reference.ts');
