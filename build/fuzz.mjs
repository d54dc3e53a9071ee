// @ts-check
import { program } from './program.mjs';

/** `npm run fuzz -- …`: random work against the engine for as long as asked. */
await program('test/fuzz/command.ts');
