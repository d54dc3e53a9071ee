import type { MilestoneRow, SprintRow, WorkspaceLookups } from '../../data/lookups.ts';
import type { FieldRefusalInput } from '../../model/preflight.ts';
import type { PanelCard, PanelCardAnswer } from '../queries.ts';

export interface PanelCardState extends FieldRefusalInput {
  /** Why the card is read-only (the token lacks a scope), or null. */
  readonly disabledReason: string | null;
  readonly hasGuardians: boolean;
  readonly projectId: string | null;
  readonly isInMyHand: boolean;
  readonly isBookmarked: boolean;
  /**
   * In the manual order of the deck; null for no zone. Undefined if the card has no position in this order, or if the
   * service does not send the order.
   */
  readonly zone: string | null | undefined;
}

export interface CardPanelPartProps {
  readonly card: PanelCard;
  readonly answer: PanelCardAnswer;
  readonly cardState: PanelCardState;
  readonly lookups: WorkspaceLookups;
}

/** `answer` has the card's position in the manual order, and the Hands and bookmarks with it. */
export function panelCardStateOf(
  card: PanelCard,
  answer: PanelCardAnswer,
  lookups: WorkspaceLookups,
  me: string | null,
  disabledReason: string | null,
): PanelCardState {
  const deck = card.deckId ? lookups.decks[card.deckId] : undefined;
  const isSubCard = card.parentCardId !== null;
  const order = Object.values(answer.cardOrder ?? {}).find(
    ({ context, cardId }) => context === 'deck' && cardId === card.cardId,
  );
  const entries = Object.values(answer.queueEntry ?? {}).filter(({ cardDoneAt }) => cardDoneAt === null);
  return {
    disabledReason,
    isDoc: card.isDoc === true,
    isHero: card.isDoc !== true && (card.childCards.length > 0 || (deck?.deckType === 'hero' && !isSubCard)),
    isSubCard,
    hasGuardians: deck?.hasGuardians === true,
    projectId: deck?.projectId ?? null,
    isInMyHand: entries.some(({ userId }) => userId === me),
    isBookmarked: Object.values(answer.handCard ?? {}).some(({ userId }) => userId === me),
    zone: order?.label,
  };
}

/** Not deleted, and global or linked to the project. The earliest is first. */
export function milestonesForProject(lookups: WorkspaceLookups, projectId: string | null): MilestoneRow[] {
  const linked = new Set(
    lookups.milestoneProjects.filter((link) => link.projectId === projectId).map((link) => link.milestoneId as string),
  );
  return Object.values(lookups.milestones)
    .filter((milestone) => !milestone.isDeleted && (milestone.isGlobal || linked.has(milestone.id)))
    .toSorted((a, b) => a.date.localeCompare(b.date));
}

/** Not completed, and of a Run Config that is global or linked to the project. The earliest is first. */
export function runsForProject(lookups: WorkspaceLookups, projectId: string | null): SprintRow[] {
  const linked = new Set(
    lookups.sprintProjects.filter((link) => link.projectId === projectId).map((link) => link.sprintConfigId as string),
  );
  return Object.values(lookups.sprints)
    .filter((sprint) => sprint.completedAt === null)
    .filter((sprint) => lookups.sprintConfigs[sprint.sprintConfigId]?.isGlobal || linked.has(sprint.sprintConfigId))
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate));
}
