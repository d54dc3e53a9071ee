import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

/** Cases for the linter: a file, an import statement in this file, and whether the linter must allow the import. */
const imports: [file: string, statement: string, allowed: boolean][] = [
  ['shared/contract/a.ts', `import { x } from './b.ts';`, true],
  ['shared/contract/b.ts', `import x from 'node:fs';`, false],
  ['shared/contract/c.ts', `import { x } from 'electron';`, false],
  ['shared/domain/d.ts', `import x from 'react';`, false],
  ['shared/domain/e.ts', `import x from 'better-sqlite3';`, false],
  ['shared/domain/f.ts', `import { x } from '../../electron/engine/x.ts';`, false],
  ['shared/domain/g.ts', `import { x } from '../../renderer/ui/x.ts';`, false],
  ['renderer/board/a.ts', `import { x } from '../../shared/domain/x.ts';`, true],
  ['renderer/board/b.ts', `import { x } from '../../electron/engine/x.ts';`, false],
  ['renderer/board/c.ts', `import x from 'node:path';`, false],
  ['renderer/board/d.ts', `import { x } from 'electron';`, false],
  // The folders of the renderer form tiers: a file may import only from its own folder and from lower tiers.
  ['renderer/app/a.ts', `import { x } from '../views/hand/x.ts';`, true],
  ['renderer/views/hand/a.ts', `import { x } from '../../board/x.ts';`, true],
  ['renderer/views/hand/b.ts', `import { x } from '../../app/x.ts';`, false],
  ['renderer/views/hand/c.ts', `import { x } from '../runs/x.ts';`, false],
  ['renderer/card-panel/a.ts', `import { x } from '../cards/x.ts';`, true],
  ['renderer/card-panel/b.ts', `import { x } from '../views/hand/x.ts';`, false],
  ['renderer/card-panel/c.ts', `const x = await import('../views/hand/x.ts');`, false],
  ['renderer/decks/a.ts', `import { x } from '../board/x.ts';`, false],
  ['renderer/dnd/a.ts', `import { x } from '../cards/x.ts';`, false],
  ['renderer/model/a.ts', `import { x } from '../data/x.ts';`, true],
  ['renderer/model/b.ts', `import { x } from '../workbench/x.ts';`, false],
  ['renderer/model/c.ts', `import { useState as x } from 'react';`, false],
  ['renderer/data/a.ts', `import { x } from '../model/x.ts';`, false],
  ['renderer/ui/a.ts', `import { x } from '../data/x.ts';`, false],
  ['renderer/ui/b.ts', `export * from '../model/x.ts'; export const x = 1;`, false],
  // React's `lazy` and `Suspense` can show loaded code up to 300 ms late, so the app uses renderer/ui/lazy-component.ts
  // instead.
  ['renderer/ui/c.ts', `import { lazy as x } from 'react';`, false],
  ['renderer/ui/d.ts', `import { Suspense as x } from 'react';`, false],
  ['renderer/ui/e.ts', `import { useState as x } from 'react';`, true],
  ['electron/engine/a.ts', `import { x } from '../../shared/contract/x.ts';`, true],
  ['electron/engine/b.ts', `import { x } from '../service/x.ts';`, false],
  ['electron/engine/c.ts', `import { x } from '../client/x.ts';`, false],
  ['electron/engine/d.ts', `import { app as x } from 'electron';`, false],
  ['electron/engine/e.ts', `import { x } from '../../renderer/ui/x.ts';`, false],
  ['electron/client/a.ts', `import { x } from '../replica/x.ts';`, false],
  ['electron/client/b.ts', `import { x } from '../engine/x.ts';`, true],
  ['electron/replica/a.ts', `import { x } from '../client/x.ts';`, true],
  ['electron/replica/b.ts', `import { x } from '../workspace/x.ts';`, false],
  ['electron/replica/c.ts', `import { x } from '../service/x.ts';`, false],
  ['electron/service/a.ts', `import { x } from '../engine/x.ts';`, true],
  ['electron/service/b.ts', `import { x } from '../replica/x.ts';`, false],
  ['electron/workspace/a.ts', `import { x } from '../replica/x.ts';`, true],
  ['electron/workspace/b.ts', `import { x } from '../service/x.ts';`, false],
  ['electron/workspace/c.ts', `import { x } from '../shell/x.ts';`, false],
  ['electron/shell/a.ts', `import { x } from '../service/x.ts';`, true],
  ['electron/shell/b.ts', `import { BrowserWindow as x } from 'electron';`, true],
  ['electron/shell/c.ts', `import { ipcMain as x } from 'electron';`, false],
  ['electron/shell/bridge-queries.ts', `import { ipcMain as x } from 'electron';`, true],
  ['electron/main.ts', `import { ipcMain as x } from 'electron';`, false],
  ['electron/preload.ts', `import { ipcRenderer as x } from 'electron';`, true],
  ['electron/shell/d.ts', `import { x } from '../../test/support/x.ts';`, false],
];

/** Each entry has a file, a text that violates one lint rule, and the rule that the linter must report. */
const lintViolations: [file: string, text: string, rule: string][] = [
  ['electron/engine/any.ts', 'export const x: any = 1;\n', 'lint/suspicious/noExplicitAny'],
  ['electron/engine/ignore.ts', '// @ts-ignore\nexport const x = 1;\n', 'lint/suspicious/noTsIgnore'],
  ['renderer/board/alt.tsx', 'export const X = () => <img src="a.png" />;\n', 'lint/a11y/useAltText'],
];

const folder = mkdtempSync(path.join(tmpdir(), 'decktop-lint-'));
const found = new Map<string, string[]>();

beforeAll(() => {
  for (const file of ['.biome.json', 'build/tiers.grit']) cpSync(path.join(root, file), path.join(folder, file));
  const seed = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  for (const [file, statement] of imports) seed(file, `${statement}\nconsole.log(x);\n`);
  for (const [file, text] of lintViolations) seed(file, text);
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  const run = spawnSync(
    process.execPath,
    [biome, 'lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.'],
    { cwd: folder, encoding: 'utf8' },
  );
  const report: { diagnostics: { category: string; location: { path: string | { file: string } } }[] } = JSON.parse(
    run.stdout,
  );
  for (const { category, location } of report.diagnostics) {
    const file = typeof location.path === 'string' ? location.path : location.path.file;
    found.set(file, [...(found.get(file) ?? []), category]);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(imports)('%s: %s allowed: %s', (file, _statement, allowed) => {
  const refusals = ['lint/style/noRestrictedImports', 'plugin'];
  expect(found.get(file)?.some((category) => refusals.includes(category)) ?? false).toBe(!allowed);
});

test.each(lintViolations)('%s breaks a rule: %s %s', (file, _text, rule) => {
  expect(found.get(file)).toContain(rule);
});
