// @ts-check
import { installAndRunProgram } from './install-and-run-program.mjs';

/** `npm run -s service -- …`: runs the embedded service as a separate program. */
await installAndRunProgram('electron/service/command.ts');
