/** Checks the values of a new workspace that follow from what the person typed. */
import { expect, test } from 'vitest';
import { chosenInitialContent } from '../../electron/service/seed.ts';

// frappe/frappe#25534
test.each([
  ['अमित कुमार', 'अमित'],
  ['กิตติ', 'กิตติ'],
  ['Jose\u0301 (dev)', 'jos\u00e9'],
  ["O'Neil", 'oneil'],
  ['—', 'me'],
])('%j is mentioned as @%s', (personName, name) => {
  const wanted = { name: 'W', personName, timezone: 'UTC', startWeekday: 'monday', projectName: null } as const;
  expect(chosenInitialContent(wanted as never).personName).toBe(name);
});
