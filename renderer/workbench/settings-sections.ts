/** `words` are what people type to find the section. */
export const settingsSections = {
  appearance: { label: 'Appearance', words: ['theme', 'dark mode', 'light mode', 'colours', 'card faces', 'density'] },
  notifications: { label: 'Notifications', words: ['do not disturb', 'alerts', 'badge'] },
  desktop: { label: 'Desktop', words: ['tray', 'start at login', 'global shortcut', 'quick add key'] },
  network: { label: 'Network', words: ['proxy', 'connection'] },
  workspace: { label: 'Workspace', words: ['account', 'service', 'export', 'calendar', 'ical', 'folder', 'markdown'] },
  backups: { label: 'Backups', words: ['backup', 'restore', 'copy'] },
  organization: { label: 'Organization', words: ['plan', 'features', 'workdays'] },
  projects: { label: 'Projects', words: ['tags', 'spaces'] },
  people: { label: 'People', words: ['members', 'users', 'team'] },
  runs: { label: 'Runs', words: ['sprints', 'iterations', 'run config'] },
  tokens: { label: 'Tokens', words: ['api keys'] },
  updates: { label: 'Updates', words: ['version', 'channel'] },
  diagnostics: { label: 'Diagnostics', words: ['log', 'report', 'about'] },
} as const;
