import { createContext } from 'react';

export interface TextPictureHandlers {
  /** By file name; null if the card has no such picture. */
  addressOf(name: string): string | null;
  /** Returns the markdown that shows the pictures among the files, or an empty text if none is a picture. */
  attach(files: readonly File[]): string;
}

/** Null outside the card panel: texts show no attachments and accept no files. */
export const TextPictureHandlersContext = createContext<TextPictureHandlers | null>(null);

/**
 * Returns the files of a paste or drop. Spreadsheets and word processors copy a text together with a picture of the
 * text. If this picture is the only file, returns no files, so that the text is pasted.
 */
export function filesOfDataTransfer(transfer: DataTransfer | null): readonly File[] {
  const files = [...(transfer?.files ?? [])];
  const isPictureOfText = files.every(({ name }) => name === 'image.png') && transfer?.getData('text/plain') !== '';
  return isPictureOfText ? [] : files;
}
