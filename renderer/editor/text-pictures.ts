/** The pictures that texts of a card can show, and attaching files that are pasted or dropped into a text. */
import { createContext } from 'react';

export interface TextPictures {
  /** The address of the card's picture with this file name, or null. */
  addressOf(name: string): string | null;
  /** Attaches files to the card. Returns the markdown that shows the pictures among them, or an empty text. */
  attach(files: readonly File[]): string;
}

/** Null outside a card, where texts show no attachments and take no files. */
export const TextPicturesContext = createContext<TextPictures | null>(null);
