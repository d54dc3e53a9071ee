/** Electron's `nativeImage`, for icons and screenshots. */
import { readFileSync } from 'node:fs';
import { strict } from './strict.ts';

/** The first chunk of every PNG has its width and height. */
const sizeOf = (png: Buffer) =>
  png.length < 24 ? { width: 0, height: 0 } : { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };

/** A picture that stays a PNG: the result of capturePage, or an icon. */
export function pageImage(png: Buffer) {
  const image = strict('NativeImage', {
    toPNG: () => png,
    toDataURL: () => `data:image/png;base64,${png.toString('base64')}`,
    isEmpty: () => png.length === 0,
    getSize: () => sizeOf(png),
    getAspectRatio: () => sizeOf(png).width / (sizeOf(png).height || 1),
    setTemplateImage: (_template: boolean) => {},
    isTemplateImage: () => false,
    // Returns the same icon: nothing shows it.
    resize: (_options: Electron.ResizeOptions) => image,
  } satisfies Partial<Record<keyof Electron.NativeImage, unknown>>) as unknown as Electron.NativeImage;
  return image;
}

export const nativeImage = strict('nativeImage', {
  createEmpty: () => pageImage(Buffer.alloc(0)),
  // Keeps the pixels as they are: nothing draws them.
  createFromBitmap: (buffer: Buffer, _options: Electron.CreateFromBitmapOptions) => pageImage(buffer),
  createFromBuffer: (buffer: Buffer) => pageImage(buffer),
  createFromDataURL: (url: string) => pageImage(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')),
  createFromPath: (file: string) => {
    try {
      return pageImage(readFileSync(file));
    } catch {
      return pageImage(Buffer.alloc(0)); // Electron gives an empty image, too.
    }
  },
} satisfies Partial<typeof Electron.nativeImage>);
