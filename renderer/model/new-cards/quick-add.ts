/**
 * The short forms of a new card's title, in any order and at any place. A word that begins with a sign stays in the
 * title if its name is unknown or ambiguous, or if an earlier word sets the same field. A card can have several tags, so
 * a tag stays in the title only if an earlier word is the same tag.
 */
import { type Params, type TaskOnlyField, taskOnlyFieldNames } from '../../../shared/contract/index.ts';
import { foldCase, foldText } from '../../../shared/domain/search-text.ts';
import { tagFromTyped } from '../../../shared/domain/text-tokens.ts';
import { type ActStep, actStep } from '../../data/act.ts';
import type { WorkspaceLookups } from '../../data/lookups.ts';
import { nameOf, type Person } from '../../data/people.ts';
import { dayMonthYearText } from '../../ui/dates/day-text.ts';
import { parseTypedDay } from '../../ui/dates/typed-day.ts';
import { fieldDefinitions, fieldLabelOf, isTaskOnlyField } from '../card-fields/definitions.ts';
import { enumValuesOf, selectableTaskOnlyValues, taskOnlyValueLabel } from '../card-fields/task.ts';
import { labelOfRun, openRunsOf, phaseOfRun } from '../planning/run-phase.ts';
import { type NewCardInput, type NewCardText, newCardParams } from './new-card.ts';

interface ParsedQuickAdd {
  /** Without the tokens. */
  readonly title: string;
  readonly tokens: readonly QuickAddToken[];
}

type QuickAddField = 'tag' | 'owner' | 'deck' | 'run' | 'hand' | 'due' | TaskOnlyField;

export interface QuickAddToken {
  readonly field: QuickAddField;
  readonly raw: string;
  readonly value: string | number;
  readonly label: string;
}

export interface QuickAddContext {
  readonly lookups: WorkspaceLookups;
  readonly people: readonly Person[];
  readonly me: string | null;
  /** Local day as `YYYY-MM-DD`. */
  readonly today: string;
}

/** Typed after a sign. */
interface TokenCandidate extends Omit<QuickAddToken, 'raw'> {
  readonly names: readonly string[];
}

interface ShortForm {
  /** Begins with the sign; the due date has none. */
  readonly example: string;
  readonly meaning: string;
  readonly candidates?: (context: QuickAddContext) => readonly TokenCandidate[];
  /** For a text that names no candidate. */
  readonly newValue?: (typed: string) => TokenCandidate | undefined;
}

const [rankedFields, numberFields] = [true, false].map((isRanked) =>
  taskOnlyFieldNames.filter((field) => (enumValuesOf(field) !== null) === isRanked),
) as [TaskOnlyField[], TaskOnlyField[]];

/** One sign for each field; the parser and the help use this list alone. */
export function shortFormsOf(account: WorkspaceLookups['account']): readonly ShortForm[] {
  const [highest = ''] = selectableTaskOnlyValues('priority', account);
  return [
    {
      example: '#tag',
      meaning: 'Tag, also a new one',
      candidates: ({ lookups }) =>
        Object.values(lookups.tags).map(({ tag }) => ({ field: 'tag', value: tag, label: tag, names: [tag] })),
      newValue: (typed) => {
        const tag = tagFromTyped(typed);
        return tag === null ? undefined : { field: 'tag', value: tag, label: `${tag} (new)`, names: [] };
      },
    },
    {
      example: '@name',
      meaning: 'Owner; @me is you',
      candidates: ({ people, me }) =>
        people.map((person) => ({
          field: 'owner',
          value: person.id,
          label: nameOf(person),
          names: [person.name, person.fullName ?? '', ...(person.id === me ? ['me'] : [])],
        })),
    },
    {
      example: '/deck',
      meaning: 'Deck',
      candidates: ({ lookups }) =>
        lookups.activeDecks.map(({ id, title }) => ({ field: 'deck', value: id, label: title, names: [title] })),
    },
    ...(account?.sprintsEnabled === false ? [] : [runForm]),
    {
      example: `!${lettersAndDigits(taskOnlyValueLabel('priority', highest, account))}`,
      meaning: 'Priority; !1 is the highest',
      candidates: () =>
        rankedFields.flatMap((field) =>
          selectableTaskOnlyValues(field, account).map((value, rank) => {
            const label = taskOnlyValueLabel(field, value, account);
            return { field, value, label, names: [label, String(rank + 1)] };
          }),
        ),
    },
    {
      example: '!hand',
      meaning: 'Into your Hand',
      candidates: () => [{ field: 'hand', value: 'hand', label: 'Hand', names: ['hand'] }],
    },
    {
      example: '=3',
      meaning: 'Effort',
      newValue: (typed) =>
        /^\d{1,4}$/.test(typed) && numberFields[0]
          ? { field: numberFields[0], value: Number(typed), label: String(Number(typed)), names: [] }
          : undefined,
    },
    ...(account?.dueDateEnabled === false
      ? []
      : [{ example: 'tomorrow', meaning: 'Due date; also fri, in 2 weeks, 24 Dec, by 24/12' }]),
  ];
}

const runForm: ShortForm = {
  example: '>run',
  meaning: 'Run; also >current and >next',
  candidates: ({ lookups, today }) => {
    const runs = openRunsOf(lookups);
    return runs.map((run) => {
      const label = labelOfRun(run, lookups);
      const phase = phaseOfRun(run, runs, today);
      return { field: 'run', value: run.id, label, names: phase ? [label, phase] : [label] };
    });
  },
};

const tokenSigns = '#@/>!=';

/** So that `/Market-Research` and `/marketresearch` name the same deck. */
const lettersAndDigits = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, '');

/** By sign. */
function formsBySign(context: QuickAddContext): ReadonlyMap<string, (typed: string) => TokenCandidate | undefined> {
  const bySign = Map.groupBy(
    shortFormsOf(context.lookups.account).filter(({ example }) => tokenSigns.includes(example.charAt(0))),
    ({ example }) => example.charAt(0),
  );
  return new Map(
    [...bySign].map(([sign, forms]) => {
      const candidates = forms
        .flatMap((form) => form.candidates?.(context) ?? [])
        .map((candidate) => ({ ...candidate, names: candidate.names.map(lettersAndDigits) }));
      return [
        sign,
        (typed) => findCandidate(candidates, typed) ?? forms.map((form) => form.newValue?.(typed)).find(Boolean),
      ];
    }),
  );
}

/**
 * The first value with exactly the typed name, else, if the text has at least two letters or digits, the only value
 * whose name begins with the text.
 */
function findCandidate(candidates: readonly TokenCandidate[], typed: string): TokenCandidate | undefined {
  const wanted = lettersAndDigits(typed);
  if (wanted === '') return undefined;
  const exact = candidates.find(({ names }) => names.includes(wanted));
  if (exact || wanted.length < 2) return exact;
  const begun = candidates.filter(({ names }) => names.some((name) => name.startsWith(wanted)));
  const values = new Set(begun.map(({ value }) => value));
  return values.size === 1 ? begun[0] : undefined;
}

/** Words that belong to the date after them. After one, also a fraction is a date ("by 1/12"). */
const timeWords: ReadonlySet<string> = new Set(['on', 'by', 'due', 'until', 'till']);
/** Without a time word. */
const maxDateWords = 3;
/** Bounds the time for texts without spaces. */
const maxDateWordLength = 20;

/**
 * Returns the day that the words mean, or null if they are more likely part of the title:
 * - the beginning of "today", "tomorrow" or "yesterday" ("Tom" is also a name)
 * - a negative span ("offset by -1 day")
 * - a number or fraction without a year or the name of a month ("1.2" and "1.2.10" are versions, "draft 1/2",
 *   "offset -1", "in 2", "3 days"), unless a word such as "by" stands before it
 * - in the middle of the title, a short word ("sat" is more than the beginning of Saturday)
 */
function dayOfWords(words: readonly string[], isAtEnd: boolean, today: string): string | null {
  if (words.some((word) => word.length > maxDateWordLength)) return null;
  const text = words.join(' ').toLowerCase();
  const [first = '', ...rest] = text.split(' ');
  if (timeWords.has(first) && rest.length > 0)
    return /^\d{1,2}[./]\d{1,2}(?:\.|\.\d{2})?$/.test(rest.join(' '))
      ? parseTypedDay(rest.join(' '), today)
      : dayOfWords(rest, isAtEnd, today);
  if (['today', 'tomorrow', 'yesterday'].some((word) => word !== text && word.startsWith(text))) return null;
  if (/^- ?\d/.test(text) || /^\d+\.\d+\.\d\d$/.test(text)) return null;
  if (/^(?:in |\+ ?)?\d+(?:[./]\d+)?\.?$/.test(text) || /^\d+ ?(?:d|days?|w|weeks?|m|months?|y|years?)$/.test(text))
    return null;
  if (!isAtEnd && /^\p{L}{1,4}\.?$/u.test(text)) return null;
  return parseTypedDay(text, today);
}

/**
 * The last due date. Words that begin with a sign are no part of it, and what comes only before such words is at the
 * end. Leaves at least one word for the title.
 */
function findDueDate(
  words: readonly string[],
  today: string,
): { readonly start: number; readonly count: number; readonly raw: string; readonly day: string } | null {
  const isSigned = (word: string) => tokenSigns.includes(word.charAt(0));
  const end = words.findLastIndex((word) => !isSigned(word)) + 1;
  for (let last = end; last > 0; last--)
    for (let count = Math.min(maxDateWords + 1, last, words.length - 1); count > 0; count--) {
      if (count > maxDateWords && !timeWords.has((words[last - count] as string).toLowerCase())) continue;
      const start = last - count;
      const candidate = words.slice(start, last);
      const day = candidate.some(isSigned) ? null : dayOfWords(candidate, last === end, today);
      if (day !== null) return { start, count, raw: candidate.join(' '), day };
    }
  return null;
}

/** Words in `keptAsText` stay in the title, because the person rejected them as tokens. */
export function parseQuickAdd(text: string, context: QuickAddContext, keptAsText: ReadonlySet<string>): ParsedQuickAdd {
  const forms = formsBySign(context);
  const tokens: QuickAddToken[] = [];
  const words: string[] = [];
  const isSet = new Set<string>();
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const sign = word[0] as string;
    const found = keptAsText.has(word) ? undefined : forms.get(sign)?.(word.slice(1).replace(/[,;:.]$/, ''));
    const part = found?.field === 'tag' ? `tag ${foldCase(String(found.value))}` : found?.field;
    if (!found || part === undefined || isSet.has(part)) words.push(word);
    else {
      isSet.add(part);
      tokens.push({ field: found.field, raw: word, value: found.value, label: found.label });
    }
  }
  const due = context.lookups.account?.dueDateEnabled === false ? null : findDueDate(words, context.today);
  if (!due || keptAsText.has(due.raw)) return { title: words.join(' '), tokens };
  return {
    title: words.toSpliced(due.start, due.count).join(' '),
    tokens: [...tokens, { field: 'due', raw: due.raw, value: due.day, label: due.raw }],
  };
}

/** What the person typed wins over what the board, the deck and the Run Config give. */
export function paramsWithShortForms(input: NewCardInput, tokens: readonly QuickAddToken[]): Params<'cards/create'> {
  const typedValue = (field: QuickAddField) => tokens.find((token) => token.field === field)?.value;
  const deckId = (typedValue('deck') as string | undefined) ?? input.deckId;
  const params = newCardParams({ ...input, deckId });
  const chosen: Record<string, unknown> = { ...params };
  for (const { field, value } of tokens) {
    if (isTaskOnlyField(field) ? !params.isDoc : field === 'owner' || field === 'run' || field === 'due')
      chosen[fieldDefinitions[field as 'owner'].property] = value;
  }
  const tags = tokens.flatMap(({ field, value }) => (field === 'tag' ? [String(value)] : []));
  if (tags.length > 0) chosen.masterTags = [...new Set([...(params.masterTags ?? []), ...tags])];
  if (typedValue('hand') !== undefined) chosen.putInQueue = true;
  return chosen as unknown as Params<'cards/create'>;
}

/** As chips show it. */
export function quickAddTokenText({ field, label, value }: QuickAddToken): string {
  if (field === 'hand') return 'Into the Hand';
  return `${field === 'tag' ? 'Tag' : fieldLabelOf(field)}: ${field === 'due' ? dayMonthYearText(String(value)) : label}`;
}

/** The texts that a person typed for new cards, with what their short forms set. */
export const newCardTextOf = (
  text: string,
  context: QuickAddContext,
  keptAsText: ReadonlySet<string>,
): NewCardText & ParsedQuickAdd => {
  const [line = '', ...body] = text.trim().split('\n');
  const parsed = parseQuickAdd(line, context, keptAsText);
  // Short forms alone are a title.
  if (parsed.title === '') return { content: text.trim(), title: line, tokens: [] };
  return {
    ...parsed,
    content: [parsed.tokens.length > 0 ? parsed.title : line, ...body].join('\n'),
    paramsFor: (input) => paramsWithShortForms(input, parsed.tokens),
  };
};

/** `deckId` is the deck if the text names none. */
export const stepToQuickAddCard = (
  { title, tokens }: ParsedQuickAdd,
  deckId: string | null,
  { lookups, me, today }: QuickAddContext,
): ActStep =>
  actStep(
    'cards/create',
    paramsWithShortForms({ content: title, deckId, column: null, newCardFields: {}, lookups, me, today }, tokens),
  );
