/** Edits a title on a card's face, without opening the card panel. */
import { type ReactElement, useEffect, useState } from 'react';
import { queryForRow } from '../../shared/contract/index.ts';
import { CardTitleField } from '../card-panel/CardTitleField.tsx';
import { replaceTitleText, titleTextOf } from '../card-panel/content/title.ts';
import { act, actStep } from '../data/act.ts';
import { toastFailure } from '../data/bridge.ts';
import { remappedRowId } from '../data/id-remap.ts';
import { queryOnce } from '../data/live.ts';
import { openCardForEditing } from '../data/routes.ts';
import { cx } from '../ui/cx.ts';
import { closeDialog } from '../workbench/dialog-state.ts';
import { cardInMainSelector } from '../workbench/reveal-card.ts';
import styles from './CardFaceTitleEditor.module.css';

const faceTitleOf = (cardId: string): HTMLElement | null =>
  document.querySelector(`${cardInMainSelector(cardId)} [data-title]`);

async function readContent(cardId: string): Promise<string> {
  const id = remappedRowId(cardId);
  const { card } = await queryOnce(queryForRow('card', id, ['content']));
  const content = card?.[id]?.content;
  if (content === undefined) throw new Error('The card was not found.');
  return content;
}

/** Replaces only the first line of the newest text: other people may have changed the rest since the field opened. */
async function changeTitle(cardId: string, title: string): Promise<void> {
  try {
    const content = replaceTitleText(await readContent(cardId), title);
    await act('Edit the title', [actStep('cards/update', { id: remappedRowId(cardId), content })]);
  } catch (error) {
    toastFailure(error, 'The title was not changed');
  }
}

export function CardFaceTitleEditor({ cardId }: { cardId: string }): ReactElement | null {
  const [content, setContent] = useState<string | null>(null);
  const [layout] = useState(() => {
    const title = faceTitleOf(cardId);
    if (!title) return null;
    const { left, top, width, height } = title.getBoundingClientRect();
    const { fontSize, fontWeight, lineHeight } = getComputedStyle(title);
    return { box: { left, top, width }, text: { minHeight: height, fontSize, fontWeight, lineHeight } };
  });
  useEffect(() => {
    // `layout` is null if the view does not show the card's face.
    if (!layout) {
      closeDialog();
      openCardForEditing(cardId);
      return;
    }
    readContent(cardId).then(setContent, (error: unknown) => {
      toastFailure(error);
      closeDialog();
    });
    // The field has a fixed position, but scrolling and resizing can move the card.
    const leave = () => (document.activeElement as HTMLElement | null)?.blur();
    const listening = new AbortController();
    window.addEventListener('wheel', leave, { passive: true, signal: listening.signal });
    window.addEventListener('resize', leave, { signal: listening.signal });
    return () => listening.abort();
  }, [cardId, layout]);
  if (content === null || !layout) return null;
  return (
    <div role="dialog" aria-label="Edit title" className={cx('fixed', styles.over)} style={layout.box}>
      <CardTitleField
        text={titleTextOf(content)}
        style={layout.text}
        onEnd={(title) => {
          if (title !== null) void changeTitle(cardId, title);
          closeDialog();
        }}
      />
    </div>
  );
}
