// @ts-check
import { program } from './program.mjs';

/** `npm run docs`: writes the reference of the interface, out/reference.md, from shared/contract. */
await program('build/reference.ts');
