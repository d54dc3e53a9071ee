/**
 * The files of a paste or drop. Empty if there is a text and only a picture of it, as spreadsheets and word processors copy to
 * the clipboard: then the text is pasted.
 */
export function filesOf(transfer: DataTransfer | null): readonly File[] {
  const files = [...(transfer?.files ?? [])];
  const isPictureOfText = files.every(({ name }) => name === 'image.png') && transfer?.getData('text/plain') !== '';
  return isPictureOfText ? [] : files;
}
