/**
 * `![label](name.png)` shows the card's attachment with that file name. The text refers to it by name, because its id
 * changes when the file is uploaded.
 */

/** Null if the address is a URL or path. */
export function attachmentNameOfAddress(address: string): string | null {
  if (address === '' || URL.canParse(address) || /[/?#]/.test(address)) return null;
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Replaces special characters, such as `#` and `@`, by `-`. */
export const markdownSafeFileName = (name: string): string =>
  name
    // biome-ignore lint/suspicious/noControlCharactersInRegex: line ends and the like would end the address
    .replace(/[#@$<>[\]\\/?|`%\u0000-\u001f]/g, '-')
    .trim();

/** `name` must be a result of `markdownSafeFileName`. */
export function pictureMarkdown(name: string): string {
  const label = name.replace(/\.[a-z0-9]{1,5}$/i, '');
  return `![${label}](${/^[\w.-]+$/.test(name) ? name : `<${name}>`})`;
}

/** Returns a file name that is not used yet: `name` itself, or `name` with a number added; the first number is 2. */
export function unusedFileName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  const [, base = name, ending = ''] = /^(.*?)(\.[a-z0-9]{1,5})?$/i.exec(name) ?? [];
  for (let number = 2; ; number++) {
    const next = `${base} ${number}${ending}`;
    if (!isTaken(next)) return next;
  }
}

// The bound of the label keeps the time linear for a text of many `![`.
const picturePattern = /!\[([^\]\n]{0,500})\]\((?:<([^<>\n]*)>|([^\s()<>]+))\)/g;

/** Returns the attachments that a text shows as pictures, each with the offset at which its markdown ends. */
export function attachmentPicturesIn(
  text: string,
): { readonly name: string; readonly label: string; readonly end: number }[] {
  if (!text.includes('](')) return [];
  return [...text.matchAll(picturePattern)].flatMap((match) => {
    const [whole, label = '', bracketed, plain] = match;
    const name = attachmentNameOfAddress(bracketed ?? plain ?? '');
    return name === null ? [] : [{ name, label, end: match.index + whole.length }];
  });
}
