import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSettings } from '../../electron/shell/settings-file.ts';

let folder: string;
const warnings: string[] = [];
const open = () => openSettings(folder, (message) => warnings.push(message));

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'decktop-settings-'));
  warnings.length = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('keeps what was set across a restart, and merges views by name', () => {
  open().change({ theme: 'dark', views: { 'deck:1': { group: 'zone' }, 'deck:2': { group: 'owner' } } });
  open().change({ views: { 'deck:2': null, 'deck:3': 1 } });
  expect(open().settings).toEqual({
    theme: 'dark',
    palette: 'standard',
    density: 'normal',
    views: { 'deck:1': { group: 'zone' }, 'deck:3': 1 },
  });
});

// Overwriting an unreadable file with defaults would lose saved views for good.
it.each(['{"theme": "da', '{"theme": 5}'])('sets an unreadable file aside instead of overwriting it: %s', (text) => {
  writeFileSync(path.join(folder, 'settings.json'), text);
  expect(open().settings.theme).toBe('system');
  const [aside] = readdirSync(folder).filter((name) => name.startsWith('settings.json.damaged-'));
  expect(readFileSync(path.join(folder, aside ?? ''), 'utf8')).toBe(text);
  expect(warnings).toHaveLength(1);
});

// Without the copy, one bad write to the disk would lose saved views for good.
it('goes back to the settings of the start before when the file is damaged', () => {
  open().change({ theme: 'dark', views: { 'saved:1': { name: 'Mine' } } });
  open();
  writeFileSync(path.join(folder, 'settings.json'), '\0\0\0');
  expect(open().settings).toMatchObject({ theme: 'dark', views: { 'saved:1': { name: 'Mine' } } });
  expect(warnings).toHaveLength(1);
});
