import { expect, test } from 'vitest';
import { deckTypeLabel } from '../../../renderer/decks/deck-labels.ts';
import { taskOnlyValueLabel } from '../../../renderer/model/card-fields/task.ts';
import { changeLabel } from '../../../renderer/model/change-labels.ts';
import { createLookups } from '../support.ts';

// Enumerations are open: a service can send any text, also one that every object has as a property.
test.each(['constructor', 'toString', '__proto__'])('an unknown value named %s is shown as it is', (name) => {
  const { account } = createLookups();
  expect(taskOnlyValueLabel('priority', name, account)).toBe(name);
  expect(deckTypeLabel(name)).toBe(name);
  expect(typeof changeLabel(name)).toBe('string');
});
