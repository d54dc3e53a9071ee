// @ts-check
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rootFolder } from './toolchain.mjs';

/** `npm run figures`: prints how large the product and its documents are. */

const smallFileLines = 45;

const read = (/** @type {string} */ file) => readFileSync(path.join(rootFolder, file), 'utf8');
const filesIn = (/** @type {string} */ folder, /** @type {RegExp} */ ending) =>
  readdirSync(path.join(rootFolder, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => path.join(folder, file));
const lineCount = (/** @type {string} */ text) => text.split('\n').length - 1;
const sum = (/** @type {number[]} */ numbers) => numbers.reduce((total, number) => total + number, 0);
const formatted = (/** @type {number} */ number) => number.toLocaleString('en-GB');

/** Lines of block comments, and lines that have nothing but a comment. */
function commentLineCount(/** @type {string} */ text) {
  const lines = text.match(/^[ \t]*(?:\/\/.*|\{?\/\*[\s\S]*?\*\/.*)$/gm) ?? [];
  return sum(lines.map((comment) => comment.split('\n').length));
}

const sources = ['renderer', 'electron', 'shared']
  .flatMap((folder) => filesIn(folder, /\.(?:tsx?|css)$/))
  .map((file) => ({ file, text: read(file) }));
const styles = sources.filter(({ file }) => file.endsWith('.css')).map(({ text }) => text);
const declarations = styles.flatMap((text) =>
  (text.replace(/\/\*[\s\S]*?\*\//g, '').match(/(?<=[{;]\s*)[\w-]+:[^;{}]+(?=[;}])/g) ?? []).map((declaration) =>
    declaration.replace(/\s+/g, ' ').trim(),
  ),
);
const standIn = filesIn('build/standin', /\.(?:ts|[cm]?js)$/).map(read);

/** @type {[string, number][]} */
const figures = [
  ['lines of source', sum(sources.map(({ text }) => lineCount(text)))],
  ['lines of comments', sum(sources.map(({ text }) => commentLineCount(text)))],
  ['lines of CSS', sum(styles.map(lineCount))],
  ['CSS declarations', declarations.length],
  ['distinct CSS declarations', new Set(declarations).size],
  ['files of source', sources.length],
  [`files under ${smallFileLines} lines`, sources.filter(({ text }) => lineCount(text) < smallFileLines).length],
  ['words of ARCHITECTURE', read('ARCHITECTURE.md').split(/\s+/).filter(Boolean).length],
  ['lines of CHANGELOG', lineCount(read('CHANGELOG.md'))],
  ['lines of build/standin', sum(standIn.map(lineCount))],
];
for (const [name, figure] of figures) console.log(`${name.padEnd(28)}${formatted(figure).padStart(8)}`);
