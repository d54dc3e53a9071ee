/** The choices for each field of cards. Dialogs and table cells show them. */
import { Hand } from 'lucide-react';
import { useMemo } from 'react';
import { query, selectRelated } from '../../../shared/contract/index.ts';
import { useOwnUserId } from '../../data/app-state.ts';
import { useLiveQuery } from '../../data/live.ts';
import { useAssignablePeople, useLookups } from '../../data/lookups.ts';
import { isTaskField } from '../../model/card-fields/definitions.ts';
import { enumValuesOf } from '../../model/card-fields/task.ts';
import type { CardRow } from '../../model/card-row.ts';
import { ownHandRefusal } from '../../model/hand/hand-drop.ts';
import type { CardChoiceKind } from '../../workbench/dialog-state.ts';
import * as actions from '../card-actions.ts';
import { useHandCards } from '../hand/hand-cards.ts';
import { useHand } from '../hand/hand-entries.ts';
import { useTeam } from '../hand/use-team.ts';
import { dueTargets } from './due-targets.tsx';
import { cardTypeTargets, markTargets, ownerTargets, statusTargets, taskTargets } from './field-targets.tsx';
import { handOverTargets } from './hand-over-targets.tsx';
import { makeRoomTargets } from './make-room-targets.tsx';
import {
  columnTargets,
  deckTargets,
  type HeroRow,
  heroTargets,
  milestoneTargets,
  runTargets,
  zoneTargets,
} from './place-targets.tsx';
import { tagTargets } from './tag-targets.tsx';
import type { ChoiceTarget } from './target.ts';

const heroesQuery = query({
  _root: [
    {
      account: [
        selectRelated(
          'cards',
          { visibility: 'default', derivedStatus: { op: 'in', value: ['hero', 'heroDone', 'heroDoc'] } },
          ['title', 'deckId', 'derivedStatus', 'parentCardId'],
        ),
      ],
    },
  ],
});

/** Returns true if the choices are the cards that could leave a full Hand. */
export const isMakingRoom = (what: CardChoiceKind): what is 'makeRoom' | 'makeRoomForBookmarks' =>
  what === 'makeRoom' || what === 'makeRoomForBookmarks';

export function useChoiceTargets(what: CardChoiceKind, cards: readonly CardRow[]): readonly ChoiceTarget[] {
  const lookups = useLookups();
  const persons = useAssignablePeople();
  const me = useOwnUserId();
  const hand = useHand();
  const { data } = useLiveQuery(heroesQuery, { enabled: what === 'hero' });
  const team = useTeam({ enabled: what === 'handOver' });
  const held = useHandCards(undefined, isMakingRoom(what)).cards;
  return useMemo<ChoiceTarget[]>(() => {
    if (isTaskField(what)) return taskTargets(what, cards, lookups);
    switch (what) {
      case 'status':
        return [...statusTargets(cards, lookups), ...markTargets(cards, lookups)];
      case 'handOver':
        return handOverTargets(cards, persons, me, team);
      case 'makeRoom':
        return makeRoomTargets(cards, held, hand.slots, me);
      case 'makeRoomForBookmarks':
        return makeRoomTargets(cards, held, hand.slots, me, hand.bookmarked);
      case 'owner':
        return ownerTargets(cards, persons, me);
      case 'run':
        return runTargets(cards, lookups);
      case 'milestone':
        return milestoneTargets(cards, lookups);
      case 'due':
        return dueTargets(cards);
      case 'kind':
        return cardTypeTargets(cards);
      case 'tag':
        return tagTargets(cards, lookups);
      case 'deck':
        return deckTargets(cards, lookups);
      case 'hero':
        return heroTargets(cards, Object.values(data?.card ?? {}) as unknown as readonly HeroRow[], lookups);
      case 'zone':
        return zoneTargets(cards);
      case 'move':
        return [
          ...columnTargets(cards, lookups),
          {
            key: 'hand',
            label: 'Your Hand',
            group: 'Hand',
            icon: <Hand size={14} aria-hidden />,
            disabled: ownHandRefusal(cards, {
              userId: hand.userId ?? '',
              current: hand.entries.map((entry) => entry.cardId),
              slots: hand.slots,
            }),
            run: () => void actions.toggleInHand(cards, new Set()),
          },
          ...deckTargets(cards, lookups),
          ...runTargets(cards, lookups),
          ...milestoneTargets(cards, lookups),
        ];
    }
  }, [what, cards, lookups, persons, me, hand, held, data, team]);
}

/**
 * Returns a function that sets a typed value that is not in the list; the function returns false if the text is not
 * valid. Returns undefined for fields that accept only listed values.
 */
export function typedValueSetterOf(
  what: CardChoiceKind,
  cards: readonly CardRow[],
): ((text: string) => boolean) | undefined {
  if (what === 'tag')
    return (text) => {
      void actions.toggleTag(cards, text.replace(/^#/, ''));
      return true;
    };
  if (isTaskField(what) && !enumValuesOf(what))
    return (text) => {
      const value = Number(text);
      if (!Number.isInteger(value) || value < 0) return false;
      actions.setTaskField(cards, what, value, text);
      return true;
    };
  return undefined;
}
