/**
 * The card menu is a card's context menu and the menu "Card" of the application menu. The most used commands come
 * first. Submenus keep it short enough for a small window.
 */
import { taskOnlyFieldNames } from '../../../shared/contract/index.ts';

interface MenuGroup {
  readonly label: string;
  readonly ids: readonly string[];
}

/** Null is a separator line. */
export type CommandMenuItem = string | MenuGroup | null;

export const changePlaceSubmenu: MenuGroup = {
  label: 'Change place',
  ids: ['move.top', 'move.up', 'move.down', 'move.bottom', 'move.left', 'move.right'],
};

const openSubmenu: MenuGroup = { label: 'Open elsewhere', ids: ['card.openTab', 'card.window', 'card.ownerPage'] };

/** At the top of the card menu; the menu "More" of the bulk bar does not have them. */
const singleCardItems: readonly CommandMenuItem[] = ['card.open', openSubmenu, 'card.title', 'card.edit', null];

const taskOnlyFieldIds = taskOnlyFieldNames.map((name) => `card.${name}`);
/** The others are in the submenu "More fields". */
const maxTopLevelTaskFields = 2;

/** Of the menu "More" of the bulk bar; also the last part of the card menu. */
export const selectionMenuItems: readonly CommandMenuItem[] = [
  'card.start',
  'card.done',
  { label: 'More states', ids: ['card.reset', 'card.block', 'card.review', 'card.status'] },
  null,
  'card.move',
  changePlaceSubmenu,
  'card.hand',
  'card.bookmark',
  null,
  'card.owner',
  ...taskOnlyFieldIds.slice(0, maxTopLevelTaskFields),
  {
    label: 'More fields',
    ids: [
      ...taskOnlyFieldIds.slice(maxTopLevelTaskFields),
      'card.mine',
      'card.handOver',
      'card.putBack',
      'card.due',
      'card.tag',
      'card.run',
      'card.milestone',
      'card.zone',
      'card.hero',
      'card.kind',
    ],
  },
  null,
  {
    label: 'New and copy',
    ids: ['card.above', 'card.below', 'card.duplicate', 'card.copyTo', 'card.copyCode', 'card.copyLink', 'card.export'],
  },
  null,
  'card.restore',
  'card.archive',
  'card.delete',
];

export const cardMenuItems: readonly CommandMenuItem[] = [...singleCardItems, ...selectionMenuItems];

interface BulkBarGroup {
  readonly name: 'state' | 'fields' | 'places' | 'away';
  readonly ids: readonly string[];
}

export const bulkBarGroups: readonly BulkBarGroup[] = [
  { name: 'state', ids: ['card.start', 'card.done', 'card.status'] },
  { name: 'fields', ids: ['card.owner', ...taskOnlyFieldIds] },
  { name: 'places', ids: ['card.move', 'card.hand'] },
  { name: 'away', ids: ['card.restore', 'card.archive', 'card.delete'] },
];
