/** Entry point of the recovery page. It imports no code of the app, so that it works even if that code crashes. */
import type { Bridge, CommandName, CommandParams } from '../../shared/bridge/index.ts';

const { decktop } = window as unknown as { decktop: Bridge };
const result = document.getElementById('result');

/** On a click, sends the command; then shows the text that `say` makes from the answer, or the error message. */
function onClick<C extends CommandName>(
  id: string,
  command: C,
  params: CommandParams<C>,
  say: (answer: unknown) => string = () => '',
): void {
  document.getElementById(id)?.addEventListener('click', async () => {
    const outcome = await decktop.call(command, params);
    if (result) result.textContent = outcome.ok ? say(outcome.value) : outcome.failure.message;
  });
}

document.getElementById('continue')?.focus();
onClick('continue', 'recovery/continue', {});
onClick('openData', 'recovery/openFolder', { folder: 'data' });
onClick('openReports', 'recovery/openFolder', { folder: 'reports' });
onClick('exportOutbox', 'recovery/exportOutbox', {}, (folder) => (folder ? `Exported to ${folder}` : ''));
