/** Which members of Electron the app uses, read from its sources. build/standin/ELECTRON.md describes each of them. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** The class of Electron by the name that the main process gives to variables with an instance of it. */
const instances: Readonly<Record<string, string>> = {
  window: 'BrowserWindow',
  webContents: 'WebContents',
  contents: 'WebContents',
  session: 'Session',
  networkSession: 'Session',
  tray: 'Tray',
  notification: 'Notification',
};

const importsOfElectron = /import (type )?\{([^}]*)\} from 'electron'/g;

/** The values that a file imports from Electron; null if it does not import from it at all. */
function importedFrom(text: string): string[] | null {
  const imports = [...text.matchAll(importsOfElectron)];
  if (imports.length === 0) return null;
  return imports
    .filter(([, isType]) => !isType)
    .flatMap(([, , names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));
}

/** "app.quit", "app.on('activate')", "new Tray", sorted. */
export function usedMembers(): string[] {
  const used = new Set<string>();
  for (const file of globSync('electron/**/*.ts', { cwd: root })) {
    const source = readFileSync(path.join(root, file), 'utf8');
    // Without comments and the names of files.
    const text = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$|'\.[^']*\.ts'/gm, '');
    const imported = importedFrom(text);
    if (!imported) continue;
    // An instance may be a property, as in `window.webContents`; a module never is.
    const receivers = new Map(Object.entries(instances).map(([name, type]) => [name, { type, before: '\\w' }]));
    for (const name of imported) receivers.set(name, { type: name, before: '\\w.' });
    for (const [name, { type, before }] of receivers) {
      for (const [, member = '', , event] of text.matchAll(
        new RegExp(`(?<![${before}'])${name}\\??\\.(\\w+)(\\(\\s*'([\\w-]+)')?`, 'g'),
      ))
        used.add(event && /^(on|once)$/.test(member) ? `${type}.on('${event}')` : `${type}.${member}`);
      if (new RegExp(`\\bnew ${name}\\(`).test(text)) used.add(`new ${type}`);
    }
  }
  return [...used].sort();
}
