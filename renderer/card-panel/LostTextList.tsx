/** Lists the lost texts of a card (see `LostText`). The person can read, restore or delete them. */
import { type ReactElement, useState } from 'react';
import type { LostText } from '../../shared/bridge/index.ts';
import { act, actStep } from '../data/act.ts';
import { call, toastFailure } from '../data/bridge.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { ConfirmDialog } from '../ui/popups/Dialog.tsx';
import { LongText } from '../ui/text/LongText.tsx';
import { TimeAgo } from '../workbench/TimeAgo.tsx';
import type { PanelCardState } from './fields/panel-card-state.ts';
import styles from './history/history.module.css';

interface LostTextsProps {
  card: { readonly cardId: string; readonly content: string };
  cardState: Pick<PanelCardState, 'disabledReason'>;
  texts: readonly LostText[];
  /** Called after a text was deleted. */
  onDropped: () => void;
}

export function LostTextList({ card, cardState, texts, onDropped }: LostTextsProps): ReactElement | null {
  const { disabledReason } = cardState;
  const [textToDrop, setTextToDrop] = useState<LostText | null>(null);
  if (texts.length === 0) return null;
  const dropText = async ({ id }: LostText) => {
    try {
      await call('drafts/dropLost', { id });
      onDropped();
    } catch (error) {
      toastFailure(error, 'The text was not dropped');
    }
  };
  const restore = ({ text: content }: LostText) =>
    void act('Restore a text put aside', [actStep('cards/update', { id: card.cardId, content })], { showsToast: true });
  return (
    <>
      <ul className={cx('stack gap-3', styles.lostTexts)} aria-label="Texts put aside">
        {texts.map((lost) => (
          <li key={lost.id} className={cx('stack gap-1 border round p-3', styles.lostText)}>
            <p>
              <strong>Your text, put aside</strong> <TimeAgo className="soft text-sm" at={lost.at} />
            </p>
            <p className="soft text-sm">
              Both had changed the same lines, and the other text was kept. Only this computer has it.
            </p>
            <pre
              className={cx('selectable scroll pre-wrap break-words round-sm bg-surface p-2-3', styles.lostWords)}
              dir="auto"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable text must be reachable
              tabIndex={0}
            >
              <LongText text={lost.text} />
            </pre>
            <div className="flex gap-2">
              <Button
                text="Restore this text"
                small
                disabled={disabledReason !== null || lost.text === card.content}
                title={disabledReason ?? undefined}
                onClick={() => restore(lost)}
              />
              <Button text="Drop it" small look="quiet" onClick={() => setTextToDrop(lost)} />
            </div>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={textToDrop !== null}
        title="Drop this text"
        confirm="Drop"
        danger
        onConfirm={() => textToDrop && void dropText(textToDrop)}
        onClose={() => setTextToDrop(null)}
      >
        It is stored nowhere else and cannot be restored.
      </ConfirmDialog>
    </>
  );
}
