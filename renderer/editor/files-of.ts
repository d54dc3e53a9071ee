/**
 * The files of a paste or drop. None if there is a text as well: spreadsheets and word processors put a text and a picture
 * of it on the clipboard, and the text is meant.
 */
export function filesOf(transfer: DataTransfer | null): readonly File[] {
  const files = [...(transfer?.files ?? [])];
  const isPictureOfText = files.every(({ name }) => name === 'image.png') && transfer?.getData('text/plain') !== '';
  return isPictureOfText ? [] : files;
}
