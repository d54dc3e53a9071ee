/** A pasted list as cards: bullets, numbers, checkboxes and headings in front of lines go, indented lines become sub cards. */
import { type Params, taskFieldNames } from '../../shared/contract/index.ts';
import type { ActStep } from '../data/act.ts';
import { step } from '../data/act.ts';

export interface PastedCard {
  readonly title: string;
  /** A sub card of the last one before it that is none: the interface has one level of them. */
  readonly isSub: boolean;
  readonly done: boolean;
}

/** Bullets, arrows, marks of quotes, numbers as `1.`, `2)`, `1.1)`; then a box, as `[ ]` or as a sign. */
const marker = /^(?:(?:[-*+•–→>‣◦▪]|\d{1,3}(?:\.\d{1,3}){0,3}[.)])\s+)*(?:(?:\[[ xX]?\]|[☐☑☒✅✓✔])\s+)?/u;
const ticked = /(?:\[[xX]\]|[☑☒✅✓✔])\s/u;
/** Lines that only part others: `---`, `===`, a bullet without text, the line below a table's head. */
const onlyMarks = /^(?:[-*+•–→>‣◦▪_=#|:\s☐]|\[[ xX]?\]|\d{1,3}[.)](?=\s|$))*$/u;
/** A row of a table in markdown, or of a spreadsheet, as one title. */
const ofCells = (row: string): string =>
  row
    .split(row.startsWith('|') ? '|' : '\t')
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(' · ');
const tab = 4;

function indentOf(line: string): number {
  let width = 0;
  for (const letter of line) {
    if (letter === '\t') width += tab - (width % tab);
    else if (letter === ' ' || letter === '\u00a0') width++;
    else break;
  }
  return width;
}

export function cardsOfList(text: string): PastedCard[] {
  const cards: PastedCard[] = [];
  /** Spaces before the last card that is no sub card. */
  let root = 0;
  for (const line of text.split(/\r\n|[\n\r\u2028]/)) {
    const trimmed = line.trim();
    if (trimmed === '' || onlyMarks.test(trimmed)) continue;
    const indent = indentOf(line);
    const done = ticked.test(marker.exec(trimmed)?.[0] ?? '');
    const title = ofCells(
      trimmed
        .replace(marker, '')
        .replace(/^#{1,6}\s+/, '')
        .trim(),
    );
    if (title === '') continue;
    const isSub = cards.length > 0 && indent > root;
    if (!isSub) root = indent;
    cards.push({ title, isSub, done });
  }
  return cards;
}

type NewCard = Params<'cards/create'>;
/** What `cards/createMany` takes for each card; the rest follows in steps of its own. */
const carried = ['content', ...taskFieldNames, 'assigneeId', 'isDoc'] as const;

export interface PastePlan {
  readonly first: readonly ActStep[];
  /** Steps that need the ids of what was made; none once `round` is past the last. */
  readonly next: (answers: readonly Record<string, unknown>[], round: number) => readonly ActStep[];
}

/** `paramsOf` gives a card's fields as if it were created alone; `place` the steps that put new cards in their order. */
export function pastePlan(
  cards: readonly PastedCard[],
  deckId: string,
  paramsOf: (content: string) => NewCard,
  place: (ids: readonly string[]) => readonly ActStep[],
): PastePlan {
  const params = cards.map((card) => paramsOf(card.title) as unknown as Record<string, unknown>);
  const parent = params.find(({ parentCardId }) => typeof parentCardId === 'string')?.parentCardId as
    | string
    | undefined;
  // Sub cards have none of their own: below a hero card all lines are equal.
  const groups: number[][] = [[]];
  const roots: number[] = [];
  for (const [index, card] of cards.entries()) {
    if (!card.isSub || parent || roots.length === 0) {
      roots.push(index);
      groups.push([]);
    } else groups.at(-1)?.push(index);
  }
  const subs = groups.slice(1);
  const many = (indexes: readonly number[], parentCardId: string | undefined): ActStep =>
    step('cards/createMany', {
      deckId,
      cards: indexes.map((index) => ({
        ...Object.fromEntries(
          carried.flatMap((name) => (name in (params[index] ?? {}) ? [[name, params[index]?.[name]]] : [])),
        ),
        ...(cards[index]?.done && !params[index]?.isDoc ? { status: 'done' } : {}),
      })),
      ...(parentCardId ? { parentCardId } : {}),
    } as never);
  const idsOf = (answer: Record<string, unknown> | undefined) =>
    ((answer?.cards ?? []) as readonly { readonly id: string }[]).map(({ id }) => id);
  const parents = subs.flatMap((indexes, at) => (indexes.length > 0 ? [at] : []));
  const hasSubs = parents.length > 0;
  return {
    first: [many(roots, parent)],
    next: (answers, round) => {
      const rootIds = idsOf(answers[0]);
      if (hasSubs && round === 1)
        return parents.flatMap((at) => (rootIds[at] ? [many(subs[at] ?? [], rootIds[at])] : []));
      if (round !== (hasSubs ? 2 : 1)) return [];
      const ids = [...rootIds, ...(hasSubs ? answers.slice(1).flatMap(idsOf) : [])];
      const { sprintId, milestoneId, masterTags } = params[0] ?? {};
      const rest = {
        ...(sprintId === undefined ? {} : { sprintId }),
        ...(milestoneId === undefined ? {} : { milestoneId }),
      };
      return [
        ...(Object.keys(rest).length > 0 ? [step('cards/bulkUpdate', { ids, ...rest } as never)] : []),
        ...((masterTags ?? []) as readonly string[]).map((tag) =>
          step('cards/bulkUpdate', { ids, addMasterTag: tag } as never),
        ),
        ...place(rootIds),
      ];
    },
  };
}
