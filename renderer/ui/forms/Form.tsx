/** A form whose submit event runs a function instead of sending a request. */
import type { ComponentProps, ReactElement } from 'react';
import { useSingleFlight } from '../single-flight.ts';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** If it returns a promise, the form ignores further submits until the promise is settled. */
  onSubmit: () => unknown;
}

export function Form({ onSubmit, ...rest }: FormProps): ReactElement {
  const submit = useSingleFlight(async () => onSubmit());
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    />
  );
}
