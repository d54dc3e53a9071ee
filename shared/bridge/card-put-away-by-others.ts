/**
 * A card that another person archived or deleted before this person's offline changes to the card were sent. The
 * service accepted the changes later. The outbox view asks the person whether to restore the card.
 */
export interface CardPutAwayByOthers {
  /** Number of this entry, which the commands `outbox/restore` and `outbox/leave` take. */
  readonly id: number;
  /** Id of the card. */
  readonly key: string;
  readonly title: string | null;
  readonly state: 'archived' | 'deleted';
  /** Labels of the person's changes to the card. */
  readonly labels: readonly string[];
  /** ISO time of the pull that found the card archived or deleted. */
  readonly at: string;
  /** Name of the person who archived or deleted the card; null if the card's history does not show it. */
  readonly by: string | null;
  /** ISO time at which the card was archived or deleted; null if the card's history does not show it. */
  readonly madeAt: string | null;
  /** False if the card's deck was deleted too. The person must then move the card to another deck. */
  readonly canRestore: boolean;
}
