/** A card as a Markdown file: its fields, then its text. `import/own-folder.ts` reads such files again. */

import { frontmatterText } from './import/markdown-folder.ts';
import { ownFileParts } from './import/own-folder.ts';
import { foldText } from './search-text.ts';

export const fieldLine = (heading: string, value: string | readonly string[]): string =>
  `${heading}: ${JSON.stringify(value)}`;

export const markdownFileText = (fieldLines: readonly string[], content: string): string =>
  `---\n${fieldLines.join('\n')}\n---\n${content}\n`;

/** Windows refuses these, with any extension. */
const reservedName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;
const maxNameCharacters = 60;

/** Unique among the names that were given before: some systems do not tell letters by case. */
export class FileNames {
  readonly #taken: Set<string>;
  /** By name, the last number that was tried: many cards can have one title. */
  readonly #numbers = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set([...taken].map((name) => name.toLowerCase()));
  }

  take(wanted: string, extension = ''): string {
    const plain = [...wanted.normalize('NFC').toWellFormed()].slice(0, maxNameCharacters).join('');
    const allowed = plain
      .replaceAll(/[\p{C}/\\:*?"<>|]+/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .replace(/^[. ]+/, '')
      .replace(/[. ]+$/, '');
    const base = allowed === '' ? 'Untitled' : reservedName.test(allowed) ? `${allowed}_` : allowed;
    const numbered = `${base}${extension}`.toLowerCase();
    for (let count = (this.#numbers.get(numbered) ?? 0) + 1; ; count++) {
      const name = `${count === 1 ? base : `${base} ${count}`}${extension}`;
      const key = name.toLowerCase();
      if (this.#taken.has(key)) continue;
      this.#taken.add(key);
      this.#numbers.set(numbered, count);
      return name;
    }
  }
}

// ---- Files of a living folder (electron/workspace/living)

/** What such a file says of its card before the text. */
export const livingHeadings = [
  'Status',
  'Owner',
  'Priority',
  'Effort',
  'Milestone',
  'Run',
  'Due date',
  'Tags',
  'Hero card id',
  'Card id',
] as const;
export type LivingHeading = (typeof livingHeadings)[number];

/** By heading; tags are separated by `, `. */
export type LivingFields = Readonly<Record<LivingHeading, string>>;

export interface LivingFile {
  /** Empty for what the file does not say. */
  readonly fields: LivingFields;
  /** False if the file has no block of fields at all. */
  readonly hasFields: boolean;
  readonly content: string;
  /** Lines of the block that are the person's own. */
  readonly otherLines: readonly string[];
  /** Why the block cannot be read, or null. */
  readonly fault: string | null;
}

const headingByName = new Map(livingHeadings.map((heading) => [foldText(heading), heading]));
/** By these Decktop knows its own files. */
const alwaysWritten = new Set<LivingHeading>(['Card id', 'Hero card id']);

export function readLivingFile(text: string): LivingFile {
  const { fields: found, body, fault, lines } = ownFileParts(text);
  const fields = Object.fromEntries(livingHeadings.map((heading) => [heading, ''])) as Record<LivingHeading, string>;
  for (const [key, value] of found) {
    const heading = headingByName.get(foldText(key));
    if (heading) fields[heading] = frontmatterText(value).trim();
  }
  return {
    fields,
    hasFields: lines !== null,
    content: body.replace(/\n$/, ''),
    otherLines: otherLines(lines ?? []),
    fault,
  };
}

/** Keys that Decktop does not write, comments, and what belongs to them. */
function otherLines(lines: readonly string[]): string[] {
  let isOwn = false;
  return lines.filter((line) => {
    const key = /^([^\s:#"'-][^:]{0,100}|"[^"]{1,100}"):/.exec(line)?.[1];
    if (key !== undefined) isOwn = headingByName.has(foldText(key.replaceAll('"', '').trim()));
    else if (!/^(?:[ \t]|-[ \t]|$)/.test(line)) isOwn = false;
    return !isOwn;
  });
}

export function livingFileText(
  fields: LivingFields,
  tags: readonly string[],
  content: string,
  otherLines: readonly string[],
): string {
  const lines = livingHeadings.flatMap((heading) => {
    if (heading === 'Tags') return tags.length > 0 ? [fieldLine(heading, tags)] : [];
    return fields[heading] !== '' || alwaysWritten.has(heading) ? [fieldLine(heading, fields[heading])] : [];
  });
  return markdownFileText([...lines, ...otherLines], content);
}
