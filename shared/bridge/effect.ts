/** What an action would change, as a window gets it before a person confirms the action. */

type Fields = Readonly<Record<string, unknown>>;

/** Rows of one model that change alike. */
export interface Effect {
  readonly model: string;
  /** Keys of the rows. */
  readonly keys: readonly string[];
  /**
   * Fields that change, with their values before, and the fields that say where the rows are (`placeFields`). The whole row
   * where it is removed; null where it is created.
   */
  readonly before: Fields | null;
  /** Fields that change, with their values after. The whole row where it is created; null where it is removed. */
  readonly after: Fields | null;
}

/** Fields in `before` of every changed row of these models, also where they stay as they are. */
export const placeFields: { readonly [model: string]: readonly string[] } = {
  card: ['deckId', 'visibility'],
  deck: ['isDeleted'],
};
