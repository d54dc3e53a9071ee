/** Makes the refusals of queries (rules `error.body`, `error.path`, `error.hint`). */
import { type QueryErrorCode, Refusal } from '../index.ts';

/**
 * A query error, status 400. `path` is the dotted location in the query: relation names without their query text, then
 * keys of the query object, then list positions counted from 0.
 */
export function queryError(code: QueryErrorCode, path: string, message: string, hint?: unknown): Refusal {
  return new Refusal(400, { error: code, message, path, ...(hint === undefined ? {} : { hint }) });
}

export function missingScope(scope: string, path: string): Refusal {
  return new Refusal(403, {
    error: 'missing_scope',
    message: `Reading '${path}' requires ${scope}`,
    path,
    requiredScope: scope,
  });
}

/** Refuses a query whose answer would exceed the ceiling of rows. */
export function tooManyRows(ceiling: number): Refusal {
  return new Refusal(400, {
    error: 'too_many_rows',
    message: `The answer would hold more than ${ceiling} rows; use $limit and $offset`,
    path: '',
  });
}
