/**
 * Replaces what a text names (`$code`, `#tag`, `@name`, `@[userId:<id>]`) with elements for chips, line ends within a
 * paragraph with line breaks, and the HTML elements that texts can use with these elements. Any other HTML stays as
 * text. Code and links are not changed, but a bare address ends at East Asian punctuation.
 */

import type { Code, Construct, Extension, State } from 'micromark-util-types';
import type { Processor } from 'unified';
import { addressStop, renderedTags } from '../../../shared/domain/markdown-inline.ts';
import { scanMarkdown } from '../../../shared/domain/markdown-scan.ts';
import type { TextToken } from '../../../shared/domain/text-tokens.ts';

interface TextNode {
  type: string;
  value?: string;
  url?: string;
  children?: TextNode[];
  position?: { start: { offset?: number | undefined }; end: { offset?: number | undefined } } | undefined;
  data?: { hName: string; hProperties?: Record<string, string> };
}

/** Nodes that contain blocks. */
const blockTypes = new Set(['root', 'blockquote', 'list', 'listItem', 'footnoteDefinition']);
const unchangedNodeTypes = new Set(['inlineCode', 'code', 'definition', 'image', 'imageReference']);

const lineEnd = /(?<! ) *\r?\n/;
const tag = /^<(\/?)([a-z]+) *\/?>$/i;

/** One that does not end is shown. */
const comment = /<!--(?:-?>|[\s\S]*?-->)/g;

const rangeOf = ({ position }: TextNode): readonly [start: number, end: number] | undefined => {
  const [start, end] = [position?.start.offset, position?.end.offset];
  return start === undefined || end === undefined ? undefined : [start, end];
};

const textNodes = (text: string): TextNode[] =>
  text
    .split(lineEnd)
    .flatMap((value, at): TextNode[] => [
      ...(at > 0 ? [{ type: 'break' }] : []),
      ...(value === '' ? [] : [{ type: 'text', value }]),
    ]);

/** A token, or a bare address. */
type Part = TextToken | { readonly kind: 'address'; readonly start: number; readonly end: number };

function nodeOf(part: Part, value: string): TextNode {
  if (part.kind === 'address') {
    const url = /^www\./i.test(value) ? `http://${value}` : value.includes(':') ? value : `mailto:${value}`;
    return { type: 'link', url, children: [{ type: 'text', value }] };
  }
  const { kind: dataMention, value: dataValue } = part;
  // Raw HTML is disabled, so every `span` in the rendered text is a mention.
  return { type: 'mention', value, data: { hName: 'span', hProperties: { dataMention, dataValue } } };
}

function occurrencesOf(part: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count++;
  return count;
}

/** Takes parts in order, so that the time is linear. */
class Replacer {
  readonly #source: string;
  readonly #parts: readonly Part[];
  #next = 0;

  constructor(source: string) {
    this.#source = source;
    const { tokens, addresses } = scanMarkdown(source);
    const shownAddresses = addresses.map(([start, end]) => ({ kind: 'address', start, end }) as const);
    this.#parts = [...tokens, ...shownAddresses].toSorted((a, b) => a.start - b.start);
  }

  replaceIn(node: TextNode, isInLink = false): void {
    if (!node.children || unchangedNodeTypes.has(node.type) || isBareAddress(node, this.#source)) return;
    if (blockTypes.has(node.type)) node.children = node.children.flatMap(htmlBlockAsText);
    else
      node.children = withHtmlElements(
        withJoinedTexts(
          node.children.flatMap((child) => (isBareAddress(child, this.#source) ? splitAddress(child) : [child])),
        ),
      );
    const holdsLinks = !isInLink && node.type !== 'link' && node.type !== 'linkReference';
    node.children = node.children.flatMap((child) => {
      if (child.type === 'text' && child.value !== undefined)
        return this.#nodesOf(child.value, rangeOf(child), holdsLinks);
      this.replaceIn(child, !holdsLinks);
      return [child];
    });
  }

  /** The value differs from its source in escapes, named characters and line starts. */
  #nodesOf(value: string, range: readonly [start: number, end: number] | undefined, holdsLinks: boolean): TextNode[] {
    if (!range) return textNodes(value);
    const [start, end] = range;
    const nodes: TextNode[] = [];
    let [sourceFrom, from] = [start, 0];
    while ((this.#parts[this.#next]?.start ?? end) < start) this.#next++;
    for (let part = this.#parts[this.#next]; part && part.end <= end; part = this.#parts[++this.#next]) {
      if (part.kind === 'address' && !holdsLinks) continue;
      const written = this.#source.slice(part.start, part.end);
      let at = value.indexOf(written, from);
      for (let skipped = occurrencesOf(written, this.#source.slice(sourceFrom, part.start)); skipped > 0; skipped--)
        at = at < 0 ? at : value.indexOf(written, at + 1);
      if (at < 0) continue;
      nodes.push(...textNodes(value.slice(from, at)), nodeOf(part, written));
      from = at + written.length;
      sourceFrom = part.end;
    }
    nodes.push(...textNodes(value.slice(from)));
    return nodes;
  }
}

function isBareAddress(node: TextNode, source: string): boolean {
  const [start] = rangeOf(node) ?? [];
  return node.type === 'link' && start !== undefined && source.charAt(start) !== '[';
}

/** If the address contains East Asian punctuation, what follows it is no longer part of the link. */
function splitAddress(link: TextNode): TextNode[] {
  const value = link.children?.[0]?.value ?? '';
  const at = value.search(addressStop);
  if (at <= 0 || !link.url?.endsWith(value)) return [link];
  const [start, end] = rangeOf(link) ?? [];
  const positionOf = (from: number | undefined, to: number | undefined) =>
    from === undefined ? undefined : { start: { offset: from }, end: { offset: to } };
  const stop = start === undefined ? undefined : start + at;
  return [
    {
      ...link,
      url: link.url.slice(0, at - value.length),
      children: [{ type: 'text', value: value.slice(0, at) }],
      position: positionOf(start, stop),
    },
    { type: 'text', value: value.slice(at), position: positionOf(stop, end) },
  ];
}

/** A name can go over the end of an address. */
function withJoinedTexts(nodes: readonly TextNode[]): TextNode[] {
  const joined: TextNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (last?.type === 'text' && node.type === 'text' && last.position?.end.offset === node.position?.start.offset)
      joined[joined.length - 1] = {
        ...last,
        value: `${last.value}${node.value}`,
        position: last.position && node.position && { start: last.position.start, end: node.position.end },
      };
    else joined.push(node);
  }
  return joined;
}

/** Leaves out comments. */
function htmlBlockAsText(node: TextNode): TextNode[] {
  if (node.type !== 'html') return [node];
  const value = (node.value ?? '').replace(comment, '').trim();
  return value === '' ? [] : [{ type: 'paragraph', children: [{ ...node, type: 'text', value }] }];
}

/** Elements that texts can use become elements, comments nothing, all else its text. */
function withHtmlElements(children: readonly TextNode[]): TextNode[] {
  const tags = children.flatMap((child) => {
    const [, slash, name] = child.type === 'html' ? (tag.exec(child.value ?? '') ?? []) : [];
    return name === undefined ? [] : { child, name: name.toLowerCase(), isClosing: slash === '/' };
  });
  const rendered = new Map([...renderedTags(tags)].map((found) => [found.child, found]));
  const root: TextNode[] = [];
  /** Of the elements around the current node, outermost first. */
  const open: TextNode[][] = [];
  const add = (node: TextNode) => (open.at(-1) ?? root).push(node);
  for (const child of children) {
    const found = rendered.get(child);
    if (child.type === 'html' && child.value?.startsWith('<!--')) continue;
    if (!found) add(child.type === 'html' ? { ...child, type: 'text' } : child);
    else if (found.name === 'br') add({ type: 'break' });
    else if (found.isClosing) open.pop();
    else if (found.name !== 'wbr') {
      const nodes: TextNode[] = [];
      add({ type: 'htmlElement', children: nodes, data: { hName: found.name === 'strike' ? 'del' : found.name } });
      open.push(nodes);
    }
  }
  return root;
}

const mentionStart = '@[userId:';

/** Otherwise the `[userId:<id>]` of a stored mention before `(…)`, or with a definition, would be a link. */
const storedMention: Construct = {
  name: 'storedMention',
  tokenize(effects, ok, nok) {
    let length = 0;
    const isInId = (code: Code) => code !== null && code >= 0 && !/[[\]\s]/.test(String.fromCharCode(code));
    const inside: State = (code) => {
      const hasId = length > mentionStart.length;
      if (hasId && code === 0x5d) {
        effects.consume(code);
        effects.exit('data');
        return ok;
      }
      if (length < mentionStart.length ? code !== mentionStart.charCodeAt(length) : !isInId(code)) return nok(code);
      effects.consume(code);
      length++;
      return inside;
    };
    return (code) => {
      effects.enter('data');
      return inside(code);
    };
  },
};

interface ParserData {
  micromarkExtensions?: Extension[];
  fromMarkdownExtensions?: {
    readonly enter?: Readonly<Record<string, unknown>>;
    transforms?: unknown[];
  }[][];
}

export function remarkMentions(this: Processor) {
  const data = this.data() as ParserData;
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push({ text: { [mentionStart.charCodeAt(0)]: storedMention } });
  // remark-gfm looks for further addresses in the texts of the tree, where escapes are gone, and so finds others than
  // the service does.
  for (const extension of data.fromMarkdownExtensions?.flat() ?? [])
    if (extension.enter?.literalAutolink) extension.transforms = [];
  return (tree: unknown, file: { toString(): string }): void =>
    new Replacer(file.toString()).replaceIn(tree as TextNode);
}
