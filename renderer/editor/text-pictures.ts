/** The pictures that texts of a card may show, and how files that are put into one get there. */
import { createContext } from 'react';

export interface TextPictures {
  /** The address of the card's picture with this file name; null where there is none. */
  addressOf(name: string): string | null;
  /** Attaches files to the card. Returns the markdown that shows those that are pictures, empty where none is. */
  attach(files: readonly File[]): string;
}

/** Null outside of a card: texts show no attachments there, and take no files. */
export const TextPicturesContext = createContext<TextPictures | null>(null);
