/** The shape of an action's record: everything about one action of the interface that is the same for every program. */
import { object, type Shape, type Type, type ValueOf } from './type.ts';

export interface Action {
  readonly about: string;
  /**
   * Labels of the action in the outbox, in messages and for undo: each imperative with its past tense. A label of a
   * change begins with one of them, so an action that can change different things has several.
   */
  readonly labels: { readonly [imperative: string]: string };
  /** Any one of them is enough; which one counts depends on the caller or on whose rows change. */
  readonly scopes: readonly string[];
  readonly params: Extract<Type, { kind: 'object' }>;
  /** Keys of the answer; absent where the interface promises no body. */
  readonly response?: Extract<Type, { kind: 'object' }>;
  /**
   * After a lost answer. `harmless`: it is sent again, since a repeat leads to the same state. `search`: a repeat would
   * duplicate or be refused, so the client first searches for the effect. `ask`: nothing shows the effect, so the person decides.
   */
  readonly retry: 'harmless' | 'search' | 'ask';
  /** Params of a harmless action that make it one to search for, where their value is neither null nor false. */
  readonly searchWith?: readonly string[];
  /** Whether undo is offered, and the reason where it is not. */
  readonly undo: 'always' | { readonly unless: string } | { readonly never: string };
  /** What shows the effect: the rows that it changed, which are read again, or no query at all. */
  readonly readBack: 'rows' | 'nothing';
  /** The model whose fields it sets by params of their names, on the rows that its id params name. */
  readonly sets?: string;
  readonly preview?: true;
  /** Params that may change in any release. */
  readonly previewParams?: readonly string[];
  /** Only the embedded service has it. */
  readonly extension?: true;
  /** Part of the interface's internal upload flow; not stable. */
  readonly internal?: true;
}

type None = Record<never, never>;

/** One record, with its params and answer as types. Its literal values stay known to the compiler. */
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
    ...(rest as unknown as Pick<Rest, keyof Rest & keyof Action>),
    params: object(required, optional),
    response: answer && object(answer),
  };
};

export type ParamsOf<A> = A extends { params: infer P } ? ValueOf<P> : never;
export type AnswerOf<A> = A extends { response: infer P } ? ValueOf<NonNullable<P>> : never;
