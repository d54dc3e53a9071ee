/** A control with its label, hint and error. */
import { Field as Base } from '@base-ui/react/field';
import type { ComponentProps, ReactElement, ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './Field.module.css';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Error message: what is wrong with the value, and what to do. */
  error?: string | null | undefined;
  /** Replaces the text input. Base UI controls get the field's label by themselves. */
  children?: ReactNode;
  hideLabel?: boolean;
}

/** A labelled control. Without children it is a text input that takes the input's props. */
export function Field({
  label,
  hint,
  error,
  children,
  hideLabel,
  className,
  ...input
}: FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps>): ReactElement {
  return (
    <Base.Root className={styles.field} invalid={!!error}>
      <Base.Label className={cx(styles.label, hideLabel && 'visually-hidden')}>{label}</Base.Label>
      {children ?? (
        <Base.Control className={cx(styles.input, className)} {...(input as ComponentProps<typeof Base.Control>)} />
      )}
      {hint ? <Base.Description className={styles.hint}>{hint}</Base.Description> : null}
      {error ? (
        <Base.Error match className={styles.error}>
          {error}
        </Base.Error>
      ) : null}
    </Base.Root>
  );
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>): ReactElement {
  return <Base.Control className={cx(styles.input, styles.area, className)} render={<textarea {...rest} />} />;
}
