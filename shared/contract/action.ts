/** The record of an action states everything about it that the service and its clients need. */
import { id, int32, nullable, object, type ValueOf, type ValueType, type ValueTypesByName } from './type.ts';

export interface Action {
  /** One sentence, for the reference page. */
  readonly about: string;
  /** How a label can begin, with the past tense: `Archive: 'Archived'`. Several if changes differ in kind. */
  readonly labels: { readonly [imperative: string]: string };
  /**
   * The token needs one of these scopes. A handler checks further scopes that only some rows need: for example,
   * bookmarks of other people need `handCard:writeAny` (rule `bookmarks.others`).
   */
  readonly scopes: readonly string[];
  readonly params: Extract<ValueType, { kind: 'object' }>;
  /** Type of the answer; absent if the service API defines no body for it. */
  readonly response?: Extract<ValueType, { kind: 'object' }>;
  /**
   * After a lost answer, `harmless` sends the action again, because a repeat leads to the same state. `search` first
   * searches for the effect, because the service would refuse a repeat or create a duplicate. `ask` asks the person,
   * because no query tells whether this request caused the effect.
   */
  readonly retry: 'harmless' | 'search' | 'ask';
  /**
   * If a request of a `harmless` action sets one of these params to a value other than null and false, a repeat is not
   * harmless, and the action is treated as `search`.
   */
  readonly searchWith?: readonly string[];
  /**
   * `unless` states in which cases the app offers no undo; `never` states why it offers none at all. `said` is the
   * sentence that a person reads who asks to undo such a change.
   */
  readonly undo: 'always' | (({ readonly unless: string } | { readonly never: string }) & { readonly said: string });
  /** `rows`: to confirm the effect, the client reads the changed rows again. `nothing`: no query shows the effect. */
  readonly readBack: 'rows' | 'nothing';
  /** A param with the name of a field of this model sets that field. The id params name the changed rows. */
  readonly sets?: string;
  readonly preview?: true;
  /** Params that are in preview: they can change in any release. */
  readonly previewParams?: readonly string[];
  /** Only the embedded service has this action. */
  readonly extension?: true;
  /** The action belongs to the upload flow of the service API, which can change in any release. */
  readonly internal?: true;
}

type None = Record<never, never>;

/** The record keeps its literal types, because `ActionParamsOf` and `ActionAnswerOf` derive from them. */
export const defineAction = <
  const R extends ValueTypesByName,
  const Rest extends Omit<Action, 'params' | 'response'>,
  const O extends ValueTypesByName = None,
  const A extends ValueTypesByName = None,
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

export type ActionParamsOf<A> = A extends { params: infer P } ? ValueOf<P> : never;
export type ActionAnswerOf<A> = A extends { response: infer P } ? ValueOf<NonNullable<P>> : never;

export const cardId = id('card');
export const userId = id('user');
export const dayOrNull = nullable({ kind: 'day' } as const);
export const accountSeqAnswer = { accountSeq: int32 };
