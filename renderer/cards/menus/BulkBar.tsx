import { Ellipsis, X } from 'lucide-react';
import { type ReactElement, useEffect } from 'react';
import { clearSelection, selectCards, useSelection } from '../../data/selection.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Menu } from '../../ui/popups/Menu.tsx';
import { useToastListLift } from '../../ui/popups/toast.ts';
import { useActiveList, visibleSelectedCardIds } from '../../workbench/active-list.ts';
import styles from './BulkBar.module.css';
import { cardMenuEntries, shownCardCommand } from './CardMenu.tsx';
import { bulkBarGroups, selectionMenuItems } from './card-menu.ts';

/** Toasts move up by this distance. */
const toastLiftPx = 60;

/**
 * A selected card that the view no longer shows stays selected for this time: the view can lose a card for a moment,
 * when it moves between two queries of the view or gets its id from the service.
 */
const hiddenCardsLeaveAfterMs = 1_500;

export function BulkBar(): ReactElement | null {
  const selected = useSelection((state) => state.selected);
  const count = useActiveList(() => visibleSelectedCardIds().length);
  const isShown = count > 0;
  const hasHiddenCards = count < selected.size;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the selection starts the time again
  useEffect(() => {
    if (!hasHiddenCards) return;
    const timer = setTimeout(() => selectCards(visibleSelectedCardIds()), hiddenCardsLeaveAfterMs);
    return () => clearTimeout(timer);
  }, [hasHiddenCards, selected]);
  // Toasts must not cover the bar.
  useEffect(() => {
    if (!isShown) return;
    useToastListLift.setState({ liftPx: toastLiftPx });
    return () => useToastListLift.setState({ liftPx: 0 });
  }, [isShown]);
  if (!isShown) return null;
  return (
    <div className={cx('relative', styles.anchor)}>
      <div
        className={cx('row gap-2px absolute floating round-lg', styles.bar)}
        role="toolbar"
        aria-label="Selected cards"
      >
        <span className={cx('nowrap medium', styles.count)} role="status">
          {count} selected
        </span>
        {bulkBarGroups.map(({ name, ids }) => (
          <div key={name} className={cx('row border-left', styles.group)} data-group={name}>
            {ids.map((id) => (
              <BulkBarButton key={id} id={id} />
            ))}
          </div>
        ))}
        <Menu
          side="top"
          align="end"
          trigger={
            <Button look="quiet" small tip="More actions" aria-label="More actions">
              <Ellipsis size={16} aria-hidden />
              <span className={styles.word}>More</span>
            </Button>
          }
          entries={() => cardMenuEntries(selectionMenuItems)}
        />
        <Button
          icon={X}
          look="quiet"
          small
          onClick={clearSelection}
          tip="Clear the selection"
          shortcut="Escape"
          aria-label="Clear the selection"
        />
      </div>
    </div>
  );
}

function BulkBarButton({ id }: { id: string }): ReactElement | null {
  const command = shownCardCommand(id);
  if (!command) return null;
  const { Icon, shortcut, disabled, run } = command;
  const label = id === 'card.hand' ? 'Hand' : command.label;
  const name = disabled ? `${label}: ${disabled}` : label;
  return (
    <Button look="quiet" small tip={name} shortcut={shortcut} aria-label={name} disabled={!!disabled} onClick={run}>
      {Icon ? <Icon size={16} aria-hidden /> : null}
      <span className={styles.word}>{label.replace(/( to)?…$/, '')}</span>
    </Button>
  );
}
