/** Positions of decks, and moves within a space or to another one (rules `decks.space.after`, `decks.space.before`). */
import { act, actStep } from '../data/act.ts';
import {
  activeDecksOfProject,
  currentLookups,
  type DeckRow,
  spacesOfProject,
  type WorkspaceLookups,
} from '../data/lookups.ts';
import { confirmEffects } from '../workbench/confirmation/confirm.ts';

export interface DeckPosition {
  readonly projectId: string;
  readonly spaceId: number;
  /** The neighbour; null places the deck at the start (`before`) or the end (`after`) of the space. */
  readonly targetId: string | null;
  readonly side: 'before' | 'after';
}

interface NamedSpace {
  readonly projectId: string;
  readonly spaceId: number;
  /** With the space's name only if the project has several spaces: "Game" or "Game · Ideas". */
  readonly name: string;
  readonly defaultDeckType: string;
}

/** Leaves out projects whose list of spaces cannot be read. */
export function spacesThatAcceptDecks(lookups: WorkspaceLookups): NamedSpace[] {
  return lookups.projects.flatMap((project) => {
    const spaces = spacesOfProject(project);
    return spaces.map(({ id, name, defaultDeckType }) => ({
      projectId: project.id as string,
      spaceId: id,
      name: spaces.length > 1 ? `${project.name} · ${name}` : project.name,
      defaultDeckType,
    }));
  });
}

/** A deck whose space does not exist is shown in the project's first space. */
export function spaceIdOfDeck(deck: DeckRow, lookups: WorkspaceLookups): number | null {
  const spaces = spacesOfProject(lookups.projects.find(({ id }) => id === deck.projectId));
  return spaces.find(({ id }) => id === deck.spaceId)?.id ?? spaces[0]?.id ?? null;
}

/** Null if the deck is first or last already. */
export function adjacentDeckPosition(
  deck: DeckRow,
  direction: 'up' | 'down',
  lookups: WorkspaceLookups,
): DeckPosition | null {
  const spaceId = spaceIdOfDeck(deck, lookups);
  const siblings = activeDecksOfProject(lookups, deck.projectId, spaceId ?? undefined);
  const at = siblings.findIndex(({ id }) => id === deck.id);
  const target = siblings[at + (direction === 'up' ? -1 : 1)];
  if (!target || spaceId === null) return null;
  return { projectId: deck.projectId, spaceId, targetId: target.id, side: direction === 'up' ? 'before' : 'after' };
}

/** Before a move to another project, asks for confirmation if the move has side effects. */
export async function moveDeck(
  deckId: string,
  { projectId: targetProjectId, spaceId: targetSpaceId, targetId, side }: DeckPosition,
): Promise<void> {
  const lookups = currentLookups();
  const deck = lookups.decks[deckId];
  if (!deck || targetId === deckId) return;
  const project = lookups.projects.find(({ id }) => id === targetProjectId);
  const changesProject = deck.projectId !== targetProjectId;
  const action = side === 'after' ? 'decks/addToSpaceAfter' : 'decks/addToSpaceBefore';
  const steps = [actStep(action, { deckIds: [deckId], targetId, targetProjectId, targetSpaceId })];
  if (changesProject) {
    const isConfirmed = await confirmEffects({
      title: `Move ${deck.title} to ${project?.name ?? 'another project'}?`,
      verb: 'Move deck',
      steps,
    });
    if (!isConfirmed) return;
  }
  await act(`Move deck ${deck.title}`, steps, { showsToast: changesProject });
}
