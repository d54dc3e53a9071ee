/** Imitates Electron's `nativeImage`, for icons and screenshots. */
import { readFileSync } from 'node:fs';
import { throwOnUnknownMembers } from './strict.ts';

/** Reads the size from the first chunk of the PNG. */
const sizeOf = (png: Buffer) =>
  png.length < 24 ? { width: 0, height: 0 } : { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };

/** Creates a `NativeImage` of a screenshot or an icon. The image contains the PNG unchanged. */
export function createNativeImage(png: Buffer) {
  const image = throwOnUnknownMembers('NativeImage', {
    toPNG: () => png,
    toDataURL: () => `data:image/png;base64,${png.toString('base64')}`,
    isEmpty: () => png.length === 0,
    getSize: () => sizeOf(png),
    getAspectRatio: () => sizeOf(png).width / (sizeOf(png).height || 1),
    setTemplateImage: (_template: boolean) => {},
    isTemplateImage: () => false,
    // Returns the same image, since nothing shows it.
    resize: (_options: Electron.ResizeOptions) => image,
  } satisfies Partial<Record<keyof Electron.NativeImage, unknown>>) as unknown as Electron.NativeImage;
  return image;
}

export const nativeImage = throwOnUnknownMembers('nativeImage', {
  createEmpty: () => createNativeImage(Buffer.alloc(0)),
  // Stores the pixels unchanged, since nothing draws them.
  createFromBitmap: (buffer: Buffer, _options: Electron.CreateFromBitmapOptions) => createNativeImage(buffer),
  createFromBuffer: (buffer: Buffer) => createNativeImage(buffer),
  createFromDataURL: (url: string) => createNativeImage(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')),
  createFromPath: (file: string) => {
    try {
      return createNativeImage(readFileSync(file));
    } catch {
      return createNativeImage(Buffer.alloc(0)); // Electron returns an empty image too.
    }
  },
} satisfies Partial<typeof Electron.nativeImage>);
