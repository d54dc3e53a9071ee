import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';

export type ContextMenuTarget = Pick<
  ContextMenuParams,
  | 'altText'
  | 'dictionarySuggestions'
  | 'editFlags'
  | 'isEditable'
  | 'linkURL'
  | 'mediaType'
  | 'misspelledWord'
  | 'selectionText'
  | 'srcURL'
  | 'x'
  | 'y'
>;

interface ContextMenuActions {
  readonly replaceMisspelling: (word: string) => void;
  readonly addToDictionary: (word: string) => void;
  readonly openLink: (url: string) => void;
  readonly copyText: (text: string) => void;
  readonly copyImageAt: (x: number, y: number) => void;
  /** `name`: the image's description, which may be empty. */
  readonly saveImage: (url: string, name: string) => void;
  readonly isSafeLink: (url: string) => boolean;
}

/** An empty list if no entry applies to the target. */
export function contextMenuTemplate(
  target: ContextMenuTarget,
  actions: ContextMenuActions,
): MenuItemConstructorOptions[] {
  const groups = [spelling(target, actions), link(target, actions), image(target, actions), text(target)];
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ type: 'separator' as const }, ...group]));
}

function spelling(
  { isEditable, misspelledWord, dictionarySuggestions }: ContextMenuTarget,
  { replaceMisspelling, addToDictionary }: ContextMenuActions,
): MenuItemConstructorOptions[] {
  if (!isEditable || misspelledWord === '') return [];
  const suggestions = dictionarySuggestions.map((word) => ({ label: word, click: () => replaceMisspelling(word) }));
  return [
    ...(suggestions.length > 0 ? suggestions : [{ label: 'No suggestions', enabled: false }]),
    { label: 'Add to dictionary', click: () => addToDictionary(misspelledWord) },
  ];
}

function link({ linkURL }: ContextMenuTarget, { isSafeLink, openLink, copyText }: ContextMenuActions) {
  if (!isSafeLink(linkURL)) return [];
  return [
    { label: 'Open link', click: () => openLink(linkURL) },
    { label: 'Copy link address', click: () => copyText(linkURL.replace(/^mailto:/, '')) },
  ];
}

function image(target: ContextMenuTarget, { copyImageAt, saveImage }: ContextMenuActions) {
  const { mediaType, srcURL, altText, x, y } = target;
  if (mediaType !== 'image' || srcURL === '') return [];
  return [
    { label: 'Copy image', click: () => copyImageAt(x, y) },
    // Main cannot read a page's blobs, such as the preview of a file before it is attached.
    ...(srcURL.startsWith('blob:') ? [] : [{ label: 'Save image as…', click: () => saveImage(srcURL, altText) }]),
  ];
}

function text({ isEditable, selectionText, editFlags }: ContextMenuTarget): MenuItemConstructorOptions[] {
  if (isEditable)
    return [
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { role: 'pasteAndMatchStyle', label: 'Paste as text', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ];
  return selectionText.trim() === '' ? [] : [{ role: 'copy' }];
}

const extensions: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/svg+xml': 'svg',
};

/** An empty description becomes "Image". No extension for unknown types, or if it has one. */
export function imageFileName(description: string, type: string): string {
  const extension = extensions[type.split(';')[0]?.trim() ?? ''];
  // Removes characters that Windows, macOS or Linux does not allow in file names.
  const cleaned = description.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').replace(/\s+/g, ' ');
  const name = cleaned.trim().slice(0, 100) || 'Image';
  if (!extension || /\.\w{2,4}$/.test(name)) return name;
  return `${name}.${extension}`;
}
