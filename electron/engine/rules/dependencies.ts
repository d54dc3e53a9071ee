/** A card waits for the cards in its `inDeps`; those in its `outDeps` wait for it. Both cards store the dependency. */
import { refuse } from '../../../shared/contract/index.ts';
import type { ActionContext } from '../types.ts';

interface DependencyLists {
  readonly inDeps?: readonly string[] | undefined;
  readonly outDeps?: readonly string[] | undefined;
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

/**
 * Each new cycle contains the card itself, so the search follows `outDeps` from it to one of its `inDeps`.
 * @throws Refusal `dependency_cycle` if the lists create a cycle among the stored cards
 */
export function refuseDependencyCycle({ rows }: ActionContext, cardId: string, lists: DependencyLists): void {
  const card = rows.get('card', cardId);
  const before = new Set(lists.inDeps ?? card?.inDeps ?? []);
  const visited = new Set<string>();
  const toVisit = unique(lists.outDeps ?? card?.outDeps ?? []);
  for (let id = toVisit.pop(); id !== undefined; id = toVisit.pop()) {
    if (id === cardId || before.has(id))
      // The cycle can go through cards that the actor cannot see.
      throw refuse('dependency_cycle', `The new dependencies of card '${cardId}' would close a cycle.`);
    if (visited.has(id)) continue;
    visited.add(id);
    for (const next of rows.get('card', id)?.outDeps ?? []) if (next !== cardId) toVisit.push(next);
  }
  if (before.has(cardId)) throw refuse('dependency_cycle', `Card '${cardId}' cannot depend on itself.`);
}

const opposite = { inDeps: 'outDeps', outDeps: 'inDeps' } as const;

/** Also updates the other card of each added or removed dependency. Omits deleted cards, which have none. */
export function setDependencies({ rows }: ActionContext, cardId: string, lists: DependencyLists): void {
  for (const side of ['inDeps', 'outDeps'] as const) {
    const wanted = lists[side];
    const card = rows.get('card', cardId);
    if (!wanted || !card) continue;
    const newIds = unique(wanted).filter((id) => rows.get('card', id)?.visibility !== 'deleted');
    const kept = new Set(newIds);
    const oppositeSide = opposite[side];
    for (const id of card[side])
      if (!kept.has(id))
        rows.update('card', id, {
          [oppositeSide]: rows.get('card', id)?.[oppositeSide].filter((other) => other !== cardId) ?? [],
        });
    for (const id of newIds) {
      const other = rows.get('card', id);
      if (other && !other[oppositeSide].includes(cardId))
        rows.update('card', id, { [oppositeSide]: [...other[oppositeSide], cardId] });
    }
    rows.update('card', cardId, { [side]: newIds });
  }
}

/**
 * Removes all dependencies of cards that are deleted together. A card on which they all depend changes once: changing
 * its list for each of them takes the square of their number.
 */
export function removeDependenciesOf({ rows }: ActionContext, cardIds: readonly string[]): void {
  const removed = new Set(cardIds);
  const others = new Set<string>();
  for (const id of removed) {
    const card = rows.get('card', id);
    if (!card || card.inDeps.length + card.outDeps.length === 0) continue;
    for (const other of [...card.inDeps, ...card.outDeps]) if (!removed.has(other)) others.add(other);
    rows.update('card', id, { inDeps: [], outDeps: [] });
  }
  for (const id of others) {
    const card = rows.get('card', id);
    if (!card) continue;
    const [inDeps, outDeps] = [card.inDeps, card.outDeps].map((ids) => ids.filter((other) => !removed.has(other)));
    rows.update('card', id, { inDeps, outDeps });
  }
}
