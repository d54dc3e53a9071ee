// @ts-check
import { runProgram } from './program.mjs';

/** `npm run -s service -- …`: runs the embedded service as a separate program. */
await runProgram('electron/service/command.ts');
