/**
 * Imitates Electron's `clipboard`. The content stays in this process, so that tests do not change the system's
 * clipboard.
 */
import { throwOnUnknownMembers } from './strict.ts';

let copiedText = '';
let hasImage = false;
export const clipboard = throwOnUnknownMembers('clipboard', {
  readText: async () => copiedText,
  async writeText(text: string) {
    copiedText = text;
    hasImage = false;
  },
  clear() {
    copiedText = '';
    hasImage = false;
  },
  has: async (mimetype: string) =>
    mimetype === 'image/png' ? hasImage : mimetype === 'text/plain' && copiedText !== '',
} satisfies Partial<Electron.Clipboard>);

/** Records that the clipboard has an image, without its pixels. */
export function recordCopiedImage(): void {
  copiedText = '';
  hasImage = true;
}
