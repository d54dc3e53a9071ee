/** The spaces of projects, and the order of decks within them (rules `decks.space.after`, `decks.space.before`). */
import { type ActStep, act, step } from '../data/act.ts';
import { currentLookups, type DeckRow, decksOf, type Lookups, spacesOf } from '../data/lookups.ts';
import { askFirst } from '../workbench/confirm.ts';

export interface Place {
  readonly projectId: string;
  readonly spaceId: number;
  /** Null: the start or end of the space. */
  readonly targetId: string | null;
  readonly side: 'before' | 'after';
}

export interface SpacePlace {
  readonly projectId: string;
  readonly spaceId: number;
  /** "Game", or "Game · Ideas" where the project has several spaces. */
  readonly name: string;
}

/** Every space that decks can be put into. A project whose spaces cannot be read has none. */
export function spacePlaces(lookups: Lookups): SpacePlace[] {
  return lookups.projects.flatMap((project) => {
    const spaces = spacesOf(project);
    return spaces.map((space) => ({
      projectId: project.id as string,
      spaceId: space.id,
      name: spaces.length > 1 ? `${project.name} · ${space.name}` : project.name,
    }));
  });
}

/** The space a deck is shown in: an unknown one counts as the project's first. */
export function spaceIdOf(deck: DeckRow, lookups: Lookups): number | null {
  const spaces = spacesOf(lookups.projects.find(({ id }) => id === deck.projectId));
  return spaces.find(({ id }) => id === deck.spaceId)?.id ?? spaces[0]?.id ?? null;
}

/** Decks beside this one in its space, in order, itself included. */
export function siblingsOf(deck: DeckRow, lookups: Lookups): DeckRow[] {
  return decksOf(lookups, deck.projectId, spaceIdOf(deck, lookups) ?? undefined);
}

/** One place up or down among its siblings; null at the end of the way. */
export function stepPlace(deck: DeckRow, direction: 'up' | 'down', lookups: Lookups): Place | null {
  const siblings = siblingsOf(deck, lookups);
  const spaceId = spaceIdOf(deck, lookups);
  const at = siblings.findIndex(({ id }) => id === deck.id);
  const target = siblings[at + (direction === 'up' ? -1 : 1)];
  if (!target || spaceId === null) return null;
  return {
    projectId: deck.projectId,
    spaceId,
    targetId: target.id,
    side: direction === 'up' ? 'before' : 'after',
  };
}

function placing(deckId: string, place: Place): ActStep {
  const params = {
    deckIds: [deckId],
    targetId: place.targetId,
    targetProjectId: place.projectId,
    targetSpaceId: place.spaceId,
  };
  return step(place.side === 'after' ? 'decks/addToSpaceAfter' : 'decks/addToSpaceBefore', params);
}

/** Moves a deck; asks first where its cards go along to another project. */
export async function moveDeck(deckId: string, place: Place): Promise<void> {
  const lookups = currentLookups();
  const deck = lookups.decks[deckId];
  if (!deck || place.targetId === deckId) return;
  const project = lookups.projects.find(({ id }) => id === place.projectId);
  const leaves = deck.projectId !== place.projectId;
  const steps = [placing(deckId, place)];
  if (leaves) {
    const goOn = await askFirst({
      title: `Move ${deck.title} to ${project?.name ?? 'another project'}?`,
      verb: 'Move deck',
      steps,
    });
    if (!goOn) return;
  }
  await act(`Move deck ${deck.title}`, steps, { announce: leaves });
}
