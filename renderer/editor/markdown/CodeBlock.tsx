/**
 * A code block with syntax colours. The parser of a language is loaded when a block in this language is first shown.
 * Until then, and for unknown languages, the block shows plain text of the same size, so that the layout does not move.
 */
import { type ReactElement, useEffect, useState } from 'react';
import { pairWithIndexKeys } from '../../ui/index-keys.ts';
import type { CodePart } from './code/highlight.ts';

export function CodeBlock({ code, language }: { code: string; language: string }): ReactElement {
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
