/** Completions of `#tag`, `@person`, `$code` and `/command` in the markdown editor. */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
  pickedCompletion,
} from '@codemirror/autocomplete';
import type { EditorState } from '@codemirror/state';
import { bestMatches } from '../ui/text/text.ts';
import { wordCompletionTransaction } from './completion-space.ts';

export interface AutocompleteData {
  people(): readonly { readonly id: string; readonly name: string; readonly fullName: string | null }[];
  tags(): readonly { readonly tag: string; readonly emoji: string | null }[];
  /** By title, content or short code. */
  cards(
    text: string,
  ): Promise<readonly { readonly code: string | null; readonly title: string; readonly deckTitle: string | null }[]>;
  /** Local date, `YYYY-MM-DD`. */
  today(): string;
}

const maxOptions = 20;

/** `typed` is the text before the cursor. Null if there is no mention. */
export function mentionAtEnd(
  typed: string,
): { readonly sign: '#' | '@' | '$'; readonly text: string; readonly length: number } | null {
  const match = /(?:^|[\s([{"'“‘,;:!?—–>])([#@$])([\p{L}\p{N}\p{M}_.-]*)$/u.exec(typed);
  if (!match) return null;
  const [, sign, text = ''] = match;

  return { sign: sign as '#' | '@' | '$', text, length: text.length + 1 };
}

export function mentionCompletionSource(completionData: AutocompleteData): CompletionSource {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const line = context.state.doc.lineAt(context.pos);
    const word = mentionAtEnd(line.text.slice(0, context.pos - line.from));
    if (!word) return null;
    const from = context.pos - word.length;
    const options = await completionsFor(word, completionData);
    if (context.aborted || options.length === 0) return null;
    return { from, options, filter: false };
  };
}

async function completionsFor(
  { sign, text }: { sign: '#' | '@' | '$'; text: string },
  { tags, people, cards }: AutocompleteData,
): Promise<Completion[]> {
  switch (sign) {
    case '#':
      // A single `#` can become the start of a heading, so tags are offered only after a letter.
      if (text === '') return [];
      return bestMatches(tags(), text, ({ tag }) => [tag], maxOptions).map(({ tag, emoji }) =>
        wordCompletion(`#${tag}`, 'tag', emoji),
      );
    case '@':
      return bestMatches(people(), text, ({ name, fullName }) => [name, fullName ?? ''], maxOptions).map(
        ({ name, fullName }) => wordCompletion(`@${name}`, 'person', fullName),
      );
    case '$': {
      if (text === '') return [];
      const found = (await cards(text)).filter(({ code }) => code !== null).slice(0, maxOptions);
      return found.map(({ code, title, deckTitle }) => {
        const word = `$${bareCode(code)}`;
        return { ...wordCompletion(word, 'card', [word, deckTitle].filter(Boolean).join(' · ')), displayLabel: title };
      });
    }
  }
}

/** Inserts the word and a space. */
const wordCompletion = (word: string, type: string, detail: string | null): Completion => ({
  label: word,
  type,
  ...(detail ? { detail } : {}),
  apply: (view, completion, from, to) =>
    view.dispatch({
      ...wordCompletionTransaction(view.state, word, from, to),
      annotations: pickedCompletion.of(completion),
    }),
});

const bareCode = (code: string | null) => (code ?? '').replace(/^\$/, '');

interface SlashCommand {
  readonly name: string;
  readonly description: string;
  /** The command is also found by these. */
  readonly keywords: readonly string[];
  /** `|` marks the cursor position. */
  insert(completionData: Pick<AutocompleteData, 'today'>): string;
}

const slashCommand = (
  name: string,
  description: string,
  insert: string | SlashCommand['insert'],
  ...keywords: string[]
): SlashCommand => ({ name, description, keywords, insert: typeof insert === 'string' ? () => insert : insert });

export const slashCommands: readonly SlashCommand[] = [
  slashCommand('checkbox', 'A line to tick', '- [ ] |', 'task', 'todo', 'checklist'),
  slashCommand('list', 'Bullets', '- |', 'bullet'),
  slashCommand('numbers', 'A numbered list', '1. |', 'ordered'),
  slashCommand('heading', 'A heading', '## |', 'title', 'h2'),
  slashCommand('small heading', 'A smaller heading', '### |', 'h3'),
  slashCommand('quote', 'Somebody’s words', '> |'),
  slashCommand('code', 'A block of code', '```\n|\n```', 'block', 'source'),
  slashCommand('table', 'Rows and columns', '| | |\n| - | - |\n| | |', 'grid'),
  slashCommand('line', 'A line across', '---\n|', 'divider', 'rule'),
  slashCommand('link', 'An address', '[|](https://)', 'url'),
  slashCommand('card', 'Name another card', '$|', 'reference'),
  slashCommand('person', 'Mention somebody', '@|', 'mention'),
  slashCommand('tag', 'A tag', '#|'),
  slashCommand('today', 'The date of today', ({ today }) => `${today()} |`, 'date', 'day'),
];

/** These insert within a line. All other commands insert a block, which needs its own line. */
const inlineCommands = new Set(['link', 'card', 'person', 'tag', 'today']);
/**
 * These need an empty line before them: otherwise a table becomes part of the paragraph above, and `---` makes this
 * paragraph a heading.
 */
const joiningCommands = new Set(['table', 'line']);

export function lineBreaksBeforeSlashCommand(name: string, state: EditorState, from: number): string {
  if (inlineCommands.has(name)) return '';
  const line = state.doc.lineAt(from);
  const isOwnLine = /^[\s>]*$/.test(state.sliceDoc(line.from, from));
  const joins = joiningCommands.has(name);
  if (!isOwnLine) return joins ? '\n\n' : '\n';
  const above = line.number > 1 ? state.doc.line(line.number - 1).text : '';
  return joins && /[^\s>]/.test(above) && from === line.from ? '\n' : '';
}

/** With the cursor's offset in the text. */
export function slashCommandInsertion(
  chosen: SlashCommand,
  completionData: Pick<AutocompleteData, 'today'>,
): { text: string; cursor: number } {
  const marked = chosen.insert(completionData);
  // In a table, `|` separates cells. The cursor goes into the first cell.
  if (chosen.name === 'table') return { text: marked, cursor: 2 };
  const cursor = marked.indexOf('|');
  return cursor < 0 ? { text: marked, cursor: marked.length } : { text: marked.replace('|', ''), cursor };
}

/** `typed` is the text before the cursor. Null if there is no command. */
export function slashCommandAtEnd(typed: string): string | null {
  return /(?:^|\s)\/([\p{L} ]{0,20})$/u.exec(typed)?.[1] ?? null;
}

export function slashCompletionSource(completionData: Pick<AutocompleteData, 'today'>): CompletionSource {
  return (context) => {
    const line = context.state.doc.lineAt(context.pos);
    const typed = slashCommandAtEnd(line.text.slice(0, context.pos - line.from));
    if (typed === null) return null;
    const options = bestMatches(slashCommands, typed, ({ name, keywords }) => [name, ...keywords], maxOptions);
    if (options.length === 0) return null;
    return {
      from: context.pos - typed.length - 1,
      filter: false,
      options: options.map((chosen) => ({
        label: `/${chosen.name}`,
        displayLabel: chosen.name,
        detail: chosen.description,
        type: 'command',
        apply: (view, _completion, from, to) => {
          const { text, cursor } = slashCommandInsertion(chosen, completionData);
          const breaks = lineBreaksBeforeSlashCommand(chosen.name, view.state, from);
          view.dispatch({
            changes: { from, to, insert: breaks + text },
            selection: { anchor: from + breaks.length + cursor },
          });
        },
      })),
    };
  };
}
