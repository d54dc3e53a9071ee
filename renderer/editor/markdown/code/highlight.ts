/** Colours code blocks with CodeMirror's parsers. CodeBlock loads this file when it renders the first block. */
import { LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import type { Tree } from '@lezer/common';
import { classHighlighter, highlightCode } from '@lezer/highlight';

export interface Piece {
  readonly text: string;
  /** Class names of Lezer's `classHighlighter`; empty for plain text. */
  readonly classes: string;
}

/** Longer blocks, in characters, stay plain: rendering that many elements would block the window. */
export const maxCodeLength = 20_000;
/** A block that takes longer to parse stays plain. */
const parseBudgetMs = 200;

/** Names of languages that CodeMirror does not list. */
const aliases: Readonly<Record<string, string>> = { console: 'shell', golang: 'go', json5: 'json', jsonc: 'json' };

/** Splits a code block into coloured pieces, which together are the whole code; null if the block stays plain. */
export async function highlight(code: string, language: string): Promise<readonly Piece[] | null> {
  const name = aliases[language.toLowerCase()] ?? language.toLowerCase();
  const description =
    LanguageDescription.matchLanguageName(languages, name, false) ??
    LanguageDescription.matchFilename(languages, `code.${name}`);
  // LaTeX has the file extension `text`, but a block named so is plain.
  if (!description || name === 'text' || code.length > maxCodeLength) return null;
  const support = await description.load();
  const parse = support.language.parser.startParse(code);
  const deadline = performance.now() + parseBudgetMs;
  let tree: Tree | null = null;
  while (!tree) {
    if (performance.now() > deadline) return null;
    tree = parse.advance();
  }
  try {
    const pieces: Piece[] = [];
    highlightCode(
      code,
      tree,
      classHighlighter,
      (text, classes) => pieces.push({ text, classes }),
      () => pieces.push({ text: '\n', classes: '' }),
    );
    return pieces;
  } catch (error) {
    // @lezer/highlight walks the tree by recursion: thousands of nested brackets overflow the stack.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
