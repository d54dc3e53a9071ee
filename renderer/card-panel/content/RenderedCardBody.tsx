/** The rendered text of a card, with checkboxes that can be ticked. */
import { type ReactElement, useMemo, useRef } from 'react';
import { CardText } from '../../editor/CardText.tsx';
import { checkboxIndexesByLine, splitTitleAndBody } from '../../editor/checkbox-lines.ts';
import type { useMentionResolver } from '../../editor/mention-resolver.ts';
import styles from './content.module.css';

interface RenderedProps {
  content: string;
  mentions: ReturnType<typeof useMentionResolver>;
  onTick?: (index: number, checked: boolean) => void;
  onEdit?: () => void;
}

/** Shows the rendered text without its first line, which is the title. A double click starts editing. */
export function RenderedCardBody({ content, mentions, onTick, onEdit }: RenderedProps): ReactElement {
  const { body, bodyLine, boxes } = useMemo(
    () => ({ ...splitTitleAndBody(content), boxes: checkboxIndexesByLine(content) }),
    [content],
  );
  const tick = useRef(onTick);
  tick.current = onTick;
  const canTick = onTick !== undefined;
  const checkboxes = useMemo(
    () =>
      canTick
        ? {
            indexAt: (line: number) => boxes.get(bodyLine + line) ?? null,
            tick: (index: number, checked: boolean) => tick.current?.(index, checked),
          }
        : undefined,
    [canTick, boxes, bodyLine],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the pointer; the pencil beside it does the same
    <div className={styles.rendered} dir="auto" onDoubleClick={onEdit}>
      {body.trim() ? (
        <div className="selectable">
          <CardText text={body} mentions={mentions} checkboxes={checkboxes} />
        </div>
      ) : onEdit ? (
        <button type="button" className={styles.empty} onClick={onEdit}>
          Add a description…
        </button>
      ) : null}
    </div>
  );
}
