import { type ReactElement, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { PrintedPages } from '../../../shared/bridge/index.ts';
import { pageMarginInches as margin, paperInches } from '../../../shared/domain/paper.ts';
import { countWithNoun } from '../../ui/text/text.ts';
import styles from './PrintPreview.module.css';
import { pageStyle } from './page.tsx';

const gapInches = 0.3;

/** The page's styles are not those of the window, so the pages have a tree of their own. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(
  `${pageStyle}
.pages { color-scheme: light; position: relative; display: flex; gap: ${gapInches}in; zoom: .5; width: max-content; padding: ${gapInches}in; }
.paper { background: Canvas; box-shadow: 0 0 8px #0004; }
.flow { position: absolute; column-fill: auto; color: CanvasText; }`,
);

/**
 * The pages as the printer breaks them: columns of text of the size of a page break as pages do.
 *
 * @param isCut whether more cards follow
 */
export function PrintPreview({
  pages: { paper, isLandscape },
  isCut,
  children,
}: {
  readonly pages: PrintedPages;
  readonly isCut: boolean;
  readonly children: ReactNode;
}): ReactElement {
  const host = useRef<HTMLElement>(null);
  const flow = useRef<HTMLDivElement>(null);
  const [root, setRoot] = useState<ShadowRoot | null>(null);
  const [pageCount, setPageCount] = useState(1);
  const [short, long] = paperInches[paper];
  const [width, height] = isLandscape ? [long, short] : [short, long];
  const textWidth = width - (margin.left + margin.right);
  const columnGap = margin.left + margin.right + gapInches;
  useLayoutEffect(() => {
    if (!host.current) return;
    const shadow = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [sheet];
    setRoot(shadow);
  }, []);
  // After each render: whatever changed can have changed the number.
  useLayoutEffect(() => {
    const { current } = flow;
    if (!current) return;
    const perPage = (textWidth + columnGap) * (current.clientWidth / textWidth);
    setPageCount(Math.max(1, Math.ceil(current.scrollWidth / perPage)));
  });
  const text = `${isCut ? 'The first ' : ''}${countWithNoun(pageCount, 'page')}`;
  return (
    <figure className={styles.preview}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll this section */}
      <section ref={host} className={styles.scroller} aria-label={`Preview: ${text}`} tabIndex={0} />
      {root
        ? createPortal(
            <div className="pages" inert>
              {Array.from({ length: pageCount }, (_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: pages are alike
                <div key={at} className="paper" style={{ width: `${width}in`, height: `${height}in` }} />
              ))}
              <div
                ref={flow}
                className="flow"
                style={{
                  left: `${gapInches + margin.left}in`,
                  top: `${gapInches + margin.top}in`,
                  width: `${textWidth}in`,
                  height: `${height - margin.top - margin.bottom}in`,
                  columnWidth: `${textWidth}in`,
                  columnGap: `${columnGap}in`,
                }}
              >
                <div className="page printed">{children}</div>
              </div>
            </div>,
            root,
          )
        : null}
      <figcaption className="note">
        {text}
        {isCut ? ', with the cards that come first' : ''}
      </figcaption>
    </figure>
  );
}
