/**
 * Connects a text with the attachments of its card: the pictures that the text shows, and the files that the person
 * pastes or drops into the text.
 */
import { createContext } from 'react';

export interface TextPictureHandlers {
  /** Returns the address of the card's picture with this file name, or null. */
  addressOf(name: string): string | null;
  /**
   * Attaches files to the card. Returns the markdown that shows the pictures among the files, or an empty text if none
   * of the files is a picture.
   */
  attach(files: readonly File[]): string;
}

/**
 * The handlers for pictures in the texts of a card; the card panel provides them. Outside the card panel the value is
 * null: texts show no attachments and accept no files.
 */
export const TextPictureHandlersContext = createContext<TextPictureHandlers | null>(null);
