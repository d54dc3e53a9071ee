import { useMemo } from 'react';
import { queryForAccount, selectRelated } from '../../../shared/contract/index.ts';
import { foldCase } from '../../../shared/domain/search-text.ts';
import { useSettings } from '../../data/app-state.ts';
import { useLiveQuery } from '../../data/live.ts';
import { useLookups, usePeople } from '../../data/lookups.ts';
import type { BoardSource } from '../../model/board-source.ts';
import type { FieldKey } from '../../model/card-fields/definitions.ts';
import type { GroupingName } from '../../model/column.ts';
import { estimatedLettersPerLine, minColumnWidthPx } from '../../model/column.ts';
import { useToday } from '../../ui/dates/today.ts';
import { useHand } from '../hand/hand-entries.ts';
import { usePlannedCardsOfView } from '../planning/planned-cards.ts';
import type { CardFaceSettings } from './face-context.tsx';

interface FaceUsage {
  /** Absent for lists that are not boards, which never show cards as rows. */
  readonly by?: GroupingName;
  readonly lanesBy?: GroupingName | undefined;
  readonly asRows?: boolean;
  /** That fit on one line of a title; used to estimate heights. */
  readonly letters?: number;
  readonly commonOwnerId?: string | null;
}

const cardsOfAllDecks = { newCardFields: {}, showsDeckName: true } as const;

/**
 * Faces hide the fields by which a board is grouped. Each card is one line over the whole width if `asRows` is true, or
 * if `by` is `none` and the board shows no covers.
 */
export function useCardFaceContextValue(
  usage: FaceUsage,
  source: Pick<BoardSource, 'newCardFields' | 'showsDeckName'> = cardsOfAllDecks,
): CardFaceSettings {
  const { by, lanesBy, asRows = false, commonOwnerId = null } = usage;
  const { letters = estimatedLettersPerLine(minColumnWidthPx) } = usage;
  const lookups = useLookups();
  const people = usePeople();
  const { density } = useSettings();
  const { inHand } = useHand();
  const today = useToday();
  const heroCovers = useHeroCardCovers(density === 'cover' && lookups.account?.allowInheritHeroCover !== false);
  const planMarks = usePlannedCardsOfView()?.marks ?? null;
  const { newCardFields, showsDeckName } = source;
  // Some callers make a new `newCardFields` in each render.
  const isOfRun = Boolean(newCardFields.sprintId);
  const isOfOwner = Boolean(newCardFields.assigneeId);
  return useMemo(() => {
    const tags = new Map(Object.values(lookups.tags).map((tag) => [foldCase(tag.tag), tag]));
    // A card may have other tags than its column.
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
      showsDeckName,
      lettersPerLine: letters,
      hiddenFields,
      commonOwnerId,
      today,
      inHand,
      heroCovers,
      planMarks,
      tagOf: (tag) => tags.get(foldCase(tag)),
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
    commonOwnerId,
    isOfRun,
    isOfOwner,
    showsDeckName,
  ]);
}

const heroFilter = {
  coverFileId: { op: 'neq', value: null },
  derivedStatus: { op: 'in', value: ['hero', 'heroDone', 'heroDoc'] },
} as const;
const coversQuery = queryForAccount([selectRelated('cards', heroFilter, ['coverFileId'])]);

const noCovers: ReadonlyMap<string, string> = new Map();

/** By hero card id; empty if `enabled` is false. */
function useHeroCardCovers(enabled: boolean): ReadonlyMap<string, string> {
  const { data } = useLiveQuery(coversQuery, { enabled });
  return useMemo(() => {
    if (!data || !enabled) return noCovers;
    return new Map(
      Object.values(data.card ?? {}).flatMap(({ cardId, coverFileId }) =>
        coverFileId ? [[cardId as string, coverFileId as string] as const] : [],
      ),
    );
  }, [data, enabled]);
}
