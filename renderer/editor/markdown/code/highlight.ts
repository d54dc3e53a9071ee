/**
 * Parses code blocks with CodeMirror's parsers, to colour them. CodeBlock.tsx loads this file when it first renders a
 * block.
 */
import { LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import type { Tree } from '@lezer/common';
import { classHighlighter, highlightCode } from '@lezer/highlight';

export interface CodePart {
  readonly text: string;
  /** Class names of Lezer's `classHighlighter`; empty for plain text. */
  readonly classes: string;
}

/**
 * Maximum length of a coloured block, in characters. A longer block has so many elements that rendering them would
 * freeze the window.
 */
export const maxHighlightedCodeLength = 20_000;
/** Maximum number of coloured parts of a block. Chromium needs seconds to draw more elements in one line. */
const maxCodeParts = 4000;
/** Maximum time in ms for parsing a block. A block that takes longer is not coloured. */
const parseBudgetMs = 200;

/** Language names that CodeMirror does not know, each with the name that CodeMirror uses. */
const languageAliases: Readonly<Record<string, string>> = {
  console: 'shell',
  golang: 'go',
  json5: 'json',
  jsonc: 'json',
};

/**
 * Splits a code block into coloured parts, which together are the whole code. Returns null if the block is not
 * coloured.
 */
export async function highlightCodeBlock(code: string, language: string): Promise<readonly CodePart[] | null> {
  const name = languageAliases[language.toLowerCase()] ?? language.toLowerCase();
  const description =
    LanguageDescription.matchLanguageName(languages, name, false) ??
    LanguageDescription.matchFilename(languages, `code.${name}`);
  // The language name `text` means plain text. CodeMirror would use LaTeX, because `text` is also a file extension of
  // LaTeX.
  if (!description || name === 'text' || code.length > maxHighlightedCodeLength) return null;
  const support = await description.load();
  const parse = support.language.parser.startParse(code);
  const deadline = performance.now() + parseBudgetMs;
  let tree: Tree | null = null;
  while (!tree) {
    if (performance.now() > deadline) return null;
    tree = parse.advance();
  }
  try {
    const pieces: CodePart[] = [];
    const add = (text: string, classes: string) => {
      const last = pieces.at(-1);
      if (last?.classes === classes) pieces[pieces.length - 1] = { text: last.text + text, classes };
      else pieces.push({ text, classes });
    };
    highlightCode(code, tree, classHighlighter, add, () => add('\n', ''));
    return pieces.length > maxCodeParts ? null : pieces;
  } catch (error) {
    // highlightCode is recursive: thousands of nested brackets overflow the stack.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
