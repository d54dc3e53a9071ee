/**
 * A code block of a text, in colours. The parser is loaded with the first block of its language. Until then, and for unknown
 * languages, the code is plain text of the same size, so that the layout does not change.
 */
import { type ReactElement, useEffect, useState } from 'react';
import { withIndexKeys } from '../../ui/index-keys.ts';
import type { Piece } from './code/highlight.ts';

export function CodeBlock({ code, language }: { code: string; language: string }): ReactElement {
  const [result, setResult] = useState<{ readonly code: string; readonly pieces: readonly Piece[] | null } | null>(
    null,
  );
  useEffect(() => {
    let isMounted = true;
    import('./code/highlight.ts')
      .then(({ highlight }) => highlight(code, language))
      .then(
        (pieces) => isMounted && setResult({ code, pieces }),
        (error: unknown) => console.warn('code is not coloured', error),
      );
    return () => {
      isMounted = false;
    };
  }, [code, language]);
  // The last result may belong to an earlier text.
  const pieces = result?.code === code ? result.pieces : null;
  if (!pieces) return <code>{code}</code>;
  return (
    <code data-language={language}>
      {withIndexKeys(pieces).map(([key, { text, classes }]) =>
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
