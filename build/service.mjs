// @ts-check
import { program } from './program.mjs';

/** `npm run -s service -- …`: the embedded service as a program of its own. */
await program('electron/service/command.ts');
