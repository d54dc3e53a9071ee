import { expect, test } from 'vitest';
import {
  capacitiesWithFormChanges,
  changedFormFields,
  idsWithFormChanges,
} from '../../../renderer/model/form-changes.ts';

// A dialog must send only fields that the person has changed.
test('only fields with another value than at opening are changed', () => {
  expect(changedFormFields({ name: 'Storm', color: 'blue' }, { name: 'Storm', color: 'red' })).toEqual({
    color: 'red',
  });
  expect(changedFormFields({ name: 'Storm', color: 'blue' }, { name: 'Storm', color: 'blue' })).toEqual({});
});

// `idsWithFormChanges` must not return the dialog's list, which lacks the ids that others added since the dialog
// opened.
test('a changed list keeps what others added and removed since the dialog opened', () => {
  expect(idsWithFormChanges(['a', 'b', 'c'], ['a', 'c', 'd'], ['a', 'b', 'e'])).toEqual(['a', 'e', 'd']);
  expect(idsWithFormChanges(['a'], ['a', 'b'], ['a', 'b'])).toEqual(['a', 'b']);
  expect(idsWithFormChanges(['a', 'b'], ['b', 'a'], ['c'])).toBeUndefined();
});

// The result must have the capacities that were changed in the dialog, and for all other people the newest stored
// capacities. The dialog's values for these people can be old.
test('changed capacities keep those of other people as others set them since the dialog opened', () => {
  const initial = { ada: '5', bo: '3', cy: '2' };
  expect(
    capacitiesWithFormChanges(initial, { ...initial, ada: '8', bo: '', di: '1' }, { ada: 5, bo: 3, cy: 9 }),
  ).toEqual({
    ada: 8,
    cy: 9,
    di: 1,
  });
  expect(capacitiesWithFormChanges(initial, { ...initial, di: '' }, { ada: 1 })).toBeUndefined();
});
