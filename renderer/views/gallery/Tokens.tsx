/** Every token of ui/tokens.css, read from the style sheet itself: sizes of text, spaces, heights, corners and colours. */
import { type ReactElement, useState } from 'react';
import { cx } from '../../ui/cx.ts';
import styles from './gallery.module.css';
import { GalleryPart } from './Part.tsx';

/** In the order of the sheet. */
function tokenNames(): string[] {
  const names = new Set<string>();
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules)
      if (rule instanceof CSSStyleRule && rule.selectorText === ':root')
        for (const name of rule.style) if (name.startsWith('--')) names.add(name);
  return [...names];
}

const tokenValue = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function TokenSamples(): ReactElement {
  const [names] = useState(tokenNames);
  const starting = (start: string) => names.filter((name) => name.startsWith(start));
  const colors = names.filter((name) => CSS.supports('color', tokenValue(name)));
  const sizes = starting('--text-').filter((name) => CSS.supports('width', tokenValue(name)));
  return (
    // Closed, because tests take one picture of all components.
    <details className={styles.part}>
      <summary className="soft strong">Tokens</summary>
      <GalleryPart name="Text">
        {sizes.map((name) => (
          <span key={name} style={{ fontSize: `var(${name})` }}>
            {name.slice(2)} {tokenValue(name)}
          </span>
        ))}
        {starting('--weight-').map((name) => (
          <span key={name} style={{ fontWeight: `var(${name})` }}>
            {name.slice(2)}
          </span>
        ))}
      </GalleryPart>
      <GalleryPart name="Spaces and heights">
        {[...starting('--space-'), ...starting('--control')].map((name) => (
          <span key={name} className="stack gap-1 note">
            <span className={styles.space} style={{ width: `var(${name})`, height: `var(${name})` }} />
            {name.slice(2)} {tokenValue(name)}
          </span>
        ))}
        {starting('--radius').map((name) => (
          <span key={name} className="stack gap-1 note">
            <span className={cx('border-strong', styles.corner)} style={{ borderRadius: `var(${name})` }} />
            {name.slice(2)}
          </span>
        ))}
      </GalleryPart>
      <GalleryPart name="Colours">
        {colors.map((name) => (
          <span key={name} className="row gap-6px note">
            <span className={cx('border keep-color round-sm', styles.color)} style={{ background: `var(${name})` }} />
            {name.slice(2)}
          </span>
        ))}
      </GalleryPart>
    </details>
  );
}
