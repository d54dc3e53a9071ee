/**
 * Keys of the commands that the application menu also shows; the page handles them. `Mod` is Command on macOS, else
 * Control. It is a file of its own so that the page does not load the schemas beside it.
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
