// @ts-check
import { program } from './program.mjs';

/** `npm run docs`: writes shared/contract/REFERENCE.md, the reference of the interface, from the contract. */
await program('build/reference.ts');
