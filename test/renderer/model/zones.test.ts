/** Checks changes of a deck's zones by menus and drags. */
import { expect, test } from 'vitest';
import { nameProblem, withZone, withZoneMoved, zoneTitle } from '../../../renderer/model/zones.ts';

test('before the first zone, cards without a zone are kept', () => {
  expect(withZone([], 'Now', undefined)).toEqual([null, 'Now']);
  expect(withZone([null, 'Now'], 'Later', undefined)).toEqual([null, 'Now', 'Later']);
});

test('a new zone is inserted right after another one, the unnamed one included', () => {
  expect(withZone([null, 'Now'], 'Soon', null)).toEqual([null, 'Soon', 'Now']);
  expect(withZone(['Now', 'Later'], 'Soon', 'Now')).toEqual(['Now', 'Soon', 'Later']);
  expect(withZone(['Now'], 'Soon', 'gone')).toEqual(['Now', 'Soon']);
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
  expect(nameProblem(['Now'], ' Now ')).toContain('already');
  expect(nameProblem(['Now'], 'Now', 'Now')).toBeNull();
  expect(nameProblem(['Now'], '  ')).toBeNull();
  expect(zoneTitle(null)).toBe('No zone');
});
