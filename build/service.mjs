// @ts-check
import { program } from './program.mjs';

/** `npm run -s service -- …`: runs the embedded service as a separate program. */
await program('electron/service/command.ts');
