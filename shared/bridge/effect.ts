/** A change that an action would make, as a window gets it before a person confirms the action. */

type Fields = Readonly<Record<string, unknown>>;

/** Rows of one model that change alike. */
export interface Effect {
  readonly model: string;
  /** Keys of the rows. */
  readonly keys: readonly string[];
  /**
   * Fields that change, with their values before, and the fields for the position of the rows (`placeFields`). All
   * fields if the row is removed; null if it is created.
   */
  readonly before: Fields | null;
  /** Fields that change, with their values after. The whole row where it is created; null where it is removed. */
  readonly after: Fields | null;
}

/** Fields that `before` contains for every changed row of these models, even unchanged ones. */
export const placeFields: { readonly [model: string]: readonly string[] } = {
  card: ['deckId', 'visibility'],
  deck: ['isDeleted'],
};
