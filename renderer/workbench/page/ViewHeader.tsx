/** The header of every view, with icon, title, menus and tools. It also sets the window's title. */
import { ArrowLeft, ArrowRight, PanelLeft } from 'lucide-react';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { goInHistory, useCanGoInHistory } from '../../data/routes.ts';
import { isCardWindow } from '../../data/window-kind.ts';
import { IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { sharedShortcuts } from '../command.ts';
import { useSidebar } from '../sidebar-state.ts';
import styles from './ViewHeader.module.css';
import { useWindowTitle } from './window-title.ts';

export interface ViewHeaderProps {
  icon?: ReactNode;
  title: string;
  /** Shown instead of the title where the header has little space. */
  shortTitle?: string;
  /** Breadcrumb before the title: what the view belongs to, such as the project of a deck. */
  crumb?: ReactNode;
  detail?: ReactNode;
  menu?: ReactNode;
  /** Tools at the end of the header: layout, filters … */
  children?: ReactNode;
}

export function ViewHeader({ icon, title, shortTitle, crumb, detail, menu, children }: ViewHeaderProps): ReactElement {
  const [sidebar, setSidebar] = useSidebar();
  const crumbText = useRef<HTMLSpanElement>(null);
  useWindowTitle(title, () => crumbText.current?.textContent);
  return (
    <header className={cx('row rigid gap-2', styles.header)}>
      {sidebar ? null : (
        <IconButton label="Show the sidebar" shortcut="[" onClick={() => setSidebar(true)}>
          <PanelLeft size={16} aria-hidden />
        </IconButton>
      )}
      {isCardWindow ? null : (
        <span className={cx('inline-flex rigid', styles.history)}>
          <HistoryArrow direction="back" />
          <HistoryArrow direction="forward" />
        </span>
      )}
      {icon ? <span className={cx('inline-flex rigid soft', styles.icon)}>{icon}</span> : null}
      {crumb ? (
        <span ref={crumbText} className={cx('min-w-0 truncate faint', styles.crumb)}>
          {crumb}
        </span>
      ) : null}
      <h1 className={cx('truncate text-lg', styles.title)} dir="auto" title={title}>
        {shortTitle ? (
          <>
            <span className={styles.long}>{title}</span>
            <span className={styles.short}>{shortTitle}</span>
          </>
        ) : (
          title
        )}
      </h1>
      {detail ? <span className={cx('rigid note figures', styles.detail)}>{detail}</span> : null}
      {menu}
      <div className={cx('row gap-1 min-w-0 p-6px', styles.end)}>{children}</div>
    </header>
  );
}

function HistoryArrow({ direction }: { direction: 'back' | 'forward' }): ReactElement {
  return (
    <IconButton
      icon={direction === 'back' ? ArrowLeft : ArrowRight}
      label={direction === 'back' ? 'Back' : 'Forward'}
      shortcut={sharedShortcuts[direction][0]}
      small
      disabled={!useCanGoInHistory(direction)}
      onClick={() => goInHistory(direction)}
    />
  );
}
