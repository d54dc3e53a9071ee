/**
 * Shortcuts of commands that views, sidebar or tour also show; the command table takes them from here. `Mod` is Command
 * on macOS, and Control elsewhere.
 */
export const shortcuts = {
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
