/** The result of `data/preview`: changes that an action would make. Windows show them before a person confirms. */

type Fields = Readonly<Record<string, unknown>>;

/**
 * A change of one or more rows of a model. The changed fields of all these rows have the same values before, and the
 * same values after.
 */
export interface Effect {
  readonly model: string;
  /** Keys of the rows. */
  readonly keys: readonly string[];
  /**
   * Old values of the fields that change and of the fields in `fieldsAlwaysInBefore`; for rows that the action removes, the
   * values of all fields. Null for rows that the action creates.
   */
  readonly before: Fields | null;
  /**
   * New values of the fields that change; for rows that the action creates, the values of all fields. Null for rows
   * that the action removes.
   */
  readonly after: Fields | null;
}

/** By model, the fields that `Effect.before` contains even if the action does not change them. */
export const fieldsAlwaysInBefore: { readonly [model: string]: readonly string[] } = {
  card: ['deckId', 'visibility'],
  deck: ['isDeleted'],
};
