import { object, type Shape, type Type, type ValueOf } from './type.ts';

/**
 * An action of the interface, as data.
 * `scopes`: any one of them is enough; which one counts depends on the caller or on whose rows change.
 * `retry`: what a repeat after a lost answer does. `harmless`: the same state again. `recognise`: a repeat would
 * duplicate or be refused, so the client first looks whether it already happened.
 */
export interface Action {
  readonly about: string;
  readonly scopes: readonly string[];
  readonly params: Extract<Type, { kind: 'object' }>;
  /** Keys of the answer; absent where the interface promises no body. */
  readonly response?: Extract<Type, { kind: 'object' }>;
  readonly retry: 'harmless' | 'recognise';
  readonly preview?: true;
  /** Params that may change in any release. */
  readonly previewParams?: readonly string[];
  /** Only the embedded service has it. */
  readonly extension?: true;
  /** No action takes it back. */
  readonly final?: true;
  /** Part of the interface's internal upload flow; not stable. */
  readonly internal?: true;
}

type None = Record<never, never>;

export const action = <
  const R extends Shape,
  const Rest extends Omit<Action, 'params' | 'response'>,
  const O extends Shape = None,
  const A extends Shape = None,
>(
  definition: Rest & { readonly required: R; readonly optional?: O; readonly answer?: A },
) => {
  const { required, optional, answer, ...rest } = definition;
  return {
    ...(rest as Omit<Action, 'params' | 'response'>),
    params: object(required, optional),
    response: answer && object(answer),
  };
};

export type ParamsOf<A> = A extends { params: infer P } ? ValueOf<P> : never;
export type AnswerOf<A> = A extends { response: infer P } ? ValueOf<NonNullable<P>> : never;
