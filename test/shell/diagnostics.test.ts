/** Checks that the copied diagnostics contain the data that support needs, and no private data. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { diagnosticsText, redactLogDetails } from '../../electron/shell/diagnostics.ts';
import type { SyncStatus, Workspace } from '../../shared/bridge/index.ts';

let home: string;
const workspace: Workspace = {
  id: 'w',
  kind: 'remote',
  isDemo: false,
  name: 'Secret project',
  baseUrl: 'https://planning.company.example/api',
  accountId: 'a',
  userId: 'u',
  tokenKind: 'personal',
  tokenIsStored: true,
  hasExtensions: false,
};
const failure = {
  kind: 'rejected',
  code: 'invalid_value',
  status: 400,
  message: "'Buy the rival' is too long",
} as const;
const status = {
  ...{ phase: 'offline', waiting: 3, attention: 1, failure, missingScopes: [] },
  wrongValues: { 'card.title': 2 },
} as unknown as SyncStatus;

beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'decktop-home-'));
  mkdirSync(path.join(home, 'reports', 'completed'), { recursive: true });
  writeFileSync(path.join(home, 'reports', 'completed', '1234.dmp'), '');
  writeFileSync(
    path.join(home, 'decktop.log'),
    [
      '[2026-03-02 09:00:00.000] [warn]  A waiting file could not be sent {"error":"TypeError: Buy the rival\\n    at send (electron/workspace/uploader.ts:90:12)","workspace":"w","tries":3}',
      '[2026-03-02 09:00:01.000] [info]  Connected to https://planning.company.example/api',
      '[2026-03-02 09:00:02.000] [warn]  A link was refused {"link":"decktop://add?text=Buy the rival"}',
    ].join('\n'),
  );
});
afterEach(() => rmSync(home, { recursive: true }));

const text = (withHosts: boolean, homeFolder = home) =>
  diagnosticsText({
    info: {
      version: '1.2.3',
      electron: '45.0.0',
      chrome: '150',
      node: '24',
      platform: 'linux x64',
      userData: `${home}/data`,
      logFile: `${home}/decktop.log`,
    },
    workspaces: [workspace],
    statuses: [{ id: 'w', name: workspace.name, status }],
    reports: path.join(home, 'reports'),
    home: homeFolder,
    withHosts,
  });

test('diagnostics name versions, states, crash reports and places in the code', () => {
  expect(text(false)).toContain('Decktop 1.2.3, Electron 45.0.0');
  expect(text(false)).toContain('3 waiting, 1 need attention, last failure: rejected (invalid_value)');
  expect(text(false)).toContain('rows with a wrong value: card.title 2');
  expect(text(false)).toContain('1234.dmp');
  expect(text(false)).toContain('at send (electron/workspace/uploader.ts:90:12)');
  expect(text(false)).toContain('Data folder: ~/data');
});

test('diagnostics contain no text of a card, no name of a workspace and no personal folder', () => {
  for (const withHosts of [false, true]) {
    expect(text(withHosts)).not.toMatch(/rival|Secret project/);
    expect(text(withHosts)).not.toContain(home);
  }
});

// The home folder must also be replaced where it is part of a URL and has percent signs, not only as a plain path.
test.each([
  ['C:\\Users\\Anna Müller', 'file:///C:/Users/Anna%20M%C3%BCller/Decktop/main.js'],
  ['/home/müller', 'file:///home/m%C3%BCller/decktop/main.js'],
])('stack lines do not name the home folder %j', (folder, url) => {
  const error = `Error: no\n    at start (${url}:1:2)`;
  writeFileSync(path.join(home, 'decktop.log'), `[warn]  It failed ${JSON.stringify({ error })}`);
  const written = text(false, folder);
  expect(written).toContain('at start (file://~/');
  expect(written).not.toMatch(/m%C3%BCller/i);
});

test('hosts of services are numbers unless the person includes them', () => {
  expect(text(false)).not.toContain('company');
  expect(text(false)).toContain('https://service-1/api');
  expect(text(true)).toContain('https://planning.company.example/api');
});

test.each([
  ['no details', 'no details'],
  ['codes stay {"code":"ECONNRESET","count":2}', 'codes stay {"code":"ECONNRESET","count":2}'],
  ['texts go {"a":"two words","b":{"c":1}}', 'texts go {"a":"…","b":"…"}'],
  ['unreadable details go {"a', 'unreadable details go …'],
])('of the line %j', (line, kept) => expect(redactLogDetails(line)).toBe(kept));
