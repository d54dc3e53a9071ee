/** Checks the functions that add zones, and that check and show the names of zones. */
import { expect, test } from 'vitest';
import { withZoneAdded, zoneNameProblem, zoneTitle } from '../../../renderer/model/zones.ts';

test('before the first zone, cards without a zone are kept', () => {
  expect(withZoneAdded([], 'Now', undefined)).toEqual([null, 'Now']);
  expect(withZoneAdded([null, 'Now'], 'Later', undefined)).toEqual([null, 'Now', 'Later']);
});

test('a new zone is inserted right after another one, the unnamed one included', () => {
  expect(withZoneAdded([null, 'Now'], 'Soon', null)).toEqual([null, 'Soon', 'Now']);
  expect(withZoneAdded(['Now', 'Later'], 'Soon', 'Now')).toEqual(['Now', 'Soon', 'Later']);
  expect(withZoneAdded(['Now'], 'Soon', 'gone')).toEqual(['Now', 'Soon']);
});

test('a name can be used once, and a zone may keep its own', () => {
  expect(zoneNameProblem(['Now'], ' Now ')).toContain('already');
  expect(zoneNameProblem(['Now'], 'Now', 'Now')).toBeNull();
  expect(zoneNameProblem(['Now'], '  ')).toBeNull();
  expect(zoneTitle(null)).toBe('No zone');
});
