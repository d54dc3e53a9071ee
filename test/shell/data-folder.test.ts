import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { markInstalledAppDataFolder, prepareDevelopmentDataFolder } from '../../electron/shell/data-folder.ts';

let parent: string;
let installed: string;
beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'decktop-folders-'));
  installed = path.join(parent, 'Decktop');
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

test('development has a folder of its own', () => {
  expect(prepareDevelopmentDataFolder(installed)).toEqual({ folder: `${installed} Development`, message: null });
});

// In earlier versions, development starts stored their data in the folder of the installed app. After an update of the
// sources, development starts must still find these workspaces.
test('data of earlier development starts moves over, once', () => {
  mkdirSync(installed);
  writeFileSync(path.join(installed, 'workspaces.json'), '[]');
  const { folder, message } = prepareDevelopmentDataFolder(installed);
  expect(readFileSync(path.join(folder, 'workspaces.json'), 'utf8')).toBe('[]');
  expect(message).toContain(folder);
  mkdirSync(installed);
  expect(prepareDevelopmentDataFolder(installed)).toEqual({ folder, message: null });
  expect(existsSync(installed)).toBe(true);
});

test('data of the installed app stays where it is', () => {
  markInstalledAppDataFolder(installed);
  markInstalledAppDataFolder(installed);
  expect(prepareDevelopmentDataFolder(installed)).toEqual({ folder: `${installed} Development`, message: null });
  expect(existsSync(installed)).toBe(true);
});
