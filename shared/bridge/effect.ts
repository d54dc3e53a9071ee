/** The result of `data/preview`: changes that an action would make. Windows show them before a person confirms. */

type Fields = Readonly<Record<string, unknown>>;

/** A change of one or more rows of a model that have the same values in `before` and in `after`. */
export interface Effect {
  readonly model: string;
  /** Keys of the rows. */
  readonly keys: readonly string[];
  /**
   * Old values of the fields that change, and of the fields in `alwaysInBefore`. All fields of rows that the action
   * removes; null for rows that it creates.
   */
  readonly before: Fields | null;
  /**
   * New values of the fields that change. All fields of rows that the action creates; null for rows that it removes.
   */
  readonly after: Fields | null;
}

/** By model, the fields that `Effect.before` contains even if the action does not change them. */
export const alwaysInBefore: { readonly [model: string]: readonly string[] } = {
  card: ['deckId', 'visibility'],
  deck: ['isDeleted'],
};
