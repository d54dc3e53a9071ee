/**
 * The files of a paste or drop. None where a text comes along with a picture of it: spreadsheets and word processors put
 * both on the clipboard, and the text is what is meant.
 */
export function filesOf(transfer: DataTransfer | null): readonly File[] {
  const files = [...(transfer?.files ?? [])];
  const isPictureOfText = files.every(({ name }) => name === 'image.png') && transfer?.getData('text/plain') !== '';
  return isPictureOfText ? [] : files;
}
