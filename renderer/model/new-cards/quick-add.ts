/**
 * Parses the text of the quick add window: `#tag`, `@owner`, `/deck`, `>run`, `!priority`, `!effort`, `!hand`, and a
 * due date at the end. A word that begins with one of these signs stays in the title if its name is unknown or
 * ambiguous. It also stays in the title if an earlier word sets the same field. A card can have several tags, so a tag
 * stays in the title only if an earlier word is the same tag.
 */
import { type Params, type TaskOnlyField, taskOnlyFieldNames } from '../../../shared/contract/index.ts';
import { type ActStep, actStep } from '../../data/act.ts';
import type { WorkspaceLookups } from '../../data/lookups.ts';
import { nameOf, type Person } from '../../data/people.ts';
import { parseTypedDay } from '../../ui/dates/typed-day.ts';
import { fieldDefinitions, isTaskOnlyField } from '../card-fields/definitions.ts';
import { selectableTaskOnlyValues, taskOnlyValueLabel } from '../card-fields/task.ts';
import { labelOfRun, openRunsOf, phaseOfRun } from '../planning/run-phase.ts';
import { newCardParams } from './new-card.ts';

type QuickAddField = 'tag' | 'owner' | 'deck' | 'run' | 'hand' | 'due' | TaskOnlyField;

export interface QuickAddToken {
  readonly field: QuickAddField;
  /** The text as the person typed it. */
  readonly raw: string;
  readonly value: string | number;
  readonly label: string;
}

interface ParsedQuickAdd {
  /** The text without the tokens. */
  readonly title: string;
  readonly tokens: readonly QuickAddToken[];
}

export interface QuickAddContext {
  readonly lookups: WorkspaceLookups;
  readonly people: readonly Person[];
  readonly me: string | null;
  /** Local day as `YYYY-MM-DD`. */
  readonly today: string;
}

/** A value that can be typed after one of the signs `#@/>!`. */
interface TokenCandidate extends Omit<QuickAddToken, 'raw'> {
  readonly names: readonly string[];
}

const tokenSigns = '#@/>!';

/**
 * Returns only letters and digits, in lower case, so that `/Market-Research` and `/marketresearch` name the same deck.
 */
const lettersAndDigits = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

function candidatesOf(context: QuickAddContext): Readonly<Record<string, readonly TokenCandidate[]>> {
  const { lookups, people, me, today } = context;
  const runs = openRunsOf(lookups);
  return {
    '#': Object.values(lookups.tags).map(({ tag }) => ({ field: 'tag', value: tag, label: tag, names: [tag] })),
    '@': people.map((person) => ({
      field: 'owner',
      value: person.id,
      label: nameOf(person),
      names: [person.name, person.fullName ?? '', ...(person.id === me ? ['me'] : [])],
    })),
    '/': lookups.activeDecks.map(({ id, title }) => ({ field: 'deck', value: id, label: title, names: [title] })),
    '>': runs.map((run) => {
      const label = labelOfRun(run, lookups);
      const phase = phaseOfRun(run, runs, today);
      return { field: 'run', value: run.id, label, names: phase ? [label, phase] : [label] };
    }),
    '!': [
      { field: 'hand', value: 'hand', label: 'Hand', names: ['hand'] },
      ...taskOnlyFieldNames.flatMap((field) =>
        selectableTaskOnlyValues(field, lookups.account).map((value) => {
          const label = taskOnlyValueLabel(field, value, lookups.account);
          return { field, value, label, names: [label, String(value)] };
        }),
      ),
    ],
  };
}

/**
 * Returns the first value with exactly the typed name. If there is none and the text has at least two letters or
 * digits, returns the only value whose name begins with the text. Otherwise returns undefined.
 */
function findCandidate(candidates: readonly TokenCandidate[], typed: string): TokenCandidate | undefined {
  const wanted = lettersAndDigits(typed);
  if (wanted === '') return undefined;
  const exact = candidates.find(({ names }) => names.some((name) => lettersAndDigits(name) === wanted));
  if (exact || wanted.length < 2) return exact;
  const begun = candidates.filter(({ names }) => names.some((name) => lettersAndDigits(name).startsWith(wanted)));
  const values = new Set(begun.map(({ value }) => value));
  return values.size === 1 ? begun[0] : undefined;
}

/**
 * Returns true for a text that can be read as a date but is more likely part of the title:
 * - the beginning of "today", "tomorrow" or "yesterday" ("Tom" is also a name)
 * - a number such as "1.2" (a version)
 * - a whole number, alone or before one word ("3", "3 days")
 */
const isLikelyTitleText = (text: string): boolean =>
  ['today', 'tomorrow', 'yesterday'].some((word) => word !== text && word.startsWith(text)) ||
  /^\d+\.\d+$/.test(text) ||
  /^\d+ ?[a-z]*$/.test(text);

/**
 * Returns the due date at the end of the title, or null. Reads at most three words as the date, and leaves at least one
 * word for the title.
 */
function findDueDateAtEnd(
  words: readonly string[],
  today: string,
): { readonly raw: string; readonly day: string } | null {
  for (let count = Math.min(3, words.length - 1); count > 0; count--) {
    const raw = words.slice(-count).join(' ');
    const day = isLikelyTitleText(raw.toLowerCase()) ? null : parseTypedDay(raw, today);
    if (day !== null) return { raw, day };
  }
  return null;
}

/**
 * Splits the typed text into title and tokens. Words in `keptAsText` stay in the title, because the person rejected
 * them as tokens.
 */
export function parseQuickAdd(text: string, context: QuickAddContext, keptAsText: ReadonlySet<string>): ParsedQuickAdd {
  const candidates = candidatesOf(context);
  const tokens: QuickAddToken[] = [];
  const words: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const sign = word[0] as string;
    const found =
      tokenSigns.includes(sign) && !keptAsText.has(word)
        ? findCandidate(candidates[sign] ?? [], word.slice(1).replace(/[,;:.]$/, ''))
        : undefined;
    const isRepeated = tokens.some(({ field, value }) =>
      found?.field === 'tag' ? value === found.value : field === found?.field,
    );
    if (!found || isRepeated) words.push(word);
    else tokens.push({ field: found.field, raw: word, value: found.value, label: found.label });
  }
  const due = context.lookups.account?.dueDateEnabled === false ? null : findDueDateAtEnd(words, context.today);
  if (!due || keptAsText.has(due.raw)) return { title: words.join(' '), tokens };
  return {
    title: words.slice(0, words.length - due.raw.split(' ').length).join(' '),
    tokens: [...tokens, { field: 'due', raw: due.raw, value: due.day, label: due.raw }],
  };
}

/** Returns the step that creates the card. `deckId` is the deck of the card if the text names no deck. */
export function stepToQuickAddCard(
  { title, tokens }: ParsedQuickAdd,
  deckId: string | null,
  context: QuickAddContext,
): ActStep {
  const typedValue = (field: QuickAddField) => tokens.find((token) => token.field === field)?.value;
  const { lookups, me, today } = context;
  const deck = (typedValue('deck') as string | undefined) ?? deckId;
  const params = newCardParams({ content: title, deckId: deck, column: null, newCardFields: {}, lookups, me, today });
  const tags = tokens.flatMap(({ field, value }) => (field === 'tag' ? [String(value)] : []));
  const chosen: Record<string, unknown> = { ...params };
  for (const { field, value } of tokens) {
    if (isTaskOnlyField(field) ? !params.isDoc : field === 'owner' || field === 'run' || field === 'due')
      chosen[fieldDefinitions[field as 'owner'].property] = value;
  }
  if (tags.length > 0) chosen.masterTags = [...new Set([...(params.masterTags ?? []), ...tags])];
  if (typedValue('hand') !== undefined) chosen.putInQueue = true;
  return actStep('cards/create', chosen as unknown as Params<'cards/create'>);
}
