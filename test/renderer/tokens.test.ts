/** Every colour comes from the tokens, every token that is used is there, and every one that is there is used. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../../renderer');
const tokens = readFileSync(path.join(root, 'ui/tokens.css'), 'utf8');
const sheets = globSync('**/*.css', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(path.join(root, file), 'utf8').replace(/\/\*.*?\*\//gs, ''),
}));
const scripts = globSync('**/*.{ts,tsx}', { cwd: root }).map((file) => readFileSync(path.join(root, file), 'utf8'));

test('no stylesheet has a colour of its own', () => {
  const own = sheets
    .filter(({ file }) => !file.endsWith('tokens.css'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\([^)]*\)/gi)].map(([color]) => `${file}: ${color}`),
    );
  expect(own).toEqual([]);
});

test('every property that is used is set somewhere', () => {
  const set = new Set(
    [...sheets.map(({ text }) => text), ...scripts].flatMap((text) =>
      [...text.matchAll(/(?<!var\()(--[a-z][a-z0-9-]*)['"]?\]?:/g)].map(([, name]) => name),
    ),
  );
  // Set by the component library, on what it positions and slides.
  const theirs = /^--(?:available|anchor|transform|active|collapsible|scroll|toast|cmdk|radix)-/;
  const missing = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--[a-z][a-z0-9-]*)\s*[,)]/g)]
      .filter(([, name = '']) => !set.has(name) && !theirs.test(name))
      .map(([, name]) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('no token lies about unused', () => {
  const everything = [...sheets.map(({ text }) => text), ...scripts].join('\n');
  const names = new Set([...tokens.matchAll(/^ {2}(--[a-z][a-z0-9-]*):/gm)].map(([, name = '']) => name));
  // Made of a prefix and a value of the interface: `var(--status-${group})`.
  const composed = /^--(?:status|priority|planner)-/;
  const unused = [...names].filter((name) => !composed.test(name) && !new RegExp(`var\\(${name}[,)]`).test(everything));
  expect(unused).toEqual([]);
});
