/** The answer to `data/preview`: the changes that actions would make. Windows show them before the person confirms. */

type Fields = Readonly<Record<string, unknown>>;

/** All these rows have the same old values in the changed fields, and the same new values. */
export interface PreviewedChange {
  readonly model: string;
  readonly keys: readonly string[];
  /** The changed fields and `alwaysPreviewedFields`; all fields of removed rows; null for new rows. */
  readonly before: Fields | null;
  /** New values of the changed fields. For new rows, the values of all fields; for removed rows, null. */
  readonly after: Fields | null;
}

/** By model, the fields that `PreviewedChange.before` contains even if the action does not change them. */
export const alwaysPreviewedFields: { readonly [model: string]: readonly string[] } = {
  card: ['deckId', 'visibility'],
  deck: ['isDeleted'],
};
