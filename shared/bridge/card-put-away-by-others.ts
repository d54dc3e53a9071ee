/**
 * A card that another person archived or deleted before this person's offline changes to it were sent. The service
 * accepted the changes later. The outbox view asks whether to restore the card.
 */
export interface CardPutAwayByOthers {
  /** The commands `outbox/restore` and `outbox/leave` take this number. */
  readonly id: number;
  /** Id of the card. */
  readonly key: string;
  readonly title: string | null;
  readonly state: 'archived' | 'deleted';
  readonly labels: readonly string[];
  /** ISO time of the pull that found the card archived or deleted. */
  readonly at: string;
  /** Null if the card's history does not show the person. */
  readonly by: string | null;
  /** ISO time of the archiving or deletion; null if the card's history does not show it. */
  readonly madeAt: string | null;
  /** False if the card's deck was deleted too. The person must then move the card to another deck. */
  readonly canRestore: boolean;
}
