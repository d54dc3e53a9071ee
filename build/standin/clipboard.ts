/** Electron's `clipboard`, kept in the program. */
import { strict } from './strict.ts';

let clip = '';
let hasImage = false;
export const clipboard = strict('clipboard', {
  readText: async () => clip,
  async writeText(text: string) {
    clip = text;
    hasImage = false;
  },
  clear() {
    clip = '';
    hasImage = false;
  },
  has: async (mimetype: string) => (mimetype === 'image/png' ? hasImage : mimetype === 'text/plain' && clip !== ''),
} satisfies Partial<Electron.Clipboard>);

/** Records that the clipboard has an image. Its pixels are not kept. */
export function noteCopiedImage(): void {
  clip = '';
  hasImage = true;
}
