/** Dependencies between cards: `inDeps` must be done first, `outDeps` wait. Both cards store them. */
import { refuse } from '../../../shared/contract/index.ts';
import type { ActionContext } from '../types.ts';

interface DependencyLists {
  readonly inDeps?: readonly string[] | undefined;
  readonly outDeps?: readonly string[] | undefined;
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

/**
 * @throws Refusal `dependency_cycle` when the lists would close a cycle among the stored cards. Only a path through the
 * card itself can be new, so the search goes from the cards that would wait for it to those that it would wait for.
 */
export function refuseCycle({ rows }: ActionContext, cardId: string, lists: DependencyLists): void {
  const card = rows.get('card', cardId);
  const before = new Set(lists.inDeps ?? card?.inDeps ?? []);
  const visited = new Set<string>();
  const open = unique(lists.outDeps ?? card?.outDeps ?? []);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === cardId || before.has(id))
      throw refuse('dependency_cycle', `The dependency of card '${cardId}' on card '${id}' would close a cycle.`);
    if (visited.has(id)) continue;
    visited.add(id);
    for (const next of rows.get('card', id)?.outDeps ?? []) if (next !== cardId) open.push(next);
  }
  if (before.has(cardId)) throw refuse('dependency_cycle', `Card '${cardId}' cannot depend on itself.`);
}

const opposite = { inDeps: 'outDeps', outDeps: 'inDeps' } as const;

/**
 * Sets one or both lists, and the other end of every added or removed dependency. Deleting a card removes its
 * dependencies, so deleted cards are left out.
 */
export function setDependencies({ rows }: ActionContext, cardId: string, lists: DependencyLists): void {
  for (const side of ['inDeps', 'outDeps'] as const) {
    const wanted = lists[side];
    const card = rows.get('card', cardId);
    if (!wanted || !card) continue;
    const now = unique(wanted).filter((id) => rows.get('card', id)?.visibility !== 'deleted');
    const far = opposite[side];
    for (const id of card[side])
      if (!now.includes(id))
        rows.update('card', id, { [far]: rows.get('card', id)?.[far].filter((other) => other !== cardId) ?? [] });
    for (const id of now) {
      const other = rows.get('card', id);
      if (other && !other[far].includes(cardId)) rows.update('card', id, { [far]: [...other[far], cardId] });
    }
    rows.update('card', cardId, { [side]: now });
  }
}
