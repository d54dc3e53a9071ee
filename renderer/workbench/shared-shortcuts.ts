/**
 * Shortcuts of commands that are also shown outside the command table: in views, in the sidebar or in the tour. `Mod`
 * is Command on macOS, and Control elsewhere.
 */
export const sharedShortcuts = {
  palette: ['Mod+K', 'Mod+P'],
  newCard: ['C', 'Mod+N'],
  find: ['/', 'Mod+F'],
  undo: ['Mod+Z'],
  redo: ['Mod+Shift+Z', 'Mod+Y'],
  settings: ['Mod+,'],
  toggleSidebar: ['[', 'Mod+B'],
  hand: ['Alt+1'],
  inbox: ['Alt+2'],
} as const;
