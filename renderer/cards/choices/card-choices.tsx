/**
 * Values of a field, places to move the cards to, people to hand the cards over to, and cards that can leave a full
 * Hand.
 */

import { Hand, Tag } from 'lucide-react';
import { useMemo } from 'react';
import { queryForAccount, selectRelated } from '../../../shared/contract/index.ts';
import { foldCase } from '../../../shared/domain/search-text.ts';
import { tagFromTyped } from '../../../shared/domain/text-tokens.ts';
import { useCurrentUserId } from '../../data/app-state.ts';
import { useLiveQuery } from '../../data/live.ts';
import { useAssignablePeople, useLookups, type WorkspaceLookups } from '../../data/lookups.ts';
import { isTaskOnlyField } from '../../model/card-fields/definitions.ts';
import { tagRefusal } from '../../model/card-fields/tag.ts';
import { enumValuesOf } from '../../model/card-fields/task.ts';
import type { CardRow } from '../../model/card-row.ts';
import { handRefusalExceptMissingSlots } from '../../model/hand/hand-drop.ts';
import { Swatch } from '../../ui/icons/Swatch.tsx';
import { showRefusalToast } from '../../ui/popups/toast.ts';
import { countWithNoun } from '../../ui/text/text.ts';
import type { CardChoiceKind } from '../../workbench/dialog-state.ts';
import * as actions from '../card-actions.ts';
import { validHexColor } from '../face/face-context.tsx';
import { useHandCards } from '../hand/hand-cards.ts';
import { handContentsOf, useHand } from '../hand/hand-entries.ts';
import { useTeamHands } from '../hand/use-team.ts';
import type { CardChoice } from './choice.ts';
import { dueDateChoices } from './due-date-choices.tsx';
import {
  blockOrReviewChoices,
  cardTypeChoices,
  ownerChoices,
  statusChoices,
  taskOnlyFieldChoices,
} from './field-choices.tsx';
import { handOverChoices, handRemovalChoices } from './hand-choices.tsx';
import {
  columnChoices,
  deckChoices,
  type HeroCardRow,
  heroCardChoices,
  milestoneChoices,
  runChoices,
  zoneChoices,
} from './place-choices.tsx';

const heroFilter = {
  visibility: 'default',
  derivedStatus: { op: 'in', value: ['hero', 'heroDone', 'heroDoc'] },
} as const;
const heroesQuery = queryForAccount([
  selectRelated('cards', heroFilter, ['title', 'deckId', 'derivedStatus', 'parentCardId']),
]);

export const isHandRemovalChoiceKind = (
  choiceKind: CardChoiceKind,
): choiceKind is 'makeRoomInHand' | 'makeRoomInHandForBookmarks' =>
  choiceKind === 'makeRoomInHand' || choiceKind === 'makeRoomInHandForBookmarks';

export function useChoicesForCards(choiceKind: CardChoiceKind, cards: readonly CardRow[]): readonly CardChoice[] {
  const lookups = useLookups();
  const persons = useAssignablePeople();
  const me = useCurrentUserId();
  const hand = useHand();
  const { data } = useLiveQuery(heroesQuery, { enabled: choiceKind === 'hero' });
  const team = useTeamHands({ enabled: choiceKind === 'handOver' });
  const held = useHandCards(undefined, isHandRemovalChoiceKind(choiceKind)).cards;
  return useMemo<CardChoice[]>(() => {
    if (isTaskOnlyField(choiceKind)) return taskOnlyFieldChoices(choiceKind, cards, lookups);
    switch (choiceKind) {
      case 'status':
        return [...statusChoices(cards, lookups), ...blockOrReviewChoices(cards, lookups)];
      case 'handOver':
        return handOverChoices(cards, persons, me, team);
      case 'makeRoomInHand':
        return handRemovalChoices(cards, held, hand.slots, me);
      case 'makeRoomInHandForBookmarks':
        return handRemovalChoices(cards, held, hand.slots, me, hand.bookmarked);
      case 'owner':
        return ownerChoices(cards, persons, me);
      case 'run':
        return runChoices(cards, lookups);
      case 'milestone':
        return milestoneChoices(cards, lookups);
      case 'due':
        return dueDateChoices(cards);
      case 'kind':
        return cardTypeChoices(cards);
      case 'tag':
        return tagChoices(cards, lookups);
      case 'deck':
        return deckChoices(cards, lookups);
      case 'hero':
        return heroCardChoices(cards, Object.values(data?.card ?? {}) as unknown as readonly HeroCardRow[], lookups);
      case 'zone':
        return zoneChoices(cards);
      case 'move':
        return [
          ...columnChoices(cards, lookups),
          {
            key: 'hand',
            label: 'Your Hand',
            group: 'Hand',
            icon: <Hand size={14} aria-hidden />,
            disabled: cards.every(({ cardId }) => hand.inHand.has(cardId))
              ? 'already there'
              : handRefusalExceptMissingSlots(cards, handContentsOf(hand)),
            run: () => void actions.putCardsIntoHand(cards, hand.inHand),
          },
          ...deckChoices(cards, lookups),
          ...runChoices(cards, lookups),
          ...milestoneChoices(cards, lookups),
        ];
    }
  }, [choiceKind, cards, lookups, persons, me, hand, held, data, team]);
}

/**
 * For a value that the person types and which is not among the choices. The function returns false if the text is not
 * valid. Undefined for fields that accept only the choices.
 */
export function createTypedValueSetter(
  choiceKind: CardChoiceKind,
  cards: readonly CardRow[],
): ((text: string) => boolean) | undefined {
  if (choiceKind === 'tag')
    return (text) => {
      const tag = tagFromTyped(text);
      if (tag === null) {
        showRefusalToast(tagRefusal);
        return false;
      }
      void actions.toggleCardTag(cards, tag);
      return true;
    };
  if (isTaskOnlyField(choiceKind) && !enumValuesOf(choiceKind))
    return (text) => {
      const value = Number(text);
      if (!Number.isInteger(value) || value < 0) return false;
      actions.setTaskOnlyField(cards, choiceKind, value, text);
      return true;
    };
  return undefined;
}

function tagChoices(cards: readonly CardRow[], lookups: WorkspaceLookups): CardChoice[] {
  const projects = new Set(cards.map((card) => (card.deckId ? lookups.decks[card.deckId]?.projectId : undefined)));
  const cardsWithTag = (key: string) =>
    cards.filter((card) => card.masterTags.some((own) => foldCase(own) === key)).length;
  const known = new Map<string, { tag: string; emoji?: string | null; color?: string | null }>();
  for (const tag of Object.values(lookups.tags)) {
    const key = foldCase(tag.tag);
    if (!known.has(key) && projects.has(tag.projectId)) known.set(key, tag);
  }
  for (const tag of cards.flatMap((card) => card.masterTags))
    if (!known.has(foldCase(tag))) known.set(foldCase(tag), { tag });
  const all = [...known].map(([key, tag]) => ({ key, tag, count: cardsWithTag(key) }));
  const icon = (tag: { emoji?: string | null; color?: string | null }) =>
    tag.emoji ? (
      <span aria-hidden>{tag.emoji}</span>
    ) : validHexColor(tag.color) ? (
      <Swatch color={tag.color} />
    ) : (
      <Tag size={13} aria-hidden />
    );
  const onSomeCards = all.filter(({ count }) => count > 0 && count < cards.length);
  return [
    ...all.map(({ key, tag, count }) => ({
      key,
      label: tag.tag,
      group: cards.length > 1 ? 'Add to all, or take off all' : '',
      icon: icon(tag),
      hint: count > 0 && count < cards.length ? `${count} of ${cards.length}` : undefined,
      chosen: count === cards.length,
      run: () => void actions.toggleCardTag(cards, tag.tag),
    })),
    ...onSomeCards.map(({ key, tag, count }) => ({
      key: `remove:${key}`,
      label: `Remove ${tag.tag} from ${countWithNoun(count, 'card')}`,
      group: 'Take off those that have it',
      icon: icon(tag),
      run: () =>
        void actions.removeCardTag(
          cards.filter((card) => card.masterTags.some((own) => foldCase(own) === key)),
          tag.tag,
        ),
    })),
  ];
}
