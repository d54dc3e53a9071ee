import type { MenuName } from '../../../shared/bridge/menus.ts';
import { type CommandMenuItem, cardMenuItems } from '../../cards/menus/card-menu.ts';
import type { Command } from '../../workbench/command.ts';

const idsOf = (item: CommandMenuItem): readonly string[] =>
  item === null ? [] : typeof item === 'string' ? [item] : item.ids;

/** `menuItemsByMenu` adds each command that is not listed here to the menu of its group. */
const idsByMenu: Readonly<Record<MenuName, readonly CommandMenuItem[]>> = {
  app: ['go.settings'],
  file: [
    'card.new',
    'deck.new',
    'milestone.new',
    'run.new',
    'project.new',
    null,
    'import',
    null,
    'window',
    'quickAdd',
    'handStrip',
    null,
    'workspace.add',
    {
      label: 'Workspaces',
      ids: ['workspace.new', 'workspace.restore', 'workspace.save', 'workspace.check', 'connect', 'workspace.demo'],
    },
    null,
    'view.export',
    'workspace.exportCards',
    null,
    'sync',
    'offline',
    'readiness',
    null,
  ],
  edit: ['undo', 'redo'],
  find: [
    'select.all',
    null,
    'palette',
    'board.filter',
    'board.addFilter',
    'board.mine',
    null,
    'view.copyLink',
    'view.paste',
  ],
  view: [
    'sidebar',
    'theme',
    { label: 'Card faces', ids: ['faces.compact', 'faces.normal', 'faces.cover'] },
    {
      label: 'Time',
      ids: ['time.today', 'time.earlier', 'time.later', 'time.zoomIn', 'time.zoomOut', 'time.milestone'],
    },
    null,
    'view.save',
    'deck.edit',
    null,
    'plan',
    'plan.send',
    'plan.discard',
  ],
  go: [
    'go.back',
    'go.forward',
    'go.recent',
    null,
    'go.hand',
    'go.inbox',
    'go.runs',
    'go.milestones',
    'go.calendar',
    'go.team',
    'go.bookmarks',
    'go.mine',
    'go.query',
    'go.outbox',
    null,
    'tab.next',
    'tab.previous',
    'tab.close',
    'tab.closeOthers',
    null,
  ],
  card: cardMenuItems,
  help: ['shortcuts', 'tour', 'tour.skip', 'go.licences'],
};

const menuOfGroup: Readonly<Record<Command['group'], MenuName>> = {
  App: 'file',
  Board: 'view',
  'Go to': 'go',
  Cards: 'card',
};

/** The ids in `idsByMenu`, and all other commands except those with `keyOnly`. */
export function menuItemsByMenu(commands: readonly Command[]): Readonly<Record<MenuName, readonly CommandMenuItem[]>> {
  const known = new Set(Object.values(idsByMenu).flatMap((items) => items.flatMap(idsOf)));
  const layout: Record<MenuName, readonly CommandMenuItem[]> = { ...idsByMenu };
  for (const { id, group, keyOnly } of commands) {
    if (keyOnly || known.has(id)) continue;
    const menu = menuOfGroup[group];
    layout[menu] = [...layout[menu], id];
  }
  return layout;
}
