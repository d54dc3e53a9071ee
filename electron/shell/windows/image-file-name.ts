const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
};

/**
 * An empty description becomes "Image". Adds no extension if the type is unknown or the description already ends with
 * one.
 */
export function imageFileName(description: string, type: string): string {
  const extension = extensions[type.split(';')[0]?.trim() ?? ''];
  // Removes characters that Windows, macOS or Linux does not allow in file names.
  const cleaned = description.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').replace(/\s+/g, ' ');
  const name = cleaned.trim().slice(0, 100) || 'Image';
  if (!extension || /\.\w{2,4}$/.test(name)) return name;
  return `${name}.${extension}`;
}
