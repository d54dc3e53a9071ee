/** The buttons of the app: `Button` with a text, `IconButton` with an icon. */
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import styles from './Button.module.css';
import { cx } from './cx.ts';
import { tipOf } from './popups/Tips.tsx';

type Look = 'plain' | 'primary' | 'quiet' | 'danger';

interface ButtonProps extends ComponentProps<'button'> {
  look?: Look;
  small?: boolean | undefined;
  /** Tooltip, for buttons whose content does not explain itself. */
  tip?: string;
  /** Keys shown in the tooltip, in the notation of the command table. */
  shortcut?: string | undefined;
  className?: string | undefined;
}

export function Button({ look = 'plain', small, tip, shortcut, className, ...rest }: ButtonProps): ReactElement {
  return (
    <button
      type="button"
      data-disabled={rest.disabled ? '' : undefined}
      {...tipOf(tip, shortcut)}
      className={cx(styles.button, styles[look], small && styles.small, className)}
      {...rest}
    />
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'tip'> {
  /** Accessible name and tooltip. */
  label: string;
  /** Short form of `label`, shown beside the icon where the view's header is wide enough. */
  text?: string | undefined;
  children: ReactNode;
}

export function IconButton({
  label,
  text,
  look = 'quiet',
  className,
  children,
  ...rest
}: IconButtonProps): ReactElement {
  return (
    <Button aria-label={label} tip={label} look={look} className={cx(styles.icon, className)} {...rest}>
      {children}
      {text ? <span className={styles.text}>{text}</span> : null}
    </Button>
  );
}
