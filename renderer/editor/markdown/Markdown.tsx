/** Renders GitHub-flavoured markdown without raw HTML. Pictures are loaded only from the app's own origin. */
import {
  type ComponentProps,
  createContext,
  memo,
  type ReactElement,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown';
import remarkCjkFriendly from 'remark-cjk-friendly/parseOnly';
import remarkGfm from 'remark-gfm';
import { linkScheme } from '../../../shared/bridge/link-format.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { ItemBoundary } from '../../ui/ItemBoundary.tsx';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import { pairWithIndexKeys } from '../../ui/index-keys.ts';
import { LazyMount } from '../../ui/LazyMount.tsx';
import { LongText } from '../../ui/text/LongText.tsx';
import { hasLongLine } from '../../ui/text/long-lines.ts';
import { withoutExcessMarks } from '../../ui/text/text.ts';
import { TextPictureHandlersContext } from '../text-pictures.ts';
import { isTooComplex, remarkBudget, remarkWordBreaks } from './budget.ts';
import type { CodePart } from './code/highlight.ts';
import { remarkMentions } from './inline.ts';
import styles from './markdown.module.css';
import { splitMarkdown } from './parts.ts';
import { attachmentNameOfAddress } from './pictures.ts';

const allowedSchemes = new Set(['http:', 'https:', 'mailto:', `${linkScheme}:`]);

/**
 * Opened in the app if the address has the app's own scheme, otherwise in the browser. Null if the link must stay plain
 * text, as for `javascript:`, `file:` or a relative address.
 */
export function safeLinkAddress(address: string): string | null {
  // In the raw text, white space can hide a scheme such as `javascript:`. The browser ignores it, and so does the
  // parser.
  const url = URL.parse(address);
  return url && allowedSchemes.has(url.protocol) ? url.href : null;
}

/** Null for other origins: a text must never make the app load data from other servers. */
export function sameOriginPictureUrl(address: string, origin: string): string | null {
  const url = URL.parse(address, origin);
  return url && url.origin === origin && url.origin !== 'null' && url.protocol !== 'data:' ? url.href : null;
}

export interface MentionedCard {
  readonly cardId: string;
  readonly title: string;
  readonly derivedStatus: string;
}

/**
 * Finds the rows to which mentions refer. Without a row (undefined), a mention of a card is plain text, a mention of a
 * person is the chip `@someone`, and a tag is a chip without its colour and emoji.
 */
export interface MentionResolver {
  card(code: string): MentionedCard | undefined;
  person(userId: string): string | undefined;
  tag(tag: string): { readonly color: string | null; readonly emoji: string | null } | undefined;
}

export interface CheckboxActions {
  /**
   * Actions identify a checkbox by this index. Null if the person cannot tick the checkbox. Indexes and lines start at
   * 0.
   */
  indexAt(line: number): number | null;
  tick(index: number, checked: boolean): void;
}

interface MarkdownProps {
  readonly text: string;
  readonly mentions: MentionResolver;
  /** If absent, the person cannot tick checkboxes. */
  readonly checkboxes?: CheckboxActions | undefined;
  readonly origin: string;
  openCard(cardId: string): void;
  openOutside(address: string): void;
}

/** Line in the whole text, from 0, at which the rendered part starts. */
const FirstLineContext = createContext(0);
/** Line, from 0, of the list item that is being rendered; null outside list items. Identifies its checkbox. */
const ItemLineContext = createContext<number | null>(null);
const InLinkContext = createContext(false);
const MarkdownContext = createContext<MarkdownProps | null>(null);

function useMarkdownProps(): MarkdownProps {
  const props = useContext(MarkdownContext);
  if (!props) throw new Error('Parts of Markdown need its context');
  return props;
}

/** In UTF-16 units. Longer addresses are mostly data. */
const maxShownAddress = 200;

function Link({ href, title, children }: ComponentProps<'a'>) {
  const { openOutside } = useMarkdownProps();
  const address = href ? safeLinkAddress(href) : null;
  if (!address) {
    // The app opens no such address, but the person can read it.
    const shown =
      href && href !== children
        ? ` (${href.length > maxShownAddress ? `${href.slice(0, maxShownAddress)}…` : href})`
        : '';
    return (
      <>
        {children}
        {shown}
      </>
    );
  }
  return (
    <a
      href={address}
      // The author's title must not hide where the link leads.
      title={title ? `${address}\n${title}` : address}
      rel="noreferrer"
      onClick={(event) => {
        event.preventDefault();
        event.stopPropagation();
        openOutside(address);
      }}
    >
      <InLinkContext value>{children}</InLinkContext>
    </a>
  );
}

function Picture({ src, alt }: ComponentProps<'img'>) {
  const { origin } = useMarkdownProps();
  const pictures = useContext(TextPictureHandlersContext);
  if (typeof src !== 'string') return <>{alt}</>;
  const name = attachmentNameOfAddress(src);
  if (name !== null) {
    const attached = pictures?.addressOf(name);
    if (!attached) return <>{alt || name}</>;
    return <img className="max-w-full round" src={attached} alt={alt ?? name} loading="lazy" />;
  }
  const own = sameOriginPictureUrl(src, origin);
  if (own) return <img className="max-w-full round" src={own} alt={alt ?? ''} loading="lazy" />;
  if (!safeLinkAddress(src)) return <>{alt}</>;
  return <Link href={src}>{alt || 'Picture'} (opens in the browser)</Link>;
}

function ListItem({ className, node, children }: ComponentProps<'li'> & ExtraProps) {
  const first = useContext(FirstLineContext);
  return (
    <ItemLineContext value={node?.position ? first + node.position.start.line - 1 : null}>
      <li className={className?.includes('task-list-item') ? styles.task : undefined}>{children}</li>
    </ItemLineContext>
  );
}

function Checkbox({ checked = false }: ComponentProps<'input'>) {
  const { checkboxes } = useMarkdownProps();
  const line = useContext(ItemLineContext);
  const index = line === null ? null : (checkboxes?.indexAt(line) ?? null);
  return (
    <input
      type="checkbox"
      className={cx('relative round-sm bg-surface', styles.checkbox)}
      checked={checked}
      disabled={index === null}
      aria-label={checked ? 'Done' : 'To do'}
      onClick={(event) => event.stopPropagation()}
      onChange={(event) => {
        if (index !== null) checkboxes?.tick(index, event.target.checked);
      }}
    />
  );
}

function MentionChip({ kind, value }: { kind: string; value: string }) {
  const { mentions, openCard } = useMarkdownProps();
  const isInLink = useContext(InLinkContext);
  if (kind === 'card') {
    // A link cannot contain a button.
    const card = isInLink ? undefined : mentions.card(value);
    if (!card) return <>${value}</>;
    return (
      <button
        type="button"
        className={cx('text-start border round-sm bg-inset', styles.card)}
        data-status={card.derivedStatus}
        data-opens-card={card.cardId}
        onClick={(event) => {
          event.stopPropagation();
          openCard(card.cardId);
        }}
      >
        <StatusIcon derivedStatus={card.derivedStatus} size={12} />{' '}
        <span className={cx('faint mono', styles.code)}>${value}</span> {card.title}
      </button>
    );
  }
  if (kind === 'tag') {
    const tag = mentions.tag(value);
    return (
      <span
        className={cx('round-sm px-1', styles.tag)}
        style={tag?.color ? ({ '--tag-color': tag.color } as object) : undefined}
      >
        {tag?.emoji ? `${tag.emoji} ` : ''}#{value}
      </span>
    );
  }
  const name = kind === 'personId' ? mentions.person(value) : value;
  return <span className="accent medium">@{name ?? 'someone'}</span>;
}

const elementComponents: Components = {
  a: Link,
  img: Picture,
  li: ListItem,
  // `dir="auto"` puts the bullets of a right-to-left list on its right side.
  ul: ({ children }) => <ul dir="auto">{children}</ul>,
  ol: ({ start, children }) => (
    <ol dir="auto" start={start}>
      {children}
    </ol>
  ),
  input: Checkbox,
  aside: RestIsPlainNote,
  code: ({ className, children }) => {
    const language = /(?:^| )language-(\S+)/.exec(className ?? '')?.[1];
    if (typeof children !== 'string') return <code>{children}</code>;
    if (!language)
      return (
        <code>
          <LongText text={children} />
        </code>
      );
    return <CodeBlock code={children} language={language} />;
  },
  pre: ({ children }) => (
    // A code block with long lines scrolls on its own, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable
    <pre tabIndex={0}>{children}</pre>
  ),
  table: ({ children }) => (
    // A wide table scrolls on its own, also by keyboard, and does not widen the panel.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable
    <section className={cx('scroll', styles.table)} tabIndex={0} aria-label="Table">
      <table>{children}</table>
    </section>
  ),
  span: ({ node, children }) => {
    const { dataMention, dataValue } = node?.properties ?? {};
    if (typeof dataMention === 'string' && typeof dataValue === 'string')
      return <MentionChip kind={dataMention} value={dataValue} />;
    return <span>{children}</span>;
  },
};

function ShowAnyway({ onShow }: { onShow: () => void }): ReactElement {
  return (
    <div className="row wrap gap-2 soft">
      Shown without formatting, because there is so much of it.
      <Button
        small
        look="quiet"
        // On a line of its own, its label is in line with the text.
        className="outdent"
        text="Show anyway"
        onClick={(event) => {
          event.stopPropagation();
          onShow();
        }}
      />
    </div>
  );
}

const ShowAnywayContext = createContext(() => {});

function RestIsPlainNote(): ReactElement {
  return <ShowAnyway onShow={useContext(ShowAnywayContext)} />;
}

// With remarkCjkFriendly, `**注意：**请` is bold, although CommonMark wants a space after it
// (commonmark/commonmark-spec#650).
const plugins = [remarkGfm, remarkCjkFriendly, remarkMentions];
const unlimitedPlugins = [...plugins, remarkWordBreaks];
const pluginsWithinBudget = [...plugins, remarkBudget, remarkWordBreaks];

/**
 * Parses again only if its text changes. If a mentioned row changes, only the components that read `MarkdownContext`
 * render again.
 */
const MarkdownPart = memo(({ text }: { text: string }) => {
  const [shownAnyway, setShownAnyway] = useState<string | null>(null);
  const isUnlimited = shownAnyway === text;
  const isPlain = useMemo(() => !isUnlimited && isTooComplex(text.split('\n')), [text, isUnlimited]);
  const showAnyway = () => setShownAnyway(text);
  if (isPlain)
    return (
      <>
        <div className="pre-wrap">
          <LongText text={text} />
        </div>
        <ShowAnyway onShow={showAnyway} />
      </>
    );
  return (
    <ShowAnywayContext value={showAnyway}>
      <ItemBoundary item="This text" text={text}>
        <ReactMarkdown
          remarkPlugins={isUnlimited ? unlimitedPlugins : pluginsWithinBudget}
          components={elementComponents}
          skipHtml
          // Link and Picture check every address before they use it.
          urlTransform={(address) => address}
        >
          {text}
        </ReactMarkdown>
      </ItemBoundary>
    </ShowAnywayContext>
  );
});

/** Estimated average in px, including the space between blocks. */
const lineHeightPx = 18;

export const Markdown = memo(function Markdown(props: MarkdownProps) {
  const parts = useMemo(() => splitMarkdown(withoutExcessMarks(props.text)), [props.text]);
  return (
    <MarkdownContext value={props}>
      <div className={cx('break-words', styles.markdown, hasLongLine(props.text) && 'plain-shaping')}>
        {parts.length === 1 && parts[0] ? (
          <MarkdownPart text={parts[0].text} />
        ) : (
          pairWithIndexKeys(parts).map(([at, { firstLine, lineCount, text }]) => (
            <FirstLineContext key={at} value={firstLine}>
              <LazyMount heightPx={lineCount * lineHeightPx} isVisible={firstLine === 0}>
                <MarkdownPart text={text} />
              </LazyMount>
            </FirstLineContext>
          ))
        )}
      </div>
    </MarkdownContext>
  );
});

/**
 * A code block with syntax colours. The parser of a language is loaded when a block in this language is first shown.
 * Until then, and for unknown languages, the block shows plain text of the same size, so that the layout does not move.
 */
function CodeBlock({ code, language }: { code: string; language: string }): ReactElement {
  const [result, setResult] = useState<{ readonly code: string; readonly pieces: readonly CodePart[] | null } | null>(
    null,
  );
  useEffect(() => {
    let isMounted = true;
    import('./code/highlight.ts')
      .then(({ highlightCodeBlock }) => highlightCodeBlock(code, language))
      .then(
        (pieces) => isMounted && setResult({ code, pieces }),
        (error: unknown) => console.warn('code is not coloured', error),
      );
    return () => {
      isMounted = false;
    };
  }, [code, language]);
  // The last result can belong to an earlier value of `code`. In this case, the new code is shown as plain text until
  // its own result arrives.
  const pieces = result?.code === code ? result.pieces : null;
  if (!pieces) return <code>{code}</code>;
  return (
    <code data-language={language}>
      {pairWithIndexKeys(pieces).map(([key, { text, classes }]) =>
        classes ? (
          <span key={key} className={classes}>
            {text}
          </span>
        ) : (
          text
        ),
      )}
    </code>
  );
}
