/**
 * Checks edits of zones in a dialog: which zones the dialog stores, which cards get another zone, and which names it
 * refuses.
 */
import { expect, test } from 'vitest';
import {
  applyZoneDrafts,
  isNamedLikeStatus,
  withZoneDraftAdded,
  withZoneDraftMoved,
  type ZoneDraft,
  zoneDraftNameProblem,
  zoneDraftsOf,
  zonesWhoseCardsMove,
} from '../../../renderer/decks/zone-drafts.ts';
import type { ZoneNames } from '../../../renderer/model/zones.ts';

const zones = [null, 'Now', 'Later'];
const renamed = (drafts: readonly ZoneDraft[], at: number, name: string) =>
  drafts.map((draft, index) => (index === at ? { ...draft, name } : draft));
/** Returns the zones to store. `others` are the zones that are stored now, with the changes of other people. */
const stored = (drafts: readonly ZoneDraft[], others: ZoneNames = zones) => applyZoneDrafts(zones, drafts, others);

test('zones that are not edited are stored as they are', () => {
  expect(stored(zoneDraftsOf(zones))).toEqual(zones);
  expect(zonesWhoseCardsMove(zones, zoneDraftsOf(zones))).toEqual([]);
});

test('the first zone gets the unnamed one before it, and an added zone without a name is left out', () => {
  const added = withZoneDraftAdded([], 'new:1');
  expect(applyZoneDrafts([], added, [])).toEqual([]);
  expect(zoneDraftNameProblem(added, added[1] as ZoneDraft)).toBeNull();
  expect(applyZoneDrafts([], renamed(added, 1, '  Soon   enough '), [])).toEqual([null, 'Soon enough']);
});

test('cards go along with a renamed zone, and leave a removed one', () => {
  const drafts = withZoneDraftMoved(renamed(zoneDraftsOf(zones), 1, 'Today'), 1, 0).filter(
    ({ name }) => name !== 'Later',
  );
  expect(stored(drafts)).toEqual(['Today', null]);
  expect(zonesWhoseCardsMove(zones, drafts)).toEqual([
    { from: 'Now', to: 'Today' },
    { from: 'Later', to: null },
  ]);
});

test('two zones can swap their names', () => {
  const drafts = renamed(renamed(zoneDraftsOf(zones), 1, 'Later'), 2, 'Now');
  expect(drafts.map((draft) => zoneDraftNameProblem(drafts, draft))).toEqual([null, null, null]);
  expect(zonesWhoseCardsMove(zones, drafts)).toEqual([
    { from: 'Now', to: 'Later' },
    { from: 'Later', to: 'Now' },
  ]);
});

test('a zone needs a name that no other has', () => {
  const same = renamed(zoneDraftsOf(zones), 2, 'Now ');
  expect(zoneDraftNameProblem(same, same[2] as ZoneDraft)).toContain('already');
  const empty = renamed(zoneDraftsOf(zones), 1, ' ');
  expect(zoneDraftNameProblem(empty, empty[1] as ZoneDraft)).toContain('needed');
});

test('without a named zone nothing is stored', () => {
  expect(applyZoneDrafts([null], zoneDraftsOf([null]), [null])).toEqual([]);
});

// The dialog must not store its own list, because this list lacks what others have changed since the dialog opened.
test('what others have changed since the dialog opened is kept', () => {
  const theirs = [null, 'Later', 'Now', 'Someday'];
  expect(stored(zoneDraftsOf(zones), theirs)).toEqual(theirs);
  expect(stored(renamed(zoneDraftsOf(zones), 1, 'Today'), theirs)).toEqual([null, 'Today', 'Later', 'Someday']);
  expect(stored(zoneDraftsOf(zones).toSpliced(2, 1), [null, 'Later'])).toEqual([]);
  expect(stored(withZoneDraftMoved(zoneDraftsOf(zones), 2, 1), [null, 'Now', 'Someday', 'Later'])).toEqual([
    null,
    'Someday',
    'Later',
    'Now',
  ]);
});

test('names of statuses are known, with a limit too; other names are not', () => {
  for (const name of ['Done', ' doing (4) ', 'To do', 'In progress', 'in review'])
    expect(isNamedLikeStatus(name)).toBe(true);
  for (const name of ['', 'Today', 'Done by Ann', 'Reviewers', 'Later (3)'])
    expect(isNamedLikeStatus(name)).toBe(false);
});
