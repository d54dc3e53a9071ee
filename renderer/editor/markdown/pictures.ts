/**
 * Pictures in a text: `![label](name.png)` shows the card's attachment of that file name. A name stays the same
 * while the file waits, is uploaded and gets an id of the service, so the text needs no second edit.
 */

/** The file name in a picture's address; null if the address is of another kind. */
export function pictureName(address: string): string | null {
  if (address === '' || URL.canParse(address) || /[/?#]/.test(address)) return null;
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** A file name without characters that end a label or an address, or begin a tag, mention or code. */
export const plainFileName = (name: string): string =>
  name
    // biome-ignore lint/suspicious/noControlCharactersInRegex: line ends and the like would end the address
    .replace(/[#@$<>[\]\\/?|`%\u0000-\u001f]/g, '-')
    .trim();

/** The markdown that shows the attachment of this name (`plainFileName`). */
export function pictureMarkdown(name: string): string {
  const label = name.replace(/\.[a-z0-9]{1,5}$/i, '');
  return `![${label}](${/^[\w.-]+$/.test(name) ? name : `<${name}>`})`;
}

/** The name, with a number if it is taken already; case is ignored. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  const [, base = name, ending = ''] = /^(.*?)(\.[a-z0-9]{1,5})?$/i.exec(name) ?? [];
  for (let number = 2; ; number++) {
    const next = `${base} ${number}${ending}`;
    if (!isTaken(next)) return next;
  }
}

const written = /!\[([^\]\n]*)\]\((?:<([^<>\n]*)>|([^\s()<>]+))\)/g;

/** The named pictures of a text, with the offset at which each ends. */
export function picturesIn(text: string): { readonly name: string; readonly label: string; readonly end: number }[] {
  if (!text.includes('](')) return [];
  return [...text.matchAll(written)].flatMap((match) => {
    const [whole, label = '', bracketed, plain] = match;
    const name = pictureName(bracketed ?? plain ?? '');
    return name === null ? [] : [{ name, label, end: match.index + whole.length }];
  });
}
