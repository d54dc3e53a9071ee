/**
 * Checks that the files and tests that SECURITY.md names exist. Also checks security settings that a test inside a page
 * cannot see.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test('each protection and each point of the checklist names the file that keeps it and a test that exists', () => {
  const rows = read('SECURITY.md')
    .split('\n')
    .filter((line) => /^\| (?!what|point)/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const points = rows.flatMap(([, what = '']) => (/^\d+\./.test(what) ? [Number.parseInt(what, 10)] : []));
  expect(points).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
  for (const [, what, , file = '', shown = ''] of rows) {
    expect(existsSync(path.join(root, file.replaceAll('`', ''))), `${what}: ${file}`).toBe(true);
    const [, testFile = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(shown) ?? [];
    expect(read(testFile), `${what}: ${shown}`).toContain(`test('${title}'`);
  }
});

test('no window weakens Chromium', () => {
  const files = globSync('electron/**/*.ts', { cwd: root });
  const source = files.map(read).join('\n');
  const weak =
    /webSecurity|allowRunningInsecureContent|experimentalFeatures|enableBlinkFeatures|allowpopups|nodeIntegration\w*: true|contextIsolation: false|sandbox: false|webviewTag: true|appendSwitch\('(no-sandbox|disable-web-security)/;
  expect(weak.exec(source)?.[0]).toBeUndefined();
  // Only these create windows: those that people see, and one that prints a page and runs no scripts.
  const creators = files.filter((file) => /new BrowserWindow\(/.test(read(file))).sort();
  expect(creators).toEqual(['electron/shell/exports.ts', 'electron/shell/windows/windows.ts']);
  expect(read('electron/shell/exports.ts')).toContain('javascript: false');
  for (const file of creators) {
    expect(read(file).match(/new BrowserWindow\(/g)).toHaveLength(1);
    for (const preference of ['contextIsolation: true', 'sandbox: true', 'nodeIntegration: false', 'webviewTag: false'])
      expect(read(file)).toContain(preference);
  }
});

test('Electron is pinned to one version', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
  expect(devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/);
});
