/** Resolves card codes, people and tags in texts, and offers them as completions, from the workspace's live rows. */
import { useMemo, useRef } from 'react';
import { codesIn } from '../../shared/domain/content.ts';
import { codeOf, seqOf } from '../../shared/domain/short-code.ts';
import { call } from '../data/bridge.ts';
import { cardsBySeqQuery } from '../data/card-face.ts';
import { useLive } from '../data/live.ts';
import { nameOf, type Person, useLookups, usePeople } from '../data/lookups.ts';
import { localDay } from '../ui/dates/today.ts';
import type { CompletionFacts } from './completions.ts';
import type { NamedCard, Words } from './markdown/Markdown.tsx';

/** Resolvers for the codes, people and tags of these texts; the same object while the rows are the same. */
export function useWords(texts: readonly string[], projectId: string | null): Words {
  const people = usePeople();
  const { tags } = useLookups();
  const seqs = useMemo(
    () => [...new Set([...new Set(texts)].flatMap(codesIn))].toSorted().flatMap((code) => seqOf(code) ?? []),
    [texts],
  );
  const { data } = useLive(cardsBySeqQuery(seqs), { enabled: seqs.length > 0, keep: true });
  return useMemo(() => {
    const cards = new Map<string, NamedCard>();
    for (const card of Object.values(data?.card ?? {})) if (card.accountSeq) cards.set(codeOf(card.accountSeq), card);
    const byTag = new Map(
      Object.values(tags)
        .filter((tag) => projectId === null || tag.projectId === projectId)
        .map((tag) => [tag.tag.toLowerCase(), tag]),
    );
    return {
      card: (code) => cards.get(code.toLowerCase()),
      person: (userId) => (people[userId] ? mentionName(people[userId]) : undefined),
      tag: (tag) => byTag.get(tag.toLowerCase()),
    };
  }, [data, people, tags, projectId]);
}

/** Finds a person by the short name of a mention. */
const mentionName = (person: Person) => person.name || nameOf(person);

async function findCards(text: string) {
  const [byCode, byText] = await Promise.all([
    call('data/find', { text: `$${text}`, limit: 5 }),
    call('data/find', { text, limit: 15 }),
  ]);
  return [...new Map([...byCode, ...byText].map((card) => [card.cardId, card])).values()];
}

/** The same object for the editor's whole life; each call reads the current rows. */
export function useCompletionFacts(projectId: string | null): CompletionFacts {
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
