/**
 * Keys of the commands that the application menu shows too; the page handles them. `Mod` is Command on macOS, else
 * Control. Imported by itself: the schemas beside it do not belong into the page.
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
