/**
 * Checks the page that describes the members of Electron which the app uses. The stand-in itself refuses a member that
 * the page does not describe, in every test that runs the app.
 */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { checkUses, describedMembers, StrictEmitter, throwOnUnknownMembers } from '../../build/standin/strict.ts';

const root = path.join(import.meta.dirname, '../..');

test('the page describes no member that the app does not use, and none twice', () => {
  const sources = globSync('electron/**/*.ts', { cwd: root })
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n')
    .replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');
  const isUsed = (member: string) => {
    const [, event] = /\.on\('(.+)'\)$/.exec(member) ?? [];
    if (event) return sources.includes(`'${event}'`);
    if (member.startsWith('new ')) return sources.includes(`${member}(`);
    return new RegExp(`\\.${member.split('.').at(-1)}\\b`).test(sources);
  };
  expect(
    describedMembers.filter((member, index) => !isUsed(member) || describedMembers.indexOf(member) !== index),
  ).toEqual([]);
});

test('the stand-in refuses what the app uses and the page does not describe', async () => {
  class Session extends StrictEmitter {
    static fromPartition() {
      return new Session();
    }
    setProxy() {
      return this.setProxyUnseen();
    }
    setProxyUnseen() {
      return 'set';
    }
    get cookies() {
      return [];
    }
  }
  checkUses('Session', Session as unknown as typeof StrictEmitter);
  const shell = throwOnUnknownMembers('shell', { openPath: () => 'opened', beep: () => undefined });
  const folder = mkdtempSync(path.join(tmpdir(), 'decktop-members-'));
  const file = path.join(folder, 'out/main/probe.mjs');
  mkdirSync(path.dirname(file), { recursive: true });
  const uses = ['setProxy()', 'setProxyUnseen()', 'cookies'].map((use) => `() => session.${use}`);
  writeFileSync(
    file,
    `export const uses = (session, shell, Session) => [${[...uses, '() => shell.openPath()', '() => shell.beep()', '() => new Session()']}];`,
  );
  const { uses: usesOf } = (await import(pathToFileURL(file).href)) as {
    uses: (...args: unknown[]) => (() => unknown)[];
  };
  const outcomes = usesOf(new Session(), shell, Session).map((use) => {
    try {
      return use();
    } catch (error) {
      return (error as Error).message.split(':')[0];
    }
  });
  const refused = (member: string) => `${member} is not described in build/standin/ELECTRON.md`;
  expect(outcomes).toEqual([
    'set',
    ...['Session.setProxyUnseen', 'Session.cookies'].map(refused),
    'opened',
    ...['shell.beep', 'new Session'].map(refused),
  ]);
  rmSync(folder, { recursive: true });
});
