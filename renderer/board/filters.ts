/** What a board leaves out. An empty list filters nothing; null in a list stands for "none". */
import { type StatusGroup, statusLook } from '../ui/status.ts';
import { type CardRow, openThreadsOf } from './cards.ts';

export interface Filters {
  readonly text?: string;
  readonly owners?: readonly (string | null)[];
  readonly statuses?: readonly StatusGroup[];
  readonly tags?: readonly string[];
  readonly priorities?: readonly (string | null)[];
  readonly decks?: readonly string[];
  /** Has open threads. */
  readonly threads?: boolean;
  /** Has a due date. */
  readonly due?: boolean;
  readonly hideDone?: boolean;
}

export const noFilters: Filters = {};

export const countFilters = (filters: Filters): number =>
  [filters.owners, filters.statuses, filters.tags, filters.priorities, filters.decks].filter((list) => list?.length)
    .length +
  Number(!!filters.threads) +
  Number(!!filters.due) +
  Number(!!filters.hideDone);

/** Letters compared without case and accents. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** A test for cards; undefined when everything passes. `codeOf` gives the short code the person sees. */
export function cardTest(
  filters: Filters,
  codeOf: (card: CardRow) => string,
): ((card: CardRow) => boolean) | undefined {
  const { owners, statuses, tags, priorities, decks, threads, due, hideDone } = filters;
  const words = folded(filters.text ?? '')
    .split(/\s+/)
    .filter(Boolean);
  const wantedTags = tags?.map(folded);
  if (words.length === 0 && countFilters(filters) === 0) return undefined;
  return (card) => {
    if (owners?.length && !owners.includes(card.assigneeId)) return false;
    if (statuses?.length && !statuses.includes(statusLook(card.derivedStatus).group)) return false;
    if (priorities?.length && !priorities.includes(card.priority)) return false;
    if (decks?.length && !(card.deckId && decks.includes(card.deckId))) return false;
    if (wantedTags?.length && !card.tags.some((tag) => wantedTags.includes(folded(tag)))) return false;
    if (threads && openThreadsOf(card) === 0) return false;
    if (due && card.dueDate === null) return false;
    if (hideDone && card.status === 'done') return false;
    if (words.length === 0) return true;
    const text = folded(`${card.title} ${codeOf(card)} ${card.tags.map((tag) => `#${tag}`).join(' ')}`);
    return words.every((word) => text.includes(word));
  };
}
