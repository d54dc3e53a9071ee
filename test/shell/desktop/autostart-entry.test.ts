/** Checks that the autostart entry for Linux follows the Desktop Entry Specification. */
import { expect, test } from 'vitest';
import { autostartEntry } from '../../../electron/shell/desktop/autostart-entry.ts';

test('the program of the autostart entry is quoted', () => {
  expect(autostartEntry('/opt/My Apps/100% "Decktop"/decktop', true)).toContain(
    'Exec="/opt/My Apps/100%% \\\\"Decktop\\\\"/decktop" --hidden\n',
  );
  expect(autostartEntry('/usr/bin/decktop', false)).toContain('Exec="/usr/bin/decktop"\n');
});
