/**
 * Lists the places of the built pages that make elements or code from a string. The pages' policy forbids them all
 * (`electron/shell/app-protocol.ts`), so each throws when it runs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';

const folder = path.join(import.meta.dirname, '../../out/renderer/assets');
const sink =
  /\.(?:inner|outer)HTML\s*=(?!=)|\.srcdoc\s*=(?!=)|__html:|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|(?:set|parse)HTMLUnsafe|(?<![\w.`])(?:new )?Function\(|(?<![\w.`])eval\(|new (?:Shared)?Worker\b|importScripts/g;

/** Beginnings of the allowed places, and why none of them runs. */
const allowed: readonly (readonly [file: RegExp, code: string, why: string])[] = [
  [/^first-/, '.innerHTML=`<script>', 'React makes a script element so; the app renders none'],
  [/^first-/, '.innerHTML=', 'dangerouslySetInnerHTML of React, which the linter forbids in the app'],
  [/^popups-/, '__html:', 'a script that Base UI renders on a server'],
  [/^BurnUpDialog-/, 'Function(`return this`)', 'decimal.js asks so for the global object where `self` is missing'],
  [/^pug-/, 'Function(``,', 'CodeMirror tests an attribute of Pug; it catches the error'],
];

test('no text becomes elements or code in the built pages', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
  expect(files.length).toBeGreaterThan(10);
  const used = new Set<number>();
  const found = files.flatMap((file) => {
    const source = readFileSync(path.join(folder, file), 'utf8');
    return [...source.matchAll(sink)].flatMap(({ index }) => {
      const code = source.slice(index, index + 60);
      const at = allowed.findIndex(([name, beginning]) => name.test(file) && code.startsWith(beginning));
      used.add(at);
      return at < 0 ? [`${file}: ${source.slice(Math.max(0, index - 40), index + 60)}`] : [];
    });
  });
  expect(found).toEqual([]);
  // What is no longer in the bundle leaves the list.
  expect(allowed.filter((_, at) => !used.has(at)).map(([, code]) => code)).toEqual([]);
});
