import { createContext } from 'react';

export interface TextPictureHandlers {
  /** By file name; null if the card has no such picture. */
  addressOf(name: string): string | null;
  /** Returns the markdown that shows the pictures among the files, or an empty text if none is a picture. */
  attach(files: readonly File[]): string;
}

/** Null outside the card panel: texts show no attachments and accept no files. */
export const TextPictureHandlersContext = createContext<TextPictureHandlers | null>(null);
