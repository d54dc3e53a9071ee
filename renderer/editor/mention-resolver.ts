/** Finds the cards, people and tags that texts mention, in the workspace's live rows. */

import { useMemo, useRef } from 'react';
import { shortCodesIn, withTokensReplaced } from '../../shared/domain/content.ts';
import { foldCase } from '../../shared/domain/search-text.ts';
import { accountSeqOfShortCode, shortCodeOf } from '../../shared/domain/short-code.ts';
import { isMentionableName, isWordEnd } from '../../shared/domain/text-tokens.ts';
import { cardsByAccountSeqQuery } from '../data/answer-rows.ts';
import { call } from '../data/bridge.ts';
import { useLiveQuery } from '../data/live.ts';
import { nameOf, type Person, useLookups, usePeople } from '../data/lookups.ts';
import { localDay } from '../ui/dates/today.ts';
import type { AutocompleteData } from './completions.ts';
import type { MentionedCard, MentionResolver } from './markdown/Markdown.tsx';

/**
 * The result is the same object until a card, person or tag changes. `projectId` is the project whose tags are used;
 * null for the tags of all projects.
 */
export function useMentionResolver(texts: readonly string[], projectId: string | null): MentionResolver {
  const people = usePeople();
  const { tags } = useLookups();
  const seqs = useMemo(
    () =>
      [...new Set([...new Set(texts)].flatMap(shortCodesIn))]
        .toSorted()
        .flatMap((code) => accountSeqOfShortCode(code) ?? []),
    [texts],
  );
  const { data } = useLiveQuery(cardsByAccountSeqQuery(seqs), { enabled: seqs.length > 0, keepsPrevious: true });
  return useMemo(() => {
    const cards = new Map<string, MentionedCard>();
    for (const card of Object.values(data?.card ?? {}))
      if (card.accountSeq > 0) cards.set(shortCodeOf(card.accountSeq), card);
    const byTag = new Map(
      Object.values(tags)
        .filter((tag) => projectId === null || tag.projectId === projectId)
        .map((tag) => [foldCase(tag.tag), tag]),
    );
    return {
      card: (code) => cards.get(code.toLowerCase()),
      person: (userId) => (people[userId] ? mentionName(people[userId]) : undefined),
      tag: (tag) => byTag.get(foldCase(tag)),
    };
  }, [data, people, tags, projectId]);
}

/** The short name, or the full name if there is none. */
const mentionName = (person: Person) => person.name || nameOf(person);

async function findCards(text: string) {
  const [byCode, byText] = await Promise.all([
    call('data/find', { text: `$${text}`, limit: 5 }),
    call('data/find', { text, limit: 15 }),
  ]);
  return [...new Map([...byCode, ...byText].map((card) => [card.cardId, card])).values()];
}

/** Always the same object, whose functions read the current rows at each call. */
export function useAutocompleteData(projectId: string | null): AutocompleteData {
  const people = usePeople();
  const { tags } = useLookups();
  const latest = useRef({ people, tags, projectId });
  latest.current = { people, tags, projectId };
  return useMemo(
    () => ({
      people: () => Object.values(latest.current.people).filter((person) => person.name !== '' && !person.isRemoved),
      tags: () => {
        const { tags: all, projectId: project } = latest.current;
        return Object.values(all).filter((tag) => project === null || tag.projectId === project);
      },
      cards: findCards,
      today: localDay,
    }),
    [],
  );
}

interface Mentionable {
  readonly id: string;
  readonly name: string;
}

/** The opposite is `replaceMentionsWithIds`. Mentions of people without a known name stay unchanged. */
export function mentionIdsToNames(content: string, people: Readonly<Record<string, Mentionable>>): string {
  return withTokensReplaced(content, ({ kind, value, end }) => {
    const name = kind === 'personId' ? people[value]?.name : undefined;
    // Others could not be converted back: a name with a space, or a mention before a letter.
    return name && isMentionableName(name) && isWordEnd(content, end) ? { text: `@${name}`, end } : undefined;
  });
}
