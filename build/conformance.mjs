// @ts-check
import { program } from './program.mjs';

/** `npm run conformance -- …`: checks any service against the interface. */
await program('test/conformance/command.ts');
