/** Attaches files to cards, and the names and sizes that lists of files show. */
import { toast } from '../../ui/popups/toast.ts';
import { call, failureOf } from '../bridge.ts';
import { failureText } from '../failures.ts';

const pictures = /\.(?:png|jpe?g|gif|webp|avif)$/i;
export const isPicture = (name: string): boolean => pictures.test(name);

const units = ['B', 'KB', 'MB', 'GB'] as const;

/** A size in bytes as text, with one decimal below 10: `0 B`, `1.5 KB`, `12 MB`. */
export function fileSizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** Name of the file, at most 255 characters. Pasted pictures, all called `image.png` by the browser, get the time instead. */
export function fileNameOf(file: File): string {
  if (file.name && file.name !== 'image.png') return file.name.slice(0, 255);
  const stamp = new Date().toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  return `Picture ${stamp}.${file.type.split('/')[1] ?? 'png'}`;
}

interface NamedFile {
  readonly name: string;
  readonly file: File;
}

/** Attaches files one after another. Calls `onRefused` for those that could not be stored on this computer. */
export async function attachFiles(
  cardId: string,
  files: readonly NamedFile[],
  onRefused: (name: string) => void,
): Promise<void> {
  for (const { name, file } of files) {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      // The card shows files that wait; the outbox shows refusals by the service.
      await call('files/attach', { cardId, name, bytes });
    } catch (error) {
      onRefused(name);
      toast({ title: `${name} was not attached`, detail: failureText(failureOf(error)), tone: 'danger' });
    }
  }
}
