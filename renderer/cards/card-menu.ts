/**
 * What the menu of cards and the bar of selected cards offer, and in which groups: ids of commands, the most used first.
 * Entries in groups of their own keep the menu lower than a small window.
 */
import { taskFieldNames } from '../../shared/contract/index.ts';

export interface MenuGroup {
  readonly label: string;
  readonly ids: readonly string[];
}

/** A command, a menu in the menu, or a line (null). */
export type MenuItem = string | MenuGroup | null;

export const placeGroup: MenuGroup = {
  label: 'Change place',
  ids: ['move.top', 'move.up', 'move.down', 'move.bottom', 'move.left', 'move.right'],
};

/** About one card: not offered for a selection. */
const single: readonly MenuItem[] = ['card.open', 'card.openTab', 'card.title', 'card.edit', null];

const common: readonly MenuItem[] = [
  'card.start',
  'card.done',
  { label: 'More states', ids: ['card.reset', 'card.block', 'card.review', 'card.status'] },
  null,
  'card.move',
  placeGroup,
  'card.hand',
  'card.bookmark',
  null,
  'card.owner',
  ...taskFieldNames.map((name) => `card.${name}`),
  {
    label: 'More fields',
    ids: ['card.mine', 'card.due', 'card.tag', 'card.run', 'card.milestone', 'card.zone', 'card.hero', 'card.kind'],
  },
  null,
  { label: 'New and copy', ids: ['card.above', 'card.below', 'card.duplicate', 'card.copyTo', 'card.copyCode'] },
  null,
  'card.restore',
  'card.archive',
  'card.delete',
];

export const cardMenu: readonly MenuItem[] = [...single, ...common];

/** All that can be done to a selection, behind the bar's last button. */
export const selectionMenu: readonly MenuItem[] = common;

export interface BarGroup {
  readonly name: 'state' | 'fields' | 'places' | 'away';
  readonly ids: readonly string[];
}

/** The bar's own buttons. */
export const barGroups: readonly BarGroup[] = [
  { name: 'state', ids: ['card.start', 'card.done', 'card.status'] },
  { name: 'fields', ids: ['card.owner', ...taskFieldNames.map((name) => `card.${name}`)] },
  { name: 'places', ids: ['card.move', 'card.hand'] },
  { name: 'away', ids: ['card.restore', 'card.archive', 'card.delete'] },
];
