/** What every card on a board looks up, handed down once instead of subscribed to by each. */
import { createContext, useContext } from 'react';
import type { Settings } from '../../shared/bridge/index.ts';
import type { Lookups, Person, TagRow } from '../data/lookups.ts';
import type { FieldKey } from '../model/card-fields/facts.ts';
import type { CardRow, CardSet } from '../model/card-row.ts';

export interface FaceFacts {
  readonly lookups: Lookups;
  readonly people: Readonly<Record<string, Person>>;
  /** `row`: the whole width of the view for one card. */
  readonly density: Settings['density'] | 'row';
  readonly namesDeck: boolean;
  /** Letters of a title in one line. */
  readonly letters: number;
  /** Fields the columns already say. */
  readonly hides: ReadonlySet<FieldKey>;
  /** Whose cards these are anyway: not said again on each. */
  readonly holder: string | null;
  /** Local day, for due dates. */
  readonly today: string;
  /** Cards in the own Hand. */
  readonly inHand: ReadonlySet<string>;
  /** Covers that sub cards have from their hero card, by its id. */
  readonly heroCovers: ReadonlyMap<string, string>;
  readonly tagOf: (tag: string) => TagRow | undefined;
}

export const FaceContext = createContext<FaceFacts | null>(null);

export function useFaceFacts(): FaceFacts {
  const facts = useContext(FaceContext);
  if (!facts) throw new Error('A card face stands outside of a FaceContext');
  return facts;
}

/** The file above a card: its own cover, else its hero card's. */
export const coverOf = (
  card: Pick<CardRow, 'coverFile' | 'parentCardId'>,
  { heroCovers }: Pick<FaceFacts, 'heroCovers'>,
): string | null => card.coverFile ?? (card.parentCardId ? (heroCovers.get(card.parentCardId) ?? null) : null);

/** Sub cards of a card that count, and how many are done. */
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

/** A colour the service gave, when it is one: `#rrggbb`. */
export function hexColor(value: string | null | undefined): string | null {
  if (!value) return null;
  let color = colors.get(value);
  if (color === undefined) {
    color = /^#[0-9a-f]{6}$/i.test(value) ? value : null;
    colors.set(value, color);
  }
  return color;
}
