/** The form of a link is `decktop://<kind>/<id>?<key>=<value>`. A link never changes data. */
import type { Workspace } from '../../shared/bridge/index.ts';
import { linkScheme } from '../../shared/bridge/link-format.ts';
import { accountSeqOfShortCode } from '../../shared/domain/short-code.ts';
import { decodedUrlPart } from './app-url.ts';

type DeepLinkTarget =
  /** `route` is the part after `#` of a window's address. */
  | { readonly name: 'go'; readonly route: string }
  /** A card by its short code, without `$` and in lower case. */
  | { readonly name: 'openCard'; readonly code: string }
  /** The person decides whether to save the card. */
  | { readonly name: 'compose'; readonly text: string };

interface DeepLink {
  readonly target: DeepLinkTarget;
  /** Host of the base URL of the workspace, with its port; null if the link names no workspace. */
  readonly workspaceHost: string | null;
}

interface LinkKind {
  /** Whether the text after the kind is a valid id. Absent for kinds without an id. */
  readonly isId?: (text: string) => boolean;
  /** In addition to `workspace`. Absent if the kind has no other parameter. */
  readonly value?: { readonly name: string; readonly maxLength: number };
  /** `text` is the id for kinds with an id, and the query value for other kinds. */
  readonly target: (text: string) => DeepLinkTarget;
}

const maxLinkLength = 4_000;
const maxHostLength = 260;

const isRowId = (text: string) => /^[\w-]{1,100}$/.test(text);
const toRow = (view: string): LinkKind => ({
  isId: isRowId,
  target: (id) => ({ name: 'go', route: `/${view}/${id}` }),
});
const toView = (view: string): LinkKind => ({ target: () => ({ name: 'go', route: `/${view}` }) });

const kinds: Readonly<Record<string, LinkKind>> = {
  card: {
    isId: (text) => accountSeqOfShortCode(text) !== undefined,
    target: (code) => ({ name: 'openCard', code: code.trim().replace(/^\$/, '').toLowerCase() }),
  },
  deck: toRow('deck'),
  milestone: toRow('milestone'),
  run: toRow('run'),
  person: toRow('person'),
  search: {
    value: { name: 'q', maxLength: 200 },
    target: (text) => ({ name: 'go', route: `/search?${new URLSearchParams({ q: text })}` }),
  },
  hand: toView('hand'),
  inbox: toView('inbox'),
  add: { value: { name: 'text', maxLength: 2_000 }, target: (text) => ({ name: 'compose', text }) },
};

/** The rest of the link may be malformed. */
export const isDeepLink = (text: string): boolean => text.toLowerCase().startsWith(`${linkScheme}:`);

/** For `--add` and `--add=text`, a link that opens quick add. Undefined for arguments that are no link. */
export function deepLinkOfArgument(argument: string): string | undefined {
  if (isDeepLink(argument)) return argument;
  const [isAdd, text = ''] = /^--add(?:=([\s\S]*))?$/.exec(argument) ?? [];
  return isAdd === undefined ? undefined : `${linkScheme}://add?${new URLSearchParams({ text })}`;
}

/** Returns a message for the person if the link is malformed or of an unknown kind. */
export function parseDeepLink(link: string): DeepLink | string {
  const malformed = 'This link is not complete or contains something that Decktop does not know.';
  const [, name = '', id, search = ''] = /^decktop:\/\/([a-z]+)(?:\/([^/?#]*))?(?:\?([^#]*))?$/i.exec(link) ?? [];
  if (link.length > maxLinkLength || name === '') return malformed;
  const kindName = name.toLowerCase();
  const kind = Object.hasOwn(kinds, kindName) ? kinds[kindName] : undefined;
  if (!kind) return `Decktop has no links to '${name.slice(0, 30)}'.`;

  const decodedId = decodedUrlPart(id ?? '');
  if (decodedId === undefined || (kind.isId ? !kind.isId(decodedId) : decodedId !== '')) return malformed;

  const query = new URLSearchParams(search);
  const allowed = ['workspace', ...(kind.value ? [kind.value.name] : [])];
  const names = [...query.keys()];
  if (names.some((key) => !allowed.includes(key)) || new Set(names).size < names.length) return malformed;
  const value = kind.value ? (query.get(kind.value.name)?.trim() ?? '') : '';
  if (kind.value && (value.length > kind.value.maxLength || hasControls(value))) return malformed;
  if (kindName === 'search' && value === '') return malformed;
  const workspaceHost = query.get('workspace')?.toLowerCase() ?? null;
  if (workspaceHost !== null && !isHost(workspaceHost)) return malformed;

  return { target: kind.target(kind.isId ? decodedId : value), workspaceHost };
}

/** Tabs and line breaks are allowed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for control characters
const hasControls = (text: string) => /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(text);

const isHost = (text: string) =>
  text.length <= maxHostLength &&
  URL.canParse(`http://${text}`) &&
  /^[a-z0-9.-]+(:\d+)?$|^\[[0-9a-f:.]+\](:\d+)?$/.test(text);

/** Electron may have added switches to the command line and changed the order. */
export const firstDeepLinkIn = (argv: readonly string[]): string | undefined =>
  argv.flatMap((argument) => deepLinkOfArgument(argument) ?? [])[0];

export interface DeepLinkQueue {
  readonly receive: (link: string) => void;
  /** Returns the links received so far, and passes later links to the listener. */
  readonly deliverTo: (listener: (link: string) => void) => readonly string[];
}

/** On macOS, the link that starts the app arrives before Electron's event `ready`. */
export function createDeepLinkQueue(): DeepLinkQueue {
  const earlyLinks: string[] = [];
  let deliver: (link: string) => void = (link) => earlyLinks.push(link);
  return {
    receive: (link) => deliver(link),
    deliverTo(listener) {
      deliver = listener;
      return earlyLinks;
    },
  };
}

/**
 * The workspace whose service has the host of the link; of several, the current one is preferred. If there is none, or
 * the link names no host, returns `currentId`.
 */
export function workspaceIdForLinkHost(
  workspaceHost: string | null,
  workspaces: readonly Pick<Workspace, 'id' | 'baseUrl'>[],
  currentId: string | null,
): string | null {
  if (workspaceHost === null) return currentId;
  const matching = workspaces.filter(
    ({ baseUrl }) => baseUrl !== null && URL.canParse(baseUrl) && new URL(baseUrl).host === workspaceHost,
  );
  return (matching.find(({ id }) => id === currentId) ?? matching[0])?.id ?? currentId;
}
