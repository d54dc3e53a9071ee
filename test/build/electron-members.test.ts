import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { usedElectronMembers } from './electron-members.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../build/standin/ELECTRON.md'), 'utf8');
const described = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));

test('the page of the stand-in describes every member of Electron that the app uses', () => {
  const known = new Set(described);
  // ELECTRON.md lists each event by its name. Where the app passes the event name in a variable, `usedElectronMembers`
  // returns only `.on` or `.once`, so leave these out.
  expect(usedElectronMembers().filter((name) => !known.has(name) && !/\.(on|once)$/.test(name))).toEqual([]);
});

test('the page describes no member that the app does not use, and none twice', () => {
  const used = new Set(usedElectronMembers());
  expect(described.filter((name, index) => !used.has(name) || described.indexOf(name) !== index)).toEqual([]);
});
