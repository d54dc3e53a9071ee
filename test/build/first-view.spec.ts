/** Checks the files that a window loads before its first view: they are small, and the font is preloaded. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const folder = path.join(import.meta.dirname, '../../out/renderer');
/** 13,000 of them are the names of characters such as `&eacute;` in titles. */
const maxGzipBytes = 256_000;

// The first view must not statically import code that is only needed later: other views, the editor, charts, popups.
test('the first scripts and styles are small', () => {
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const files = [
    ...new Set([...page.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file = '']) => file)),
  ];
  expect(files.length).toBeGreaterThan(1);
  const sizes = files.map((file) => ({ file, bytes: gzipSync(readFileSync(path.join(folder, file))).length }));
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const largest = sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 6);
  expect(total, `${total} bytes; the largest: ${JSON.stringify(largest)}`).toBeLessThanOrEqual(maxGzipBytes);
});

// Without preloading, the font arrives only after the first text is drawn, and the page has to be laid out again.
test('fonts are preloaded with the page', () => {
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const [, file = ''] = /<link rel="preload" as="font"[^>]* crossorigin href="\.\/assets\/([^"]+)"/.exec(page) ?? [];
  const [, style = ''] = /<link rel="stylesheet"[^>]* href="\.\/(assets\/[^"]+)"/.exec(page) ?? [];
  expect(file).toMatch(/latin-opsz-normal/);
  expect(readFileSync(path.join(folder, style), 'utf8')).toContain(file);
});
