import { Button as Base } from '@base-ui/react/button';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import styles from './Button.module.css';
import { cx } from './cx.ts';
import { Tooltip } from './Tooltip.tsx';

type Look = 'plain' | 'primary' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<ComponentProps<typeof Base>, 'className'> {
  look?: Look;
  small?: boolean;
  /** Shown while it is pointed at: what a sign on it means. */
  tip?: string;
  /** Beside the tip: what the key would be. */
  shortcut?: string | undefined;
  className?: string | undefined;
}

export function Button({ look = 'plain', small, tip, shortcut, className, ...rest }: ButtonProps): ReactElement {
  const button = <Base className={cx(styles.button, styles[look], small && styles.small, className)} {...rest} />;
  return tip ? (
    <Tooltip label={tip} shortcut={shortcut}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'tip'> {
  /** Its accessible name, and its tooltip. */
  label: string;
  children: ReactNode;
}

export function IconButton({
  label,
  shortcut,
  look = 'quiet',
  small,
  className,
  ...rest
}: IconButtonProps): ReactElement {
  return (
    <Tooltip label={label} shortcut={shortcut}>
      <Base
        aria-label={label}
        className={cx(styles.button, styles.icon, styles[look], small && styles.small, className)}
        {...rest}
      />
    </Tooltip>
  );
}
