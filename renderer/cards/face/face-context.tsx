/** The context with data that all card faces of a view share, so that faces do not subscribe to it one by one. */
import { createContext, useContext } from 'react';
import type { Settings } from '../../../shared/bridge/index.ts';
import type { Lookups, Person, TagRow } from '../../data/lookups.ts';
import type { FieldKey } from '../../model/card-fields/definitions.ts';
import type { CardRow, CardSet } from '../../model/card-row.ts';
import type { PlannedCards } from '../planning/planned-cards.ts';

export interface FaceSettings {
  readonly lookups: Lookups;
  readonly people: Readonly<Record<string, Person>>;
  /** `row` gives each card the whole width of the view. */
  readonly density: Settings['density'] | 'row';
  /** Whether compact faces show up to two lines of their titles. Only for lists that do not compute heights of cards. */
  readonly wrapsTitles?: boolean;
  readonly namesDeck: boolean;
  /** Estimated number of letters of a title that fit on one line. */
  readonly letters: number;
  /** Fields that faces leave out, because the columns show them. */
  readonly hides: ReadonlySet<FieldKey>;
  /** Id of the person whose cards these are; faces leave out this owner. Null for none. */
  readonly holder: string | null;
  /** Local day as `YYYY-MM-DD`, for due dates. */
  readonly today: string;
  /** Ids of the cards in the user's own Hand. */
  readonly inHand: ReadonlySet<string>;
  /** Cover file ids by hero card id, for sub cards that inherit the cover. */
  readonly heroCovers: ReadonlyMap<string, string>;
  /** Marks of the cards that a plan concerns, by card id; null outside planning mode. */
  readonly planMarks: PlannedCards['marks'] | null;
  readonly tagOf: (tag: string) => TagRow | undefined;
}

export const FaceContext = createContext<FaceSettings | null>(null);

export function useFaceSettings(): FaceSettings {
  const face = useContext(FaceContext);
  if (!face) throw new Error('useFaceSettings is used outside a FaceContext');
  return face;
}

/** Returns the file id of a card's cover: its own, else its hero card's, else null. */
export const coverOf = (
  card: Pick<CardRow, 'coverFile' | 'parentCardId'>,
  { heroCovers }: Pick<FaceSettings, 'heroCovers'>,
): string | null => card.coverFile ?? (card.parentCardId ? (heroCovers.get(card.parentCardId) ?? null) : null);

/** Counts the sub cards of a card without deleted ones, and how many are done. */
export function subCardsOf(card: CardRow, rows: CardSet['rows']): { total: number; done: number } {
  let total = 0;
  let done = 0;
  for (const id of card.childCards) {
    const sub = rows[id];
    if (!sub || sub.visibility === 'deleted') continue;
    total++;
    if (sub.status === 'done') done++;
  }
  return { total, done };
}

const colors = new Map<string, string | null>();

/** Returns the service's colour if it has the form `#rrggbb`, otherwise null. */
export function hexColor(value: string | null | undefined): string | null {
  if (!value) return null;
  let color = colors.get(value);
  if (color === undefined) {
    color = /^#[0-9a-f]{6}$/i.test(value) ? value : null;
    colors.set(value, color);
  }
  return color;
}
