/** Choices for the tags of cards: add a tag to all cards, or remove it from all cards that have it. */
import { Tag } from 'lucide-react';
import type { WorkspaceLookups } from '../../data/lookups.ts';
import type { CardRow } from '../../model/card-row.ts';
import { Swatch } from '../../ui/icons/Swatch.tsx';
import * as actions from '../card-actions.ts';
import { validHexColor } from '../face/face-context.tsx';
import type { CardChoice } from './choice.ts';

export function tagChoices(cards: readonly CardRow[], lookups: WorkspaceLookups): CardChoice[] {
  const projects = new Set(cards.map((card) => (card.deckId ? lookups.decks[card.deckId]?.projectId : undefined)));
  const cardsWithTag = (key: string) =>
    cards.filter((card) => card.masterTags.some((own) => own.toLowerCase() === key)).length;
  const known = new Map<string, { tag: string; emoji?: string | null; color?: string | null }>();
  for (const tag of Object.values(lookups.tags)) {
    const key = tag.tag.toLowerCase();
    if (!known.has(key) && projects.has(tag.projectId)) known.set(key, tag);
  }
  for (const tag of cards.flatMap((card) => card.masterTags))
    if (!known.has(tag.toLowerCase())) known.set(tag.toLowerCase(), { tag });
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
      label: `Remove ${tag.tag} from ${count} ${count === 1 ? 'card' : 'cards'}`,
      group: 'Take off those that have it',
      icon: icon(tag),
      run: () =>
        void actions.removeCardTag(
          cards.filter((card) => card.masterTags.some((own) => own.toLowerCase() === key)),
          tag.tag,
        ),
    })),
  ];
}
