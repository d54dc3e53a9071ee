/**
 * Pasted HTML as markdown. Browsers, Docs, Word, Slack and Jira write the same content in different ways; what has no
 * form in markdown loses its form and keeps its text. The result holds no raw HTML.
 */
import type { Element, ElementContent, Nodes, Root } from 'hast';
import type { Nodes as MarkdownNodes } from 'mdast';
import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';

/** `length` in UTF-16 units. A larger paste is taken as plain text, because the window would stand still. */
export const maxHtml = { length: 500_000, tags: 6_000 };

const isElement = (node: Nodes): node is Element => node.type === 'element';
const styleOf = ({ properties }: Element): string => String(properties.style ?? '').toLowerCase();
/** `pattern` begins with `^`: a search for the name of a property that is repeated would take quadratic time. */
const hasDeclaration = (style: string, pattern: RegExp): boolean =>
  style.split(';').some((declaration) => pattern.test(declaration.trimStart()));
const classOf = ({ properties }: Element): string =>
  (Array.isArray(properties.className) ? properties.className : []).join(' ');

const textOf = (node: Nodes): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOf).join('') : '';

const element = (tagName: string, children: ElementContent[], properties: Element['properties'] = {}): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

/** Word writes lists as paragraphs whose style names list and level: `mso-list:l0 level2 lfo1`. */
function wordListLevel(node: Nodes): number | null {
  if (!isElement(node)) return null;
  const [, level] = /mso-list:\s*l\d+ level(\d)/.exec(styleOf(node)) ?? [];
  return level === undefined ? null : Number(level);
}

/** The bullet or number is a span with the style `mso-list:Ignore`, mostly inside conditional comments. */
function wordListItem(paragraph: Element): { item: Element; isOrdered: boolean } {
  let mark = '';
  const withoutMark = (nodes: readonly ElementContent[]): ElementContent[] =>
    nodes.flatMap((node): ElementContent[] => {
      if (!isElement(node)) return [node];
      if (/mso-list:\s*ignore/.test(styleOf(node))) {
        mark ||= textOf(node).trim();
        return [];
      }
      return [{ ...node, children: withoutMark(node.children) }];
    });
  const children = withoutMark(paragraph.children);
  return { item: element('li', children), isOrdered: /^[\p{N}\p{L}]{1,4}[.)]$/u.test(mark) && mark !== 'o' };
}

/** Paragraphs of Word's lists that follow each other become one list. */
function withWordLists(children: readonly Root['children'][number][]): Root['children'] {
  const result: Root['children'] = [];
  let open: { list: Element; level: number }[] = [];
  for (const node of children) {
    const level = wordListLevel(node as Nodes);
    if (level === null) {
      const isBlank = node.type === 'comment' || (node.type === 'text' && node.value.trim() === '');
      if (!isBlank) open = [];
      result.push(node);
      continue;
    }
    const { item, isOrdered } = wordListItem(node as Element);
    open = open.filter((each) => each.level <= level);
    let top = open.at(-1);
    if (!top || top.level < level) {
      const list = element(isOrdered ? 'ol' : 'ul', []);
      const last = top?.list.children.at(-1);
      if (last && isElement(last)) last.children.push(list);
      else result.push(list);
      top = { list, level };
      open.push(top);
    }
    top.list.children.push(item);
  }
  return result;
}

const blockNames = /^(?:p|div|ul|ol|table|h[1-6]|pre|blockquote|section|article)$/;

/** Docs writes `<b style="font-weight:normal">` around everything, and bold text as a span with a weight. */
function cleaned(node: ElementContent): ElementContent[] {
  if (!isElement(node)) return node.type === 'text' ? [node] : [];
  const { tagName } = node;
  if (/^(?:style|script|meta|link|title|head|o:p|button|svg|colgroup)$/.test(tagName)) return [];
  if (hasDeclaration(styleOf(node), /^display:\s*none/)) return [];
  const all = withWordLists(node.children).flatMap((child) => cleaned(child as ElementContent));
  const hasBlocks = all.some((child) => isElement(child) && blockNames.test(child.tagName));
  // Between blocks, Docs writes a line break for an empty line.
  let children = hasBlocks ? all.filter((child) => !isElement(child) || child.tagName !== 'br') : all;
  const style = styleOf(node);
  const isBold = hasDeclaration(style, /^font-weight:\s*(?:bold|[6-9]00)/);
  if (/^(?:b|strong|i|em)$/.test(tagName)) {
    const isPlain = hasDeclaration(style, /^font-weight:\s*(?:normal|400)/) && /^(?:b|strong)$/.test(tagName);
    if (isPlain || hasBlocks) return children;
  }
  if (tagName === 'input' && node.properties.type !== 'checkbox') return [];
  // Docs, Slack and Jira mark done boxes by an attribute of the item.
  if (tagName === 'li') {
    const box =
      node.properties.role === 'checkbox' || node.properties.ariaChecked !== undefined
        ? String(node.properties.ariaChecked) === 'true'
        : /task-list-item|checklist|tasklist/.test(classOf(node))
          ? /\b(?:checked|done)\b/.test(classOf(node))
          : null;
    if (box !== null && !hasCheckbox(children))
      children = [element('input', [], { type: 'checkbox', checked: box }), ...children];
    return [{ ...node, properties: {}, children }];
  }
  if (tagName === 'span') {
    const decorations: readonly (readonly [boolean, string])[] = [
      [isBold, 'strong'],
      [hasDeclaration(style, /^font-style:\s*italic/), 'em'],
      [hasDeclaration(style, /^text-decoration.*line-through/), 'del'],
      [hasDeclaration(style, /^font-family:.*(?:courier|consolas|monospace|menlo)/), 'code'],
    ];
    return decorations.reduce(
      (inner, [isOn, name]) => (isOn && inner.length > 0 ? [element(name, inner)] : inner),
      children,
    );
  }
  // A picture that a markdown text cannot show later: inline data, and Word's files on the other computer.
  if (tagName === 'img') {
    const source = String(node.properties.src ?? '');
    if (!/^https?:/i.test(source))
      return node.properties.alt ? [{ type: 'text', value: String(node.properties.alt) }] : [];
  }
  if (tagName === 'a' && !/^(?:https?|mailto|decktop):/i.test(String(node.properties.href ?? ''))) return children;
  return [{ ...node, children }];
}

const hasCheckbox = (nodes: readonly ElementContent[]): boolean =>
  nodes.some((node) => isElement(node) && (node.tagName === 'input' || hasCheckbox(node.children)));

/** Items with one paragraph each, as people type lists: no empty lines between them. */
function closeUpLists(node: MarkdownNodes): void {
  if (!('children' in node)) return;
  for (const child of node.children) closeUpLists(child);
  if (node.type !== 'list') return;
  const isClose = node.children.every(({ children }) => children.filter(({ type }) => type !== 'list').length <= 1);
  if (!isClose) return;
  node.spread = false;
  for (const item of node.children) item.spread = false;
}

const formattingTag = /<(\/?)(?:a|b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)(?=[\s>])/gi;
/** The parser opens each unclosed formatting element again in each later paragraph, which takes quadratic time. */
const maxOpenFormatting = 200;

function hasTooManyOpenElements(html: string): boolean {
  let open = 0;
  for (const [, slash] of html.matchAll(formattingTag)) {
    open = Math.max(0, open + (slash ? -1 : 1));
    if (open > maxOpenFormatting) return true;
  }
  return false;
}

const processor = unified()
  .use(rehypeParse)
  .use(() => (tree: Root) => {
    tree.children = withWordLists(tree.children).flatMap((node) =>
      node.type === 'doctype' ? [] : cleaned(node as ElementContent),
    );
  })
  .use(rehypeRemark, {
    handlers: { u: (state, node) => state.all(node), font: (state, node) => state.all(node) },
    document: true,
  })
  .use(() => closeUpLists)
  .use(remarkGfm, { tablePipeAlign: false })
  .use(remarkStringify, { bullet: '-', emphasis: '*', rule: '-', listItemIndent: 'one', fences: true });

/** Null if the HTML has no text, or is too long or too deep to convert. */
export function htmlToMarkdown(html: string): string | null {
  if (html.length > maxHtml.length || html.split('<').length > maxHtml.tags || hasTooManyOpenElements(html))
    return null;
  try {
    return String(processor.processSync(html)).trim() || null;
  } catch (error) {
    // Thousands of nested elements exceed the stack.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
