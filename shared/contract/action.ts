/** The type of an action's record, which states everything that service and clients must know about the action. */
import { type NamedTypes, object, type ValueOf, type ValueType } from './type.ts';

export interface Action {
  /** What the action does, in one sentence, for the reference page. */
  readonly about: string;
  /**
   * The verbs with which labels of this action begin, each with its past tense: `Archive: 'Archived'`. Outbox, messages
   * and undo show these labels. An action that can make different changes has several verbs.
   */
  readonly labels: { readonly [imperative: string]: string };
  /** The token needs one of these scopes. Which one depends on the caller, or on whose rows change. */
  readonly scopes: readonly string[];
  readonly params: Extract<ValueType, { kind: 'object' }>;
  /** Type of the answer; absent if the interface promises no answer body. */
  readonly response?: Extract<ValueType, { kind: 'object' }>;
  /**
   * What the client does after the answer was lost. `harmless`: sends the action again, because a repeat leads to the
   * same state. `search`: searches for the effect first, because a repeat would create a duplicate or be refused.
   * `ask`: asks the person, because no query shows the effect.
   */
  readonly retry: 'harmless' | 'search' | 'ask';
  /** Params of a `harmless` action that make it a `search` action if their value is neither null nor false. */
  readonly searchWith?: readonly string[];
  /** When undo is offered. `unless` and `never` give the reason why it is not. */
  readonly undo: 'always' | { readonly unless: string } | { readonly never: string };
  /**
   * How a client confirms the effect. `rows`: it reads the changed rows again. `nothing`: it cannot, because no query
   * shows the effect.
   */
  readonly readBack: 'rows' | 'nothing';
  /**
   * The model whose fields the action sets: each param with the name of a field sets that field on the rows named by
   * id.
   */
  readonly sets?: string;
  readonly preview?: true;
  /** Params that may change in any release. */
  readonly previewParams?: readonly string[];
  /** Only the embedded service has this action. */
  readonly extension?: true;
  /** The action is part of the interface's internal upload flow, which may change. */
  readonly internal?: true;
}

type None = Record<never, never>;

/** Makes an action's record. The compiler keeps the literal types, from which `ParamsOf` and `AnswerOf` derive. */
export const action = <
  const R extends NamedTypes,
  const Rest extends Omit<Action, 'params' | 'response'>,
  const O extends NamedTypes = None,
  const A extends NamedTypes = None,
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
