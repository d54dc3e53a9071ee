/** Connects texts with the attachments of their card: the pictures they can show, and files pasted or dropped into them. */
import { createContext } from 'react';

export interface TextPictures {
  /** The address of the card's picture with this file name, or null. */
  addressOf(name: string): string | null;
  /** Attaches files to the card. Returns the markdown that shows the pictures among them, or an empty text. */
  attach(files: readonly File[]): string;
}

/** Provided by the card panel. Null elsewhere: texts then show no attachments, and files cannot be attached. */
export const TextPicturesContext = createContext<TextPictures | null>(null);
