/** Error codes of the service API, and the app's failures as plain data that can be sent between processes. */
import { taskOnlyFieldNames } from './models/fields.ts';

/** Error codes of refused queries (status 400). */
export const queryErrorCodes = [
  'invalid_query_shape',
  'unknown_model',
  'unknown_field',
  'unknown_relation',
  'unknown_operator',
  'invalid_value',
  'unknown_special_key',
  'invalid_order',
  'invalid_limit',
  'missing_ids',
  'relation_takes_no_query',
  'invalid_aggregate',
] as const;
export type QueryErrorCode = (typeof queryErrorCodes)[number];

/** `status` is the HTTP status of the answer, and the answer's `message` is the code. The app shows `text`. */
export const tokenRefusals = {
  invalid_token: {
    status: 401,
    text: 'The service does not know this token. It may be mistyped, incomplete or revoked. Copy it again, or create a new one.',
  },
  token_expired: {
    status: 401,
    text: 'The token’s expiry date has passed. Create a new token and paste it here, or ask for a later expiry date.',
  },
  not_a_member: {
    status: 401,
    text: 'The owner of this personal token has been disabled in the organization. Ask an owner or admin to enable the member again; the token then works as before.',
  },
  user_api_tokens_disabled: {
    status: 401,
    text: 'The organization has switched personal tokens off. Ask an admin to switch them on again, or for an organization token.',
  },
  token_account_mismatch: {
    status: 400,
    text: 'This token belongs to another organization than this workspace. Use a token of the same organization, or connect this one as a separate workspace.',
  },
  rate_limit: {
    status: 429,
    text: 'Too many failed attempts came from this network address. Wait a minute, check the token, then try again.',
  },
} as const;
export type TokenRefusal = keyof typeof tokenRefusals;

export const isTokenRefusal = (code: string): code is TokenRefusal => Object.hasOwn(tokenRefusals, code);

/** Codes of refused actions (status 400), which the service API does not specify. */
export const refusalTexts = {
  hand_full: 'The Hand has no free slot.',
  dependency_cycle: 'The dependency would close a cycle.',
  hero_cannot_start: 'Hero cards cannot be started.',
  doc_has_no_status: 'Documents have no status.',
  doc_takes_no_field: `Documents have no ${taskOnlyFieldNames.join(', ')} or status.`,
  hero_takes_no_thread: 'A hero card takes no block or review thread.',
  doc_takes_no_thread: 'A document card takes no block or review thread.',
  thread_conflict: 'The card already has an open block or review thread.',
  sub_card_depth: 'Sub cards are one level deep.',
  parent_cycle: 'A card cannot be its own hero card.',
  reaction_exists: 'The reaction exists already.',
  run_completed: 'The run is completed already.',
  action_too_costly: 'The action changes too much at once. Nothing was changed.',
  run_locked: 'Beast Mode is on already.',
  plan_feature_missing: 'The plan does not include this feature.',
  guardians_only: 'Only guardians, producers and admins may do this here.',
  deck_has_journey: 'Journey steps create cards in this deck.',
  assignee_cannot_opt_out: 'The assignee of the card cannot opt out.',
  not_own: 'This belongs to somebody else.',
  not_found: 'There is no such row.',
  project_ids_needed: 'A list of projects is needed.',
  space_unknown: 'The project has no such space.',
  label_template: 'The template needs %RUN_NR% or %CALENDAR_WEEK%.',
  invalid_param: 'A parameter is missing or of the wrong type.',
  token_limit: 'No more tokens can be made.',
} as const;
type RefusalCode = keyof typeof refusalTexts;

/** Clients can rely on the codes in `error`; the other fields can change with a new version of the service API. */
export interface ErrorBody {
  readonly error: string;
  readonly message: string;
  readonly statusCode: number;
  readonly path?: string;
  readonly hint?: unknown;
  readonly requiredScope?: string;
}

/** Never crosses processes: between processes, errors are sent as `Failure`. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  /** Seconds after which the client can try again, for status 429 and 503. */
  readonly retryAfter: number | undefined;
  constructor(status: number, body: Omit<ErrorBody, 'statusCode'>, retryAfter?: number) {
    super(body.message);
    this.name = 'Refusal';
    this.status = status;
    this.body = { ...body, statusCode: status };
    this.retryAfter = retryAfter;
  }
}

/** Status 400. `detail` names the wrong input and the remedy, and replaces the general text of the code. */
export function refuse(code: RefusalCode, detail?: string): Refusal {
  return new Refusal(400, { error: code, message: detail ?? refusalTexts[code] });
}

/** `answerLost`: no answer arrived, but the service might have performed the request. */
export type Failure =
  | { readonly kind: 'offline'; readonly message: string; readonly answerLost: boolean }
  | { readonly kind: 'throttled'; readonly message: string /** In seconds. */; readonly retryAfter: number }
  | { readonly kind: 'auth'; readonly message: string; readonly code: TokenRefusal | (string & Record<never, never>) }
  | { readonly kind: 'scope'; readonly message: string; readonly requiredScope: string; readonly path?: string }
  | {
      readonly kind: 'rejected';
      readonly message: string;
      readonly code: string;
      readonly status: number;
      readonly path?: string;
    }
  | {
      readonly kind: 'conflict';
      readonly message: string;
      readonly code: string;
      /** The service's version of the text, if two people changed the same lines. */
      readonly theirs?: string;
      /** After a lost answer: rows that the action might have created. The person chooses one or none. */
      readonly candidates?: readonly { readonly id: string; readonly name: string }[];
    }
  | { readonly kind: 'defect'; readonly message: string };

/**
 * For problems that the app detects itself, such as a damaged file, and for questions that only the person can answer.
 */
export const conflictFailure = (code: string, message: string): Failure => ({ kind: 'conflict', code, message });

/** `catch` can also catch values that are no errors. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** An unexpected error is a defect of the app. */
export const defectFailure = (error: unknown): Failure => ({ kind: 'defect', message: errorMessage(error) });

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

export function failureOfRefusal({ status, body: { error: code, message, path } }: Refusal): Failure {
  return { kind: 'rejected', code, message, status, ...(path ? { path } : {}) };
}

export const rejectedOutcome = (code: string, message: string): Outcome<never> => ({
  ok: false,
  failure: { kind: 'rejected', code, status: 0, message },
});

/** With `answerLost` the service may have carried out the request. */
export const offlineOutcome = (message: string, answerLost = false): Outcome<never> => ({
  ok: false,
  failure: { kind: 'offline', message, answerLost },
});

export class FailureError extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.message);
    this.name = 'FailureError';
    this.failure = failure;
  }
}
