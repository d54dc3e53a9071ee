import { expect, test } from 'vitest';
import { isTimeToNameBackups } from '../../../renderer/app/WelcomeStrip.tsx';

test('missing backups are named after two days, and never where a folder is chosen', () => {
  const created = '2026-11-01T10:00:00.000Z';
  const at = (day: string) => Date.parse(`${day}T10:00:00.000Z`);
  expect(isTimeToNameBackups(created, null, at('2026-11-02'))).toBe(false);
  expect(isTimeToNameBackups(created, null, at('2026-11-04'))).toBe(true);
  expect(isTimeToNameBackups(created, '/backups', at('2026-11-04'))).toBe(false);
});
