/**
 * Replaces what a text names (`$code`, `#tag`, `@name`, `@[userId:<id>]`) with elements for chips, line ends within a
 * paragraph with line breaks, and the HTML elements that texts can use with these elements. Any other HTML stays as
 * text. Code and links are not changed, but a bare address ends at East Asian punctuation.
 */

import { addressStop, renderedTags } from '../../../shared/domain/markdown-inline.ts';
import { tokensInInlineMarkdown, tokensInMarkdown } from '../../../shared/domain/markdown-scan.ts';
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

const comment = /<!--[\s\S]*?(?:-->|$)/g;

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

function nodeOf({ kind: dataMention, value: dataValue }: TextToken, value: string): TextNode {
  // Raw HTML is disabled, so every `span` in the rendered text is a mention.
  return { type: 'mention', value, data: { hName: 'span', hProperties: { dataMention, dataValue } } };
}

function occurrencesOf(part: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) count++;
  return count;
}

/** Takes tokens in order, so that the time is linear. */
class Replacer {
  readonly #source: string;
  readonly #tokens: readonly TextToken[];
  #next = 0;

  constructor(source: string) {
    this.#source = source;
    this.#tokens = tokensInMarkdown(source);
  }

  replaceIn(node: TextNode): void {
    if (!node.children || unchangedNodeTypes.has(node.type) || isBareAddress(node, this.#source)) return;
    if (blockTypes.has(node.type)) node.children = node.children.flatMap(htmlBlockAsText);
    else
      node.children = withHtmlElements(
        withJoinedTexts(
          node.children.flatMap((child) => (isBareAddress(child, this.#source) ? splitAddress(child) : [child])),
        ),
      );
    node.children = node.children.flatMap((child) => {
      if (child.type === 'text' && child.value !== undefined) return this.#partsOf(child.value, rangeOf(child));
      this.replaceIn(child);
      return [child];
    });
  }

  /** The value differs from its source in escapes, named characters and line starts. */
  #partsOf(value: string, range: readonly [start: number, end: number] | undefined): TextNode[] {
    if (!range) return partsWithoutSource(value);
    const [start, end] = range;
    const nodes: TextNode[] = [];
    let [sourceFrom, from] = [start, 0];
    while ((this.#tokens[this.#next]?.start ?? end) < start) this.#next++;
    for (let token = this.#tokens[this.#next]; token && token.end <= end; token = this.#tokens[++this.#next]) {
      const written = this.#source.slice(token.start, token.end);
      let at = value.indexOf(written, from);
      for (let skipped = occurrencesOf(written, this.#source.slice(sourceFrom, token.start)); skipped > 0; skipped--)
        at = at < 0 ? at : value.indexOf(written, at + 1);
      if (at < 0) break;
      nodes.push(...textNodes(value.slice(from, at)), nodeOf(token, written));
      from = at + written.length;
      sourceFrom = token.end;
    }
    nodes.push(...textNodes(value.slice(from)));
    return nodes;
  }
}

/** As `#partsOf`, for a text that remark-gfm has cut from a longer one, without its place in the source. */
function partsWithoutSource(value: string): TextNode[] {
  const nodes: TextNode[] = [];
  let from = 0;
  for (const token of tokensInInlineMarkdown(value)) {
    nodes.push(...textNodes(value.slice(from, token.start)), nodeOf(token, value.slice(token.start, token.end)));
    from = token.end;
  }
  return [...nodes, ...textNodes(value.slice(from))];
}

function isBareAddress(node: TextNode, source: string): boolean {
  const range = rangeOf(node);
  return node.type === 'link' && (!range || source.charAt(range[0]) !== '[');
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

export function remarkMentions() {
  return (tree: unknown, file: { toString(): string }): void =>
    new Replacer(file.toString()).replaceIn(tree as TextNode);
}
