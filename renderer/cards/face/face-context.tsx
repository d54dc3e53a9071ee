/**
 * React context with data that all card faces of a view share, so that the faces do not subscribe to this data one by
 * one. Also contains functions for covers, counts of sub cards and colours.
 */
import { createContext, useContext } from 'react';
import type { AppSettings } from '../../../shared/bridge/index.ts';
import type { Person, TagRow, WorkspaceLookups } from '../../data/lookups.ts';
import type { FieldKey } from '../../model/card-fields/definitions.ts';
import type { CardRow } from '../../model/card-row.ts';
import type { PlannedCards } from '../planning/planned-cards.ts';

/** Settings of the card faces of a view, and the data that the faces need. */
export interface CardFaceSettings {
  readonly lookups: WorkspaceLookups;
  readonly people: Readonly<Record<string, Person>>;
  /** The amount of detail of a face. `row`: the card is one line over the whole width of the view. */
  readonly density: AppSettings['density'] | 'row';
  /** Whether compact faces show up to two lines of a title. Only for lists that do not estimate card heights. */
  readonly wrapsTitles?: boolean;
  readonly showsDeckName: boolean;
  /** Estimated number of letters of a title that fit on one line; used to estimate heights. */
  readonly lettersPerLine: number;
  /** Fields that faces do not show, because the column, the lane or the board as a whole shows them. */
  readonly hiddenFields: ReadonlySet<FieldKey>;
  /**
   * Id of the owner of all cards of the view; null if they have different owners. Faces do not show this person's
   * avatar.
   */
  readonly commonOwnerId: string | null;
  /** Today's local date, `YYYY-MM-DD`. Due dates are compared with it. */
  readonly today: string;
  /** Ids of the cards in the Hand of the workspace's user. */
  readonly inHand: ReadonlySet<string>;
  /** File id of the cover by hero card id. A sub card without its own cover shows the cover of its hero card. */
  readonly heroCovers: ReadonlyMap<string, string>;
  /** The tooltip texts of the plan icons on card faces, by card id; null outside planning mode. */
  readonly planMarks: PlannedCards['marks'] | null;
  readonly tagOf: (tag: string) => TagRow | undefined;
}

export const CardFaceContext = createContext<CardFaceSettings | null>(null);

/** Returns the settings of the view around the component. @throws outside a `CardFaceContext` */
export function useCardFaceSettings(): CardFaceSettings {
  const face = useContext(CardFaceContext);
  if (!face) throw new Error('useCardFaceSettings is used outside a CardFaceContext');
  return face;
}

/**
 * Returns the file id of the card's own cover. If the card has none, returns the file id of its hero card's cover, or
 * null.
 */
export const coverFileIdOf = (
  card: Pick<CardRow, 'coverFile' | 'parentCardId'>,
  { heroCovers }: Pick<CardFaceSettings, 'heroCovers'>,
): string | null => card.coverFile ?? (card.parentCardId ? (heroCovers.get(card.parentCardId) ?? null) : null);

/** Returns the number of a card's sub cards that are tasks and not deleted, and how many of them are done. */
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

/**
 * Returns the colour if it has the form `#rrggbb`, otherwise null. Colours come from the service. The check keeps any
 * other text out of the CSS.
 */
export const validHexColor = (value: string | null | undefined): string | null =>
  value && /^#[0-9a-f]{6}$/i.test(value) ? value : null;
