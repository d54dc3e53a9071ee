import { expect, test } from 'vitest';
import { compareJourneySteps, shownStepTitle } from '../../../renderer/model/journey-steps.ts';

// The service sorts the groups of journey steps (`label`) by code units. This test fails if the app sorts them by the
// rules of a language, which put "a" before "B".
test('journey steps have the order of the service', () => {
  const steps = [
    { label: 'a', sortValue: '1' },
    { label: 'B', sortValue: '2' },
    { label: 'B', sortValue: '1' },
    { label: null, sortValue: '9' },
  ];
  expect(steps.toSorted(compareJourneySteps).map(({ label, sortValue }) => `${label} ${sortValue}`)).toEqual([
    'null 9',
    'B 1',
    'B 2',
    'a 1',
  ]);
});

test('the placeholder of a step is read as what it stands for', () => {
  expect(shownStepTitle('Test %PARENT_TITLE%')).toBe('Test “title of the card”');
  expect(shownStepTitle('')).toBe('A step without text');
});
