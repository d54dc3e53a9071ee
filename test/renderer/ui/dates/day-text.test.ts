import { expect, test } from 'vitest';
import { dayTextFrom } from '../../../../renderer/ui/dates/day-text.ts';

test('a day of another year that could be taken for one of this year has its year', () => {
  expect(dayTextFrom('2026-11-30', '2027-02-03')).not.toContain('2027');
  expect(dayTextFrom('2026-11-30', '2031-02-03')).toContain('2031');
  expect(dayTextFrom('2026-11-30', '2025-12-01')).toContain('2025');
});
