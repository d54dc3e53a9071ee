import { Field as Base } from '@base-ui/react/field';
import { type ComponentProps, createContext, type ReactElement, type ReactNode, useContext } from 'react';
import { cx } from '../cx.ts';
import { shapingOfTextArea } from '../text/long-lines.ts';
import styles from './FormField.module.css';

/** Whether the person has tried to save the form with faults. */
export const HasTriedContext = createContext(false);

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Describes the error in the value and how to correct it. */
  error?: string | null | undefined;
  /** An error that shows only after the person has tried to save, such as a missing name. */
  fault?: string | null | undefined;
  /** Replaces the text input. The label is connected only to a control of base-ui. */
  children?: ReactNode;
  hideLabel?: boolean;
}

/** Without children, a text input, which gets all other props. */
export function FormField(props: FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps>): ReactElement {
  const { label, hint, error: shownError, fault, children, hideLabel, className, ...input } = props;
  const error = (useContext(HasTriedContext) ? fault : null) ?? shownError;
  return (
    <Base.Root className="stack gap-1" invalid={!!error}>
      <Base.Label className={cx('medium', hideLabel && 'visually-hidden')}>{label}</Base.Label>
      {children ?? (
        <Base.Control
          className={cx('w-full control-box h-8 px-10px', styles.input, className)}
          {...(input as ComponentProps<typeof Base.Control>)}
        />
      )}
      {hint ? <Base.Description className="note">{hint}</Base.Description> : null}
      {error ? (
        <Base.Error match className="danger text-sm">
          {error}
        </Base.Error>
      ) : null}
    </Base.Root>
  );
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>): ReactElement {
  const { wrap, shaping } = shapingOfTextArea(String(rest.value ?? ''));
  return (
    <Base.Control
      className={cx('w-full control-box h-8 px-10px', styles.input, styles.area, shaping, className)}
      render={<textarea wrap={wrap} {...rest} />}
    />
  );
}
