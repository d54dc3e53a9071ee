/**
 * Connects a text with the attachments of its card: pictures that the text shows, and files that the person pastes or
 * drops into it.
 */
import { createContext } from 'react';

export interface TextPictures {
  /** Returns the address of the card's picture with this file name, or null. */
  addressOf(name: string): string | null;
  /**
   * Attaches files to the card. Returns the markdown that shows the pictures among them; an empty text if there are
   * none.
   */
  attach(files: readonly File[]): string;
}

/**
 * The card panel provides the value. Outside the card panel the value is null: texts show no attachments and accept no
 * files.
 */
export const PictureHandlersContext = createContext<TextPictures | null>(null);
