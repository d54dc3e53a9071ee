import { expect, test } from 'vitest';
import { cardCommands } from '../../../../renderer/cards/commands/card-commands.ts';
import {
  bulkBarGroups,
  type CommandMenuItem,
  cardMenuItems,
  selectionMenuItems,
} from '../../../../renderer/cards/menus/card-menu.ts';

const known = new Set(cardCommands.map(({ id }) => id));
const idsIn = (menu: readonly CommandMenuItem[]) =>
  menu.flatMap((one) => (one === null ? [] : typeof one === 'string' ? [one] : one.ids));

/**
 * Returns the height of a menu in px, as in popup.module.css: 28 px per entry, 9 px per separator with its margins, 8
 * px of padding.
 */
const heightPxOf = (menu: readonly CommandMenuItem[]) =>
  8 + menu.reduce((sum, one) => sum + (one === null ? 9 : 28), 0);

test('menus and the bulk bar contain existing commands, each once', () => {
  for (const ids of [idsIn(cardMenuItems), idsIn(selectionMenuItems), bulkBarGroups.flatMap((group) => group.ids)]) {
    expect(ids.filter((id) => !known.has(id))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  }
});

test('every command on cards that has a key is in the card menu, and every command on selections in the menu of the bulk bar', () => {
  const offered = cardCommands.filter(({ id, keyOnly }) => id.startsWith('card.') && !keyOnly).map(({ id }) => id);
  expect(offered.filter((id) => !idsIn(cardMenuItems).includes(id))).toEqual([]);
  const single = ['card.open', 'card.openTab', 'card.window', 'card.ownerPage', 'card.edit', 'card.title'];
  expect(offered.filter((id) => !idsIn(selectionMenuItems).includes(id))).toEqual(single);
});

test('no menu of cards is higher than a window of 700 px', () => {
  expect(heightPxOf(cardMenuItems)).toBeLessThanOrEqual(600);
  for (const one of cardMenuItems)
    if (one && typeof one !== 'string') expect(heightPxOf(one.ids)).toBeLessThanOrEqual(320);
});
