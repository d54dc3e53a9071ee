/** Names files of saved images. */

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
};

/** A file name from the image's description and type. */
export function imageFileName(description: string, type: string): string {
  const extension = extensions[type.split(';')[0]?.trim() ?? ''];
  // Characters that some system does not allow in names.
  const cleaned = description.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').replace(/\s+/g, ' ');
  const name = cleaned.trim().slice(0, 100) || 'Image';
  if (!extension || /\.\w{2,4}$/.test(name)) return name;
  return `${name}.${extension}`;
}
