/** Rules `error.body`, `error.path`, `error.hint`. */
import { type QueryErrorCode, Refusal } from '../index.ts';

/**
 * Status 400. `path` tells where in the query the mistake is, such as `_root.account.cards.$or.0.titel`: names of
 * relations without the query objects in parentheses, then keys of the query object, and positions in lists, counted
 * from 0.
 */
export function createQueryRefusal(code: QueryErrorCode, path: string, message: string, hint?: unknown): Refusal {
  const [shortMessage, shortPath] = [message, path].map((text) =>
    text.length > 2_000 ? `${text.slice(0, 1_000)} … ${text.slice(-500)}`.toWellFormed() : text,
  ) as [string, string];
  return new Refusal(400, {
    error: code,
    message: shortMessage,
    path: shortPath,
    ...(hint === undefined ? {} : { hint }),
  });
}

export function createMissingScopeRefusal(scope: string, path: string): Refusal {
  return new Refusal(403, {
    error: 'missing_scope',
    message: `Reading '${path}' requires ${scope}`,
    path,
    requiredScope: scope,
  });
}

export function createTooManyRowsRefusal(ceiling: number): Refusal {
  return new Refusal(400, {
    error: 'too_many_rows',
    message: `The answer would hold more than ${ceiling} rows; use $limit and $offset`,
    path: '',
  });
}

/** `reading` is the relation whose rows made the answer longer than `maxLength` characters. */
export function createTooLongAnswerRefusal(maxLength: number, reading: string): Refusal {
  return new Refusal(400, {
    error: 'query_too_costly',
    message: `The answer would be longer than ${maxLength} characters, with the rows of '${reading}'; use $limit and $offset, or ask for fewer texts`,
    path: '',
    hint: { narrow: reading },
  });
}

/** `reading` is the relation that the query was reading after `maxMs`. */
export function createTooCostlyRefusal(maxMs: number, reading: string): Refusal {
  return new Refusal(400, {
    error: 'query_too_costly',
    message: `The query takes more than ${maxMs / 1000} seconds, and was reading '${reading}' at the end; ask for fewer relations and conditions at once, or for fewer rows by ids or indexed fields such as 'deckId'`,
    path: '',
    hint: { narrow: reading },
  });
}
