/** Data that all card faces of a view share, so that the faces do not subscribe to it one by one. */
import { createContext, useContext } from 'react';
import type { AppSettings } from '../../../shared/bridge/index.ts';
import type { Person, TagRow, WorkspaceLookups } from '../../data/lookups.ts';
import type { FieldKey } from '../../model/card-fields/definitions.ts';
import type { CardRow } from '../../model/card-row.ts';
import type { PlannedCards } from '../planning/planned-cards.ts';

export interface CardFaceSettings {
  readonly lookups: WorkspaceLookups;
  readonly people: Readonly<Record<string, Person>>;
  /** `row`: the card is one line over the whole width of the view. */
  readonly density: AppSettings['density'] | 'row';
  /** Compact faces show up to two lines. Only for lists that do not estimate card heights. */
  readonly wrapsTitles?: boolean;
  readonly showsDeckName: boolean;
  /** Used to estimate heights. */
  readonly lettersPerLine: number;
  /** The column, the lane or the board as a whole shows them. */
  readonly hiddenFields: ReadonlySet<FieldKey>;
  /** Null if the cards have different owners. Faces do not show this person's avatar. */
  readonly commonOwnerId: string | null;
  /** Local date, `YYYY-MM-DD`. */
  readonly today: string;
  /** Cards in the Hand of the workspace's user. */
  readonly inHand: ReadonlySet<string>;
  /** File id by hero card id. A sub card without its own cover shows the cover of its hero card. */
  readonly heroCovers: ReadonlyMap<string, string>;
  /** Tooltip texts by card id; null outside planning mode. */
  readonly planMarks: PlannedCards['marks'] | null;
  readonly tagOf: (tag: string) => TagRow | undefined;
}

export const CardFaceContext = createContext<CardFaceSettings | null>(null);

/** @throws outside a `CardFaceContext` */
export function useCardFaceSettings(): CardFaceSettings {
  const face = useContext(CardFaceContext);
  if (!face) throw new Error('useCardFaceSettings is used outside a CardFaceContext');
  return face;
}

/** Falls back to the cover of the hero card, then null. */
export const coverFileIdOf = (
  card: Pick<CardRow, 'coverFile' | 'parentCardId'>,
  { heroCovers }: Pick<CardFaceSettings, 'heroCovers'>,
): string | null => card.coverFile ?? (card.parentCardId ? (heroCovers.get(card.parentCardId) ?? null) : null);

/** Counts the sub cards that are tasks and not deleted. */
export function subCardCountsOf(
  card: Pick<CardRow, 'childCards'>,
  rows: Readonly<Record<string, Pick<CardRow, 'isDoc' | 'status' | 'visibility'> | undefined>>,
): { total: number; done: number } {
  let total = 0;
  let done = 0;
  for (const id of card.childCards) {
    const sub = rows[id];
    if (!sub || sub.isDoc || sub.visibility === 'deleted') continue;
    total++;
    if (sub.status === 'done') done++;
  }
  return { total, done };
}

/** Null unless of the form `#rrggbb`. Colours come from the service. The check keeps any other text out of the CSS. */
export const validHexColor = (value: string | null | undefined): string | null =>
  value && /^#[0-9a-f]{6}$/i.test(value) ? value : null;
