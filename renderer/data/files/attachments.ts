import { noUndoTextOf } from '../../../shared/contract/index.ts';
import { localDay } from '../../ui/dates/today.ts';
import { pushFinalChange } from '../act.ts';
import { call, toastFailure } from '../bridge.ts';

const pictureExtension = /\.(?:png|jpe?g|gif|webp|avif)$/i;
export const isPictureFileName = (name: string): boolean => pictureExtension.test(name);

const units = ['B', 'KB', 'MB', 'GB'] as const;

/** One decimal below 10: `0 B`, `1.5 KB`, `12 MB`. */
export function fileSizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (Math.round(value) >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit > 0 && value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/**
 * At most 255 characters. The browser gives every pasted picture the name `image.png`. Such a picture, or a file
 * without a name, gets a name with the current local date and time.
 */
export function attachmentNameOf(file: File, now: Date = new Date()): string {
  if (file.name && file.name !== 'image.png') return file.name.slice(0, 255);
  const time = now.toTimeString().slice(0, 8).replaceAll(':', '.');
  return `Picture ${localDay(now)} ${time}.${file.type.split('/')[1] ?? 'png'}`;
}

interface NamedFile {
  readonly name: string;
  readonly file: File;
}

/** One after another. Calls `onRefused` for each file that could not be stored on this computer. */
export async function attachFiles(
  cardId: string,
  files: readonly NamedFile[],
  onRefused: (name: string) => void,
): Promise<void> {
  for (const { name, file } of files) {
    const removeFinalChange = pushFinalChange(`Attach ${name}`, noUndoTextOf('cards/addFile'));
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      // Stored on this computer and sent later. If the service refuses the file, the outbox shows the refusal.
      await call('files/attach', { cardId, name, bytes });
    } catch (error) {
      removeFinalChange();
      onRefused(name);
      toastFailure(error, `${name} was not attached`);
    }
  }
}
