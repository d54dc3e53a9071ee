/** Colours code blocks with CodeMirror's parsers. Markdown.tsx loads this file when it first renders a block. */
import { LanguageDescription } from '@codemirror/language';
import { languages } from '@codemirror/language-data';
import type { Tree } from '@lezer/common';
import { classHighlighter, highlightCode } from '@lezer/highlight';

export interface CodePart {
  readonly text: string;
  /** Class names of Lezer's `classHighlighter`; empty for plain text. */
  readonly classes: string;
}

/** In characters. Rendering the many elements of a longer block would freeze the window. */
export const maxHighlightedCodeLength = 20_000;
/** Chromium needs seconds to draw more elements in one line. */
const maxCodeParts = 4000;
/** In ms. A block that takes longer is not coloured. */
const parseBudgetMs = 200;

/** Language names, each with the name that CodeMirror uses. */
const languageAliases: Readonly<Record<string, string>> = {
  console: 'shell',
  golang: 'go',
  json5: 'json',
  jsonc: 'json',
};

/** The parts together are the whole code. Null if the block is not coloured. */
export async function highlightCodeBlock(code: string, language: string): Promise<readonly CodePart[] | null> {
  const lowered = language.toLowerCase();
  const name = (Object.hasOwn(languageAliases, lowered) && languageAliases[lowered]) || lowered;
  const description =
    LanguageDescription.matchLanguageName(languages, name, false) ??
    LanguageDescription.matchFilename(languages, `code.${name}`);
  // `text` means plain text. CodeMirror would use LaTeX, whose file extension it also is.
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
