/**
 * Shortcuts that the command table shares with other code: views, the sidebar or the tour show them too. `Mod` is
 * Command on macOS, and Control elsewhere.
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
