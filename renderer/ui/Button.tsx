import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactElement } from 'react';
import styles from './Button.module.css';
import { cx } from './cx.ts';

type ButtonLook = 'plain' | 'primary' | 'quiet' | 'danger';

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook;
  small?: boolean | undefined;
  /** Shown before the text. */
  icon?: LucideIcon | undefined;
  /** Pass content that is not plain text as `children`, which are shown after `text`. */
  text?: string | undefined;
  /** Tooltip, for buttons whose content alone is not clear. */
  tip?: string | undefined;
  /** In the tooltip; written as in the command table: `Mod+Z`. */
  shortcut?: string | undefined;
  className?: string | undefined;
}

export function Button(props: ButtonProps): ReactElement {
  const { look = 'plain', small, tip, shortcut, className, icon: Icon, text, children, ...rest } = props;
  const name = rest['aria-label'] ?? text;
  return (
    <button
      type="button"
      data-disabled={rest.disabled ? '' : undefined}
      // Tooltips.tsx reads them; a shortcut is written as in the command table: `Mod+Z`.
      {...(tip && { 'data-tip': tip, 'data-tip-keys': shortcut })}
      // Screen readers do not read the tooltip itself.
      aria-description={tip === name ? undefined : tip}
      className={cx(
        'inline-row justify-center gap-6px nowrap medium round h-7 px-10px',
        styles.button,
        styles[look],
        small && styles.small,
        className,
      )}
      {...rest}
    >
      {Icon ? <Icon size={small ? 13 : 14} aria-hidden /> : null}
      {text}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'tip'> {
  /** Accessible name and tooltip. */
  label: string;
  /** Short form of `label`, shown beside the icon if the view is at least 1180 px wide. */
  text?: string | undefined;
}

export function IconButton(props: IconButtonProps): ReactElement {
  const { label, text, look = 'quiet', className, icon: Icon, children, ...rest } = props;
  return (
    <Button aria-label={label} tip={label} look={look} className={cx(styles.icon, className)} {...rest}>
      {Icon ? <Icon size={rest.small ? 14 : 15} aria-hidden /> : null}
      {children}
      {text ? <span className={styles.text}>{text}</span> : null}
    </Button>
  );
}
