import { Fragment, type ReactElement } from 'react';
import { pairWithIndexKeys } from '../index-keys.ts';
import { hasLongLine, longWordBreaks, piecesOf } from './long-lines.ts';

export function LongText({ text }: { text: string }): ReactElement {
  if (!hasLongLine(text)) return <>{text}</>;
  return (
    <span className="plain-shaping">
      {pairWithIndexKeys(piecesOf(text, longWordBreaks(text))).map(([at, piece]) => (
        <Fragment key={at}>
          {at === '0' ? null : <wbr />}
          {piece}
        </Fragment>
      ))}
    </span>
  );
}
