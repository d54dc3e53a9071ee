/** Checks that stylesheets take all colours from renderer/ui/tokens.css, and that tokens exist and are used. */
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

test('every used custom property is set somewhere', () => {
  const set = new Set(
    [...sheets.map(({ text }) => text), ...scripts].flatMap((text) =>
      [...text.matchAll(/(?<!var\()(--[a-z][a-z0-9-]*)['"]?\]?:/g)].map(([, name]) => name),
    ),
  );
  // Libraries, not tokens.css, define the variables with these prefixes.
  const theirs = /^--(?:available|anchor|transform|active|collapsible|scroll|toast|cmdk|radix)-/;
  const missing = sheets.flatMap(({ file, text }) =>
    [...text.matchAll(/var\((--[a-z][a-z0-9-]*)\s*[,)]/g)]
      .filter(([, name = '']) => !set.has(name) && !theirs.test(name))
      .map(([, name]) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every token is used', () => {
  const everything = [...sheets.map(({ text }) => text), ...scripts].join('\n');
  const names = new Set([...tokens.matchAll(/^ {2}(--[a-z][a-z0-9-]*):/gm)].map(([, name = '']) => name));
  // The code builds names with these prefixes, for example `var(--status-${group})`, so a search does not find them.
  const composed = /^--(?:status|priority|milestone)-/;
  const unused = [...names].filter((name) => !composed.test(name) && !new RegExp(`var\\(${name}[,)]`).test(everything));
  expect(unused).toEqual([]);
});

// A space that is none of the tokens makes neighbours differ by a pixel or two. 1 px is the width of a border.
test('padding, margins and gaps are steps of the scale, and sizes of text are tokens', () => {
  const steps = new Set(['0', '1', ...[...tokens.matchAll(/--space-\d+: (\d+)px/g)].map(([, step = '']) => step)]);
  const others = sheets
    .filter(({ file }) => !file.endsWith('tokens.css'))
    .flatMap(({ file, text }) =>
      [
        ...text.matchAll(/(?<![-a-z])(?:(?:padding|margin)(?:-[a-z-]+)?|(?:row-|column-)?gap|font-size):\s*([^;]+)/g),
      ].flatMap(([all, value = '']) => {
        const wrong = [...value.matchAll(/([\d.]+)(px|em|rem)/g)].some(
          ([, size = '', unit]) => all.startsWith('font-size') || unit !== 'px' || !steps.has(size),
        );
        return wrong && !value.includes('--avatar-size') ? [`${file}: ${all}`] : [];
      }),
    );
  expect(others).toEqual([]);
});
