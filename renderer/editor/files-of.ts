/**
 * Returns the files of a paste or drop. Returns no files if the only files are a picture of the pasted text, which
 * spreadsheets and word processors copy together with the text. Then the text is pasted.
 */
export function filesOf(transfer: DataTransfer | null): readonly File[] {
  const files = [...(transfer?.files ?? [])];
  const isPictureOfText = files.every(({ name }) => name === 'image.png') && transfer?.getData('text/plain') !== '';
  return isPictureOfText ? [] : files;
}
