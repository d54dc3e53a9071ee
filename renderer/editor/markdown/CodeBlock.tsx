/**
 * Code with its words coloured. What finds them is loaded with the first block; until then, and for languages it does not
 * know, the text stands plain, so that nothing moves when the colours arrive.
 */
import { type ReactElement, useEffect, useState } from 'react';
import type { Piece } from './code/highlight.ts';
import styles from './markdown.module.css';

export function CodeBlock({ code, language }: { code: string; language: string }): ReactElement {
  const [cut, setCut] = useState<{ readonly of: string; readonly pieces: readonly Piece[] | null } | null>(null);
  useEffect(() => {
    let shown = true;
    import('./code/highlight.ts').then(
      ({ highlight }) => shown && setCut({ of: code, pieces: highlight(code, language) }),
      (error: unknown) => console.warn('code is not coloured', error),
    );
    return () => {
      shown = false;
    };
  }, [code, language]);
  // What was cut belongs to its own text alone.
  const pieces = cut?.of === code ? cut.pieces : null;
  if (!pieces) return <code>{code}</code>;
  let at = 0;
  return (
    <code data-language={language}>
      {pieces.map(({ text, kind }) => {
        const key = at;
        at += text.length;
        return kind ? (
          <span key={key} className={styles[kind]}>
            {text}
          </span>
        ) : (
          text
        );
      })}
    </code>
  );
}
