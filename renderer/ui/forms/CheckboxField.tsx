import { Checkbox } from '@base-ui/react/checkbox';
import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { Check as Tick } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './CheckboxField.module.css';

interface CheckboxProps {
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  /** Visible label. */
  children?: ReactNode;
  /** Accessible name, if there are no children. */
  label?: string;
}

export function CheckboxField({ checked, disabled, onChange, children, label }: CheckboxProps): ReactElement {
  return withLabel(
    <Checkbox.Root
      className={cx('inline-row justify-center rigid round-sm bg-surface', styles.box)}
      checked={checked}
      disabled={disabled}
      aria-label={label}
      onCheckedChange={onChange}
    >
      <Checkbox.Indicator className={cx('flex', styles.tick)}>
        <Tick size={12} aria-hidden strokeWidth={3} />
      </Checkbox.Indicator>
    </Checkbox.Root>,
    children,
  );
}

export function Switch({ checked, disabled, onChange, children, label }: CheckboxProps): ReactElement {
  return withLabel(
    <BaseSwitch.Root
      className={cx('rigid round-full', styles.switch)}
      checked={checked}
      disabled={disabled}
      aria-label={label}
      onCheckedChange={onChange}
    >
      <BaseSwitch.Thumb className={cx('block circle', styles.thumb)} />
    </BaseSwitch.Root>,
    children,
  );
}

function withLabel(control: ReactElement, text: ReactNode): ReactElement {
  if (!text) return control;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: `control` is the control
    <label className="row gap-2">
      {control}
      <span>{text}</span>
    </label>
  );
}
