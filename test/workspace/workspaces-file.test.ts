import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  demoWorkspaceEntry,
  openWorkspacesFile,
  type RemoteWorkspaceEntry,
  type WorkspacesFile,
} from '../../electron/workspace/workspaces-file.ts';

let folder: string;
const warnings: string[] = [];
const file = () => path.join(folder, 'workspaces.json');
const outcome = () => openWorkspacesFile(folder, (message) => warnings.push(message));

function open(): WorkspacesFile {
  const opened = outcome();
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value;
}

const entry = (id: string): RemoteWorkspaceEntry => ({
  id,
  kind: 'remote',
  name: id,
  baseUrl: 'https://service.example',
  accountId: 'account',
  userId: null,
  tokenKind: 'personal',
  hasExtensions: false,
  token: 'encrypted',
});

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'decktop-list-'));
  warnings.length = 0;
});
afterEach(() => {
  chmodSync(folder, 0o700);
  rmSync(folder, { recursive: true, force: true });
});

test('the saved list is read again, is private to this user, and has an equal copy', () => {
  open().save([entry('one')]);
  open().save([entry('one'), entry('two')]);
  expect(open().entries).toEqual([entry('one'), entry('two')]);
  for (const name of ['workspaces.json', 'workspaces.json.backup'])
    expect(statSync(path.join(folder, name)).mode & 0o077).toBe(0);
  expect(readFileSync(`${file()}.backup`, 'utf8')).toBe(readFileSync(file(), 'utf8'));
  expect(warnings).toEqual([]);
});

// Without the backup copy, one interrupted write would lose the list of workspaces, and the app would no longer find the
// unsent operations of these workspaces.
test.each(['', '{"version": 1, "workspa', '\0\0\0', '{"version": 1, "workspaces": [{}]}'])(
  'a damaged list is set aside and its backup copy replaces it: %j',
  (text) => {
    open().save([entry('one'), entry('two')]);
    writeFileSync(file(), text);
    expect(open().entries).toEqual([entry('one'), entry('two')]);
    expect(warnings).toEqual([expect.stringMatching(/was damaged and is kept as .*; its backup copy replaces it\.$/)]);
    const [aside] = readdirSync(folder).filter((name) => name.startsWith('workspaces.json.damaged-'));
    expect(readFileSync(path.join(folder, aside ?? ''), 'utf8')).toBe(text);
    // Reading the backup copy also wrote the list again, so opening the list a second time gives no warning.
    expect(open().entries).toHaveLength(2);
    expect(warnings).toHaveLength(1);
  },
);

test('a missing list is read from its copy, and a first start begins with the demo', () => {
  expect(open().entries).toEqual([demoWorkspaceEntry]);
  open().save([entry('one')]);
  rmSync(file());
  expect(open().entries).toEqual([entry('one')]);
  expect(warnings).toEqual([expect.stringContaining('is missing; its backup copy replaces it')]);
});

test('if the list and its copy are damaged, nothing is overwritten, local workspaces are found by their folders, and the person is told', () => {
  writeFileSync(file(), 'x');
  writeFileSync(`${file()}.backup`, 'y');
  for (const name of ['local', 'own', 'remote']) mkdirSync(path.join(folder, 'workspaces', name), { recursive: true });
  for (const name of ['local', 'own']) writeFileSync(path.join(folder, 'workspaces', name, 'service.sqlite'), '');
  expect(open().entries).toMatchObject([
    demoWorkspaceEntry,
    { id: 'own', kind: 'local', isDemo: false, founding: null },
  ]);
  expect(warnings).toEqual([expect.stringContaining('Connect to your services again')]);
  expect(readFileSync(`${file()}.backup`, 'utf8')).toBe('y');
});

test('a list without a copy, from an earlier version, gets one at the next start', () => {
  open().save([entry('one')]);
  rmSync(`${file()}.backup`);
  open();
  expect(readFileSync(`${file()}.backup`, 'utf8')).toBe(readFileSync(file(), 'utf8'));
});

test('the list of a newer Decktop is not changed, also if only its copy exists', () => {
  const newer = '{"version": 99, "workspaces": []}';
  writeFileSync(`${file()}.backup`, newer);
  expect(outcome()).toMatchObject({ ok: false, failure: { code: 'newer_schema' } });
  expect(readFileSync(file(), 'utf8')).toBe(newer);
  expect(outcome()).toMatchObject({ ok: false, failure: { code: 'newer_schema' } });
});

test('a list from an earlier version with one local workspace keeps its connections behind that workspace', () => {
  const { kind, ...connection } = entry('one');
  const { hasExtensions, ...oldest } = connection;
  writeFileSync(
    file(),
    JSON.stringify({ version: 1, workspaces: [connection, { ...oldest, id: 'two', name: 'two' }] }),
  );
  expect(open().entries).toEqual([demoWorkspaceEntry, entry('one'), entry('two')]);
  expect(warnings).toEqual([]);
  open().save([entry('one')]);
  // The saved list has no demo workspace, and opening the list does not add the demo again.
  expect(open().entries).toEqual([entry('one')]);
});

// Stored lists have these field names. If a field gets another name, its stored values are lost.
test('the names in the stored list stay as they are', () => {
  open().save([entry('one')]);
  const [stored] = JSON.parse(readFileSync(file(), 'utf8')).workspaces;
  expect(Object.keys(stored).sort().join(' ')).toBe(
    'accountId baseUrl hasExtensions id kind name token tokenKind userId',
  );
});

test('an empty list stays empty: the last workspace was removed', () => {
  open().save([]);
  expect(open().entries).toEqual([]);
});

test('an entry that cannot be read costs no other entry if there is no copy', () => {
  const text = JSON.stringify({ version: 2, workspaces: [{ id: 7 }, entry('one'), null] });
  writeFileSync(file(), text);
  expect(open().entries).toEqual([entry('one')]);
  const [aside] = readdirSync(path.dirname(file())).filter((name) => name.includes('.damaged-'));
  expect(readFileSync(path.join(path.dirname(file()), aside ?? ''), 'utf8')).toBe(text);
  expect(open().entries).toEqual([entry('one')]);
});
