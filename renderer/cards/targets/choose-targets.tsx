/** The choices for each field of cards. Dialogs, table cells and the bulk bar share them. */
import { Hand } from 'lucide-react';
import { useMemo } from 'react';
import { query, under } from '../../../shared/contract/index.ts';
import { useMe } from '../../data/app-state.ts';
import { useLive } from '../../data/live.ts';
import { useLookups, usePersons } from '../../data/lookups.ts';
import { isTaskField } from '../../model/card-fields/definitions.ts';
import { enumValuesOf } from '../../model/card-fields/task.ts';
import type { CardRow } from '../../model/card-row.ts';
import { ownHandRefusal } from '../../model/hand/hand-drop.ts';
import type { ChoiceKind } from '../../workbench/dialog-state.ts';
import * as actions from '../card-actions.ts';
import { useHandCards } from '../hand/hand-cards.ts';
import { useHand } from '../hand/hand-entries.ts';
import { useTeam } from '../hand/use-team.ts';
import { dueDays } from './due-targets.tsx';
import { cardTypeTargets, markTargets, owners, statuses, taskTargets } from './field-targets.tsx';
import { handOverTargets } from './hand-over-targets.tsx';
import { makeRoomTargets } from './make-room-targets.tsx';
import { columns, decks, type HeroRow, heroes, milestones, runs, zoneTargets } from './place-targets.tsx';
import { tags } from './tag-targets.tsx';
import type { Target } from './target.ts';

const heroesQuery = query({
  _root: [
    {
      account: [
        under('cards', { visibility: 'default', derivedStatus: { op: 'in', value: ['hero', 'heroDone', 'heroDoc'] } }, [
          'title',
          'deckId',
          'derivedStatus',
          'parentCardId',
        ]),
      ],
    },
  ],
});

/** Whether the choices are cards that leave a full Hand. */
export const makesRoom = (what: ChoiceKind): what is 'makeRoom' | 'makeRoomForBookmarks' =>
  what === 'makeRoom' || what === 'makeRoomForBookmarks';

export function useTargets(what: ChoiceKind, cards: readonly CardRow[]): readonly Target[] {
  const lookups = useLookups();
  const persons = usePersons();
  const me = useMe();
  const hand = useHand();
  const { data } = useLive(heroesQuery, { enabled: what === 'hero' });
  const team = useTeam({ enabled: what === 'handOver' });
  const held = useHandCards(undefined, makesRoom(what)).cards;
  return useMemo<Target[]>(() => {
    if (isTaskField(what)) return taskTargets(what, cards, lookups);
    switch (what) {
      case 'status':
        return [...statuses(cards, lookups), ...markTargets(cards, lookups)];
      case 'handOver':
        return handOverTargets(cards, persons, me, team);
      case 'makeRoom':
        return makeRoomTargets(cards, held, hand.slots, me);
      case 'makeRoomForBookmarks':
        return makeRoomTargets(cards, held, hand.slots, me, hand.bookmarked);
      case 'owner':
        return owners(cards, persons, me);
      case 'run':
        return runs(cards, lookups);
      case 'milestone':
        return milestones(cards, lookups);
      case 'due':
        return dueDays(cards);
      case 'kind':
        return cardTypeTargets(cards);
      case 'tag':
        return tags(cards, lookups);
      case 'deck':
        return decks(cards, lookups);
      case 'hero':
        return heroes(cards, Object.values(data?.card ?? {}) as unknown as readonly HeroRow[], lookups);
      case 'zone':
        return zoneTargets(cards);
      case 'move':
        return [
          ...columns(cards, lookups),
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
            run: () => void actions.toHand(cards, new Set()),
          },
          ...decks(cards, lookups),
          ...runs(cards, lookups),
          ...milestones(cards, lookups),
        ];
    }
  }, [what, cards, lookups, persons, me, hand, held, data, team]);
}

/** Returns the function that applies a typed value which is not listed; undefined if the field has none. */
export function creationOf(what: ChoiceKind, cards: readonly CardRow[]): ((text: string) => boolean) | undefined {
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
