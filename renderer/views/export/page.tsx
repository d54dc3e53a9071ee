/**
 * Cards as a page of HTML without scripts, in pieces: for browsers, for paper, and as the content of the preview. On
 * paper a board has its columns side by side.
 */
import type { ReactElement, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkCjkFriendly from 'remark-cjk-friendly/parseOnly';
import remarkGfm from 'remark-gfm';
import { isTooComplex, remarkBudget } from '../../editor/markdown/budget.ts';
import { safeLinkAddress } from '../../editor/markdown/Markdown.tsx';
import { splitMarkdown } from '../../editor/markdown/parts.ts';
import { type FieldKey, fieldLabelOf } from '../../model/card-fields/definitions.ts';
import type { ValueNameContext } from '../../model/card-fields/field.ts';
import { countWithNoun } from '../../ui/text/text.ts';
import {
  bodyOf,
  type ExportedBoard,
  type ExportedCard,
  factsOf,
  fieldText,
  personName,
  readableText,
  titleOf,
  titlesOf,
} from './card-files.ts';

export const pageLayouts = {
  board: 'Board: columns side by side',
  list: 'List: a line per card',
  cards: 'Cards: texts and comments',
} as const;
export type PageLayout = keyof typeof pageLayouts;

/** A part of the cards of a column. */
export interface PageColumn {
  /** Null if there is only one column, or if another part of the column came before. */
  readonly heading: string | null;
  readonly isFirstPart: boolean;
  /** Of the whole column; only for a board. */
  readonly cardCount?: number;
  readonly cards: readonly ExportedCard[];
}

interface PageProps {
  readonly columns: readonly PageColumn[];
  readonly names: ValueNameContext;
}

/** No address of others is loaded, so a picture becomes a link. */
const linkTo = (address: string | undefined, children: ReactNode): ReactNode => {
  const url = address ? safeLinkAddress(address) : null;
  return url ? <a href={url}>{children}</a> : children;
};
const htmlComponents: Components = {
  a: ({ href, children }) => linkTo(href, children),
  img: ({ src, alt }) => linkTo(typeof src === 'string' ? src : undefined, alt || 'Picture'),
  aside: () => null,
};
const plugins = [remarkGfm, remarkCjkFriendly, remarkBudget];

function FormattedText({ text }: { readonly text: string }): ReactElement {
  return (
    <div>
      {splitMarkdown(text).map(({ text: part, firstLine }) =>
        isTooComplex(part.split('\n')) ? (
          <pre key={firstLine}>{part}</pre>
        ) : (
          <ReactMarkdown
            key={firstLine}
            remarkPlugins={plugins}
            components={htmlComponents}
            skipHtml
            urlTransform={(url) => url}
          >
            {part}
          </ReactMarkdown>
        ),
      )}
    </div>
  );
}

function CardArticle({ card, names }: { readonly card: ExportedCard; readonly names: ValueNameContext }): ReactElement {
  const body = bodyOf(card);
  return (
    <article id={`card-${card.row.cardId}`}>
      <h3>{titleOf(card)}</h3>
      <p>
        <small>
          {[...factsOf(card, names)].map(([label, text]) => (
            <span key={label}>
              {label}: <b>{text}</b>{' '}
            </span>
          ))}
        </small>
      </p>
      {body ? <FormattedText text={readableText(body, names)} /> : null}
      {card.attachments.length > 0 ? (
        <p>
          <small>Attached: {titlesOf(card.attachments)}</small>
        </p>
      ) : null}
      {card.threads.flatMap(({ entries }) =>
        entries.map(({ entryId, authorId, createdAt, content }) => (
          <blockquote key={entryId}>
            <p>
              <small>
                <b>{personName(authorId, names)}</b>, {createdAt.slice(0, 10)}
              </small>
            </p>
            <FormattedText text={readableText(content, names)} />
          </blockquote>
        )),
      )}
    </article>
  );
}

const sectionsOf = (columns: readonly PageColumn[], contentOf: (column: PageColumn) => ReactNode): ReactNode =>
  columns.map((column, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two columns can have the same title
    <section key={at}>
      {column.heading === null ? null : <h2>{column.heading}</h2>}
      {contentOf(column)}
    </section>
  ));

const CardsPage = ({ columns, names }: PageProps): ReactNode =>
  sectionsOf(columns, ({ cards }) =>
    cards.map((card) => <CardArticle key={card.row.cardId} card={card} names={names} />),
  );

const listKeys = ['code', 'status', 'owner', 'priority', 'effort', 'due'] as const satisfies readonly FieldKey[];

const ListPage = ({ columns, names }: PageProps): ReactNode =>
  sectionsOf(columns, ({ isFirstPart, cards }) => (
    <table className="list">
      {isFirstPart && cards.length > 0 ? (
        <thead>
          <tr>
            <th>Title</th>
            {listKeys.map((key) => (
              <th key={key}>{fieldLabelOf(key)}</th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody>
        {cards.map((card) => (
          <tr key={card.row.cardId}>
            <td>{titleOf(card)}</td>
            {listKeys.map((key) => (
              <td key={key}>{fieldText(key, card, names)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  ));

/** More would be too narrow on a page across. A board by status has six. */
const maxColumnsSideBySide = 6;
const cardKeys = ['status', 'owner', 'priority', 'effort', 'due', 'code'] as const satisfies readonly FieldKey[];
/** These say nothing without their label. */
const labelled: ReadonlySet<FieldKey> = new Set(['effort', 'due']);

function BoardPage({ columns, names }: PageProps): ReactNode {
  const groups = Array.from({ length: Math.ceil(columns.length / maxColumnsSideBySide) }, (_, at) =>
    columns.slice(at * maxColumnsSideBySide, (at + 1) * maxColumnsSideBySide),
  );
  return groups.map((group, groupAt) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two columns can have the same title
    <section key={groupAt} className="columns">
      {group.map(({ heading, cards, cardCount = cards.length }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <div key={at}>
          <h2>
            {heading} <small>{countWithNoun(cardCount, 'card')}</small>
          </h2>
          {cards.map((card) => (
            <article key={card.row.cardId}>
              <h3>{titleOf(card)}</h3>
              <small>
                {cardKeys
                  .flatMap((key) => {
                    const text = fieldText(key, card, names);
                    return text ? [labelled.has(key) ? `${fieldLabelOf(key)} ${text}` : text] : [];
                  })
                  .join(' · ')}
              </small>
            </article>
          ))}
        </div>
      ))}
    </section>
  ));
}

const pages: Readonly<Record<PageLayout, (props: PageProps) => ReactNode>> = {
  board: BoardPage,
  list: ListPage,
  cards: CardsPage,
};

interface PageHeading extends Pick<ExportedBoard, 'title' | 'at'> {
  /** Of a run. */
  readonly burnUp: ReactNode;
}

export interface PageBoard extends ExportedBoard, PageHeading {
  readonly layout: PageLayout;
}

export const PageHeader = ({ title, at, burnUp }: PageHeading): ReactElement => (
  <header>
    <h1>{title}</h1>
    <p>
      <small>As of {at.slice(0, 10)}</small>
    </p>
    {burnUp}
  </header>
);

export const PageBody = ({ layout, ...props }: PageProps & { readonly layout: PageLayout }): ReactNode =>
  pages[layout](props);

/** For `<body class="page">`, and `printed` on paper, where the margins belong to the paper. */
export const pageStyle = `
.page { font: 15px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; }
.page h1 { font-size: 1.6em; margin: 0 0 .25em; } .page h2 { font-size: 1.2em; margin: 1.6em 0 .5em; break-after: avoid; }
.page h3 { font-size: 1em; margin: 0; }
.page article { border: 1px solid #8884; border-radius: 8px; padding: .75em 1em; margin: .75em 0; break-inside: avoid; }
.page p { margin: .25em 0; } .page small { color: GrayText; } .page small b { font-weight: 500; color: CanvasText; }
.page blockquote { border-inline-start: 3px solid #8884; margin: .5em 0; padding-inline-start: .75em; break-inside: avoid; }
.page li:has(> input:first-child) { list-style: none; margin-inline-start: -1.4em; }
.page pre { white-space: pre-wrap; background: #8881; padding: .5em; border-radius: 4px; }
.page table { border-collapse: collapse; } .page td, .page th { border: 1px solid #8884; padding: .2em .5em; text-align: start; vertical-align: top; }
.page .list { width: 100%; table-layout: fixed; font-size: .8em; } .page .list tr { break-inside: avoid; }
.page .list :is(th, td) { width: 11%; } .page .list :is(th, td):first-child { width: 34%; }
.page .columns { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 1em; font-size: .8em; break-after: page; }
.page .columns:last-child { break-after: auto; }
.page .columns h2 { margin: .5em 0; } .page .columns h2 small { font-weight: 400; }
.page .columns article { padding: .4em .6em; margin: .4em 0; }
.page .burn-up svg { display: block; width: 100%; height: auto; margin: 1em 0 .25em; overflow: visible; }
.page .burn-up path { fill: none; stroke: #888; stroke-width: 1; }
.page .burn-up [data-line=scope] { stroke: CanvasText; } .page .burn-up [data-line=done] { stroke: #2a8a4a; stroke-width: 2.5; }
.page .burn-up [data-line=ideal] { stroke-dasharray: 4 3; } .page .burn-up [data-line=area] { fill: #2a8a4a22; stroke: none; }
.page.printed { max-width: none; margin: 0; padding: 0; }
@media print { .page { max-width: none; margin: 0; padding: 0; } }
`;

/** Formatted without a pause: a card with texts takes about a millisecond. */
const maxCardsAtOnce = 20;

async function* partsOf({ columns, layout }: PageBoard): AsyncIterable<readonly PageColumn[]> {
  // Columns side by side need all of their cards at once.
  if (layout === 'board') {
    const group: PageColumn[] = [];
    for (const { title, cards } of columns) {
      const whole: ExportedCard[] = [];
      for await (const part of cards) whole.push(...part);
      group.push({ heading: title, isFirstPart: true, cards: whole });
      if (group.length < maxColumnsSideBySide) continue;
      yield group.splice(0);
    }
    if (group.length > 0) yield group;
    return;
  }
  for (const { title, cards } of columns) {
    let isFirstPart = true;
    const heading = () => (isFirstPart && columns.length > 1 ? title : null);
    for await (const part of cards)
      for (let at = 0; at < part.length; at += maxCardsAtOnce) {
        yield [{ heading: heading(), isFirstPart, cards: part.slice(at, at + maxCardsAtOnce) }];
        isFirstPart = false;
      }
    if (heading() !== null) yield [{ heading: title, isFirstPart, cards: [] }];
  }
}

/** @param isPrinted on paper or as a PDF: without margins, which the paper has, and always light */
export async function* pageText(board: PageBoard, isPrinted: boolean): AsyncIterable<string> {
  const head = renderToStaticMarkup(
    <head>
      <meta charSet="utf-8" />
      <meta httpEquiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
      <meta name="viewport" content="width=device-width" />
      <title>{board.title}</title>
      <style>{`:root { color-scheme: ${isPrinted ? 'light' : 'light dark'}; }${pageStyle}`}</style>
    </head>,
  );
  const heading = renderToStaticMarkup(<PageHeader {...board} />);
  yield `<!doctype html>\n<html>${head}<body class='page${isPrinted ? ' printed' : ''}'>${heading}\n`;
  const { layout, names } = board;
  for await (const columns of partsOf(board))
    yield `${renderToStaticMarkup(<PageBody layout={layout} columns={columns} names={names} />)}\n`;
  yield '</body></html>\n';
}
