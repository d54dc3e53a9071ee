/** Compares the names of classes in style sheets with those that components use. Types cannot: names are strings. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../../renderer');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const scripts = globSync('**/*.{ts,tsx}', { cwd: root }).map((file) => ({ file, text: read(file) }));

/** Names of classes in selectors. Classes of other owners (`:global`) do not count. */
function classesOf(sheet: string): Set<string> {
  const text = sheet.replace(/\/\*.*?\*\//gs, '').replace(/:global\((?:[^()]|\([^()]*\))*\)/g, '');
  const selectors = [...text.matchAll(/([^{};]+)\{/g)].map(([, selector = '']) => selector).join(' ');
  return new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name));
}

/** Expressions of attributes such as `className`. */
function classExpressions(text: string): string[] {
  return [...text.matchAll(/\b\w*[cC]lass(?:Name)?=(?=["{])/g)].map((match) => {
    const from = match.index + match[0].length;
    if (text[from] === '"') return text.slice(from, text.indexOf('"', from + 1) + 1);
    let end = from;
    for (let depth = 0; end === from || depth > 0; end++) depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0;
    return text.slice(from, end);
  });
}

/** Sheets that are texts in a script, for pages with styles of their own. */
const sheetsIn = (text: string): string[] =>
  [...text.matchAll(/`[^`]*?\n(\.[a-z]+ \{[^`]*)`/g)].map(([, sheet = '']) => sheet);

test('classes named in components exist in the shared sheets, and the shared classes are used', () => {
  const sheets = [read('ui/layout.css'), read('ui/base.css'), ...scripts.flatMap(({ text }) => sheetsIn(text))];
  const shared = new Set(sheets.flatMap((sheet) => [...classesOf(sheet)]));
  const names = scripts.flatMap(({ file, text }) =>
    classExpressions(text)
      // Strings that are compared are no classes.
      .flatMap((code) => [...code.replace(/(?:[=!]== |includes\()'[^']*'/g, '').matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)])
      .flatMap(([, single, double]) => (single ?? double ?? '').split(' '))
      .filter(Boolean)
      .map((name) => ({ file, name })),
  );
  expect(names.filter(({ name }) => !shared.has(name))).toEqual([]);
  const used = new Set(names.map(({ name }) => name));
  expect([...classesOf(read('ui/layout.css'))].filter((name) => !used.has(name))).toEqual([]);
});

test('a component and its style sheet name the same classes', () => {
  const usedBySheet = new Map<string, Set<string>>();
  const missing: string[] = [];
  const composed = new Set<string>();
  for (const { file, text } of scripts)
    for (const [, variable, relative = ''] of text.matchAll(/import (\w+) from '(.*\.module\.css)'/g)) {
      const sheet = path.join(path.dirname(file), relative);
      const existing = classesOf(read(sheet));
      const used = usedBySheet.get(sheet) ?? new Set<string>();
      usedBySheet.set(sheet, used);
      for (const [, name = ''] of text.matchAll(new RegExp(`(?<![\\w/])${variable}\\.(\\w+)`, 'g'))) {
        used.add(name);
        if (!existing.has(name)) missing.push(`${file}: ${name}`);
      }
      if (new RegExp(`\\b${variable}\\[`).test(text)) composed.add(sheet);
    }
  expect(missing).toEqual([]);
  const unused = globSync('**/*.module.css', { cwd: root })
    .filter((sheet) => !composed.has(sheet))
    .flatMap((sheet) =>
      [...classesOf(read(sheet))]
        .filter((name) => !usedBySheet.get(sheet)?.has(name))
        .map((name) => `${sheet}: ${name}`),
    );
  expect(unused).toEqual([]);
});
