/** Checks the functions that add and move zones, and that check and show the names of zones. */
import { expect, test } from 'vitest';
import { withZoneAdded, withZoneMoved, zoneNameProblem, zoneTitle } from '../../../renderer/model/zones.ts';

test('before the first zone, cards without a zone are kept', () => {
  expect(withZoneAdded([], 'Now', undefined)).toEqual([null, 'Now']);
  expect(withZoneAdded([null, 'Now'], 'Later', undefined)).toEqual([null, 'Now', 'Later']);
});

test('a new zone is inserted right after another one, the unnamed one included', () => {
  expect(withZoneAdded([null, 'Now'], 'Soon', null)).toEqual([null, 'Soon', 'Now']);
  expect(withZoneAdded(['Now', 'Later'], 'Soon', 'Now')).toEqual(['Now', 'Soon', 'Later']);
  expect(withZoneAdded(['Now'], 'Soon', 'gone')).toEqual(['Now', 'Soon']);
});

test('a zone moves to the given index, and not beyond the ends', () => {
  const zones = ['a', null, 'b'];
  expect(withZoneMoved(zones, 'b', 0)).toEqual(['b', 'a', null]);
  expect(withZoneMoved(zones, null, 2)).toEqual(['a', 'b', null]);
  expect(withZoneMoved(zones, 'a', -1)).toBe(zones);
  expect(withZoneMoved(zones, 'b', 9)).toBe(zones);
  expect(withZoneMoved(zones, 'gone', 0)).toBe(zones);
});

test('a name can be used once, and a zone may keep its own', () => {
  expect(zoneNameProblem(['Now'], ' Now ')).toContain('already');
  expect(zoneNameProblem(['Now'], 'Now', 'Now')).toBeNull();
  expect(zoneNameProblem(['Now'], '  ')).toBeNull();
  expect(zoneTitle(null)).toBe('No zone');
});
