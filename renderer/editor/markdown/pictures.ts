/**
 * Pictures in a text: `![label](name.png)` shows the card's attachment with that file name. Texts use the name and not the
 * id, because the id changes when the file is uploaded.
 */

/** The file name of an attachment in a picture's address; null if the address is a URL or a path. */
export function pictureName(address: string): string | null {
  if (address === '' || URL.canParse(address) || /[/?#]/.test(address)) return null;
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** A file name that can be used in markdown: special characters become `-`, such as those that begin a mention. */
export const plainFileName = (name: string): string =>
  name
    // biome-ignore lint/suspicious/noControlCharactersInRegex: line ends and the like would end the address
    .replace(/[#@$<>[\]\\/?|`%\u0000-\u001f]/g, '-')
    .trim();

/** The markdown that shows the attachment with this name, which `plainFileName` has returned. */
export function pictureMarkdown(name: string): string {
  const label = name.replace(/\.[a-z0-9]{1,5}$/i, '');
  return `![${label}](${/^[\w.-]+$/.test(name) ? name : `<${name}>`})`;
}

/** The name, or the name with the first number from 2 for which `isTaken` returns false. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  const [, base = name, ending = ''] = /^(.*?)(\.[a-z0-9]{1,5})?$/i.exec(name) ?? [];
  for (let number = 2; ; number++) {
    const next = `${base} ${number}${ending}`;
    if (!isTaken(next)) return next;
  }
}

const written = /!\[([^\]\n]*)\]\((?:<([^<>\n]*)>|([^\s()<>]+))\)/g;

/** The attachments that a text shows as pictures, with the offset at which the markdown of each ends. */
export function picturesIn(text: string): { readonly name: string; readonly label: string; readonly end: number }[] {
  if (!text.includes('](')) return [];
  return [...text.matchAll(written)].flatMap((match) => {
    const [whole, label = '', bracketed, plain] = match;
    const name = pictureName(bracketed ?? plain ?? '');
    return name === null ? [] : [{ name, label, end: match.index + whole.length }];
  });
}
