/** Computes the value of `CardFaceContext` for a view. */
import { useMemo } from 'react';
import { useSettings } from '../../data/app-state.ts';
import { useLookups, usePeople } from '../../data/lookups.ts';
import type { BoardSource } from '../../model/board-source.ts';
import type { FieldKey } from '../../model/card-fields/definitions.ts';
import type { GroupingName } from '../../model/column.ts';
import { estimatedLettersPerLine, minColumnWidthPx } from '../../model/column-width.ts';
import { useToday } from '../../ui/dates/today.ts';
import { useHand } from '../hand/hand-entries.ts';
import { usePlannedCardsOfView } from '../planning/planned-cards.ts';
import type { CardFaceSettings } from './face-context.tsx';
import { useHeroCardCovers } from './hero-card-covers.ts';

interface FaceUsage {
  readonly by: GroupingName;
  readonly lanesBy?: GroupingName | undefined;
  readonly asRows?: boolean;
  /** Estimated number of letters of a title that fit on one line; used to estimate heights. */
  readonly letters?: number;
}

/**
 * Returns the settings of card faces in a view. Faces hide the fields by which the view is grouped. Each card is one
 * line over the whole width if `asRows` is true, or if the view is not grouped and shows no covers.
 */
export function useCardFaceContextValue(
  { by, lanesBy, asRows = false, letters = estimatedLettersPerLine(minColumnWidthPx) }: FaceUsage,
  source: Pick<BoardSource, 'newCardFields' | 'namesDeck'>,
): CardFaceSettings {
  const lookups = useLookups();
  const people = usePeople();
  const { density } = useSettings();
  const { inHand } = useHand();
  const today = useToday();
  const heroCovers = useHeroCardCovers(density === 'cover' && lookups.account?.allowInheritHeroCover !== false);
  const planMarks = usePlannedCardsOfView()?.marks ?? null;
  const { newCardFields, namesDeck } = source;
  // `useMemo` depends on these two values instead of the object `newCardFields`, because some callers make a new object
  // in each render.
  const isOfRun = Boolean(newCardFields.sprintId);
  const isOfOwner = Boolean(newCardFields.assigneeId);
  return useMemo(() => {
    const tags = new Map(Object.values(lookups.tags).map((tag) => [tag.tag.toLowerCase(), tag]));
    // Tags are shown even in a view grouped by tag, because a card may have other tags than its column.
    const hiddenFields = new Set(
      [by, lanesBy].filter((field) => field && field !== 'none' && field !== 'tag') as FieldKey[],
    );
    if (isOfRun) hiddenFields.add('run');
    if (isOfOwner) hiddenFields.add('owner');
    const shown: CardFaceSettings['density'] = asRows || (by === 'none' && density !== 'cover') ? 'row' : density;
    return {
      lookups,
      people,
      density: shown,
      namesDeck,
      lettersPerLine: letters,
      hiddenFields,
      commonOwnerId: null,
      today,
      inHand,
      heroCovers,
      planMarks,
      tagOf: (tag) => tags.get(tag.toLowerCase()),
    };
  }, [
    lookups,
    people,
    density,
    inHand,
    heroCovers,
    planMarks,
    today,
    by,
    lanesBy,
    asRows,
    letters,
    isOfRun,
    isOfOwner,
    namesDeck,
  ]);
}
