/**
 * Checks that comments and documents mention only documents and rules that exist, and that every path in
 * ARCHITECTURE.md, CHOICES.md and the page of each folder exists.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bridgeCommands } from '../../shared/bridge/index.ts';
import { allActions } from '../../shared/contract/index.ts';
import { isContractRuleId } from '../../shared/contract/rules.ts';

const root = path.join(import.meta.dirname, '../..');

const files = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...['build', 'electron', 'renderer', 'shared', 'test'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  ),
].filter((file) => /\.(?:md|tsx?|mjs|css|grit)$/.test(file) && !/node_modules/.test(file));

/** Returns the text of a document, or the comments of a source file with their lines joined. */
function proseOf(file: string): string {
  const text = readFileSync(path.join(root, file), 'utf8');
  if (file.endsWith('.md')) return text;
  return (text.match(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g) ?? []).join('\n').replaceAll(/\n *(?:\*|\/\/) /g, ' ');
}

const documents = new Set(files.filter((file) => file.endsWith('.md')).map((file) => path.basename(file)));

const prose = files.map((file) => [file, proseOf(file)] as const);

/**
 * Finds names of things that do not exist. `names` extracts the names from the prose of each file. For each name that
 * `isKnown` rejects, the result has a line `file: name`.
 */
const unknown = (names: (text: string) => string[], isKnown: (name: string) => boolean) =>
  prose.flatMap(([file, text]) =>
    names(text)
      .filter((name) => !isKnown(name))
      .map((name) => `${file}: ${name}`),
  );

test('comments and documents name only documents of the repository', () => {
  const names = (text: string) => [...text.matchAll(/(?<!\bout\/)\b[\w-]+\.md\b/g)].map(([name]) => name);
  expect(documents).toContain('ARCHITECTURE.md');
  expect(unknown(names, (name) => documents.has(name))).toEqual([]);
});

// A file that is moved or renamed leaves stale names in the comments of other files, which no tool updates.
test('comments and documents name only source files of the repository', () => {
  const names = (text: string) =>
    [...text.matchAll(/(?<![\w./*<-])[\w-][\w.-]*\.(?:tsx?|mjs|css|grit)\b(?!\/)/g)].map(([name]) => name);
  const known = new Set(files.map((file) => path.basename(file)));
  expect(names('see a.ts, `b-c.module.css` and x/d.ts')).toEqual(['a.ts', 'b-c.module.css']);
  expect(unknown(names, (name) => known.has(name))).toEqual([]);
});

test('comments and documents name only rules that exist', () => {
  const names = (text: string) =>
    [...text.matchAll(/\brules? (`[^`]+`(?:(?:, | and | to )`[^`]+`)*)/g)].flatMap(([, list]) =>
      [...(list ?? '').matchAll(/`([^`]+)`/g)].map(([, id]) => id ?? ''),
    );
  expect(names('(rules `status.snooze`, `hand.full` and `x`)')).toEqual(['status.snooze', 'hand.full', 'x']);
  expect(unknown(names, isContractRuleId)).toEqual([]);
});

const roomPages = ['build', 'electron', 'renderer', 'shared', 'test'].map((folder) => `${folder}/README.md`);

test.each(['ARCHITECTURE.md', 'shared/contract/CHOICES.md', ...roomPages])('every path in %s exists', (document) => {
  const text = readFileSync(path.join(root, document), 'utf8');
  const exists = (name: string) =>
    existsSync(path.join(root, name)) || existsSync(path.join(root, path.dirname(document), name));
  const paths = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, name]) => name ?? '');
  // Names of actions and commands, such as `cards/create`, look like paths, so remove them.
  const files = paths.filter((name) => !Object.hasOwn(allActions, name) && !Object.hasOwn(bridgeCommands, name));
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((name) => !exists(name))).toEqual([]);
});
