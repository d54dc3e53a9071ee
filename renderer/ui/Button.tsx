/** The buttons of the app: `Button` with a text, `IconButton` with an icon. */
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import styles from './Button.module.css';
import { cx } from './cx.ts';
import { tooltipProps } from './popups/Tooltips.tsx';

type ButtonLook = 'plain' | 'primary' | 'quiet' | 'danger';

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook;
  small?: boolean | undefined;
  /** Text of the tooltip, for buttons whose content alone is not clear. */
  tip?: string;
  /** Shortcut shown in the tooltip, written as in the command table: `Mod+Z`. */
  shortcut?: string | undefined;
  className?: string | undefined;
}

export function Button({ look = 'plain', small, tip, shortcut, className, ...rest }: ButtonProps): ReactElement {
  return (
    <button
      type="button"
      data-disabled={rest.disabled ? '' : undefined}
      {...tooltipProps(tip, shortcut)}
      className={cx(styles.button, styles[look], small && styles.small, className)}
      {...rest}
    />
  );
}

interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'tip'> {
  /** Accessible name and tooltip. */
  label: string;
  /** Short form of `label`. The button shows this text beside its icon if the view is at least 1180 px wide. */
  text?: string | undefined;
  children: ReactNode;
}

export function IconButton(props: IconButtonProps): ReactElement {
  const { label, text, look = 'quiet', className, children, ...rest } = props;
  return (
    <Button aria-label={label} tip={label} look={look} className={cx(styles.icon, className)} {...rest}>
      {children}
      {text ? <span className={styles.text}>{text}</span> : null}
    </Button>
  );
}
