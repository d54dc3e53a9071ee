/**
 * Returns the files of a paste or drop. Spreadsheets and word processors copy a text together with a picture of the
 * text. If this picture is the only file, returns no files, so that the text is pasted.
 */
export function filesOfDataTransfer(transfer: DataTransfer | null): readonly File[] {
  const files = [...(transfer?.files ?? [])];
  const isPictureOfText = files.every(({ name }) => name === 'image.png') && transfer?.getData('text/plain') !== '';
  return isPictureOfText ? [] : files;
}
