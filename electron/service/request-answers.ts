import { randomUUID } from 'node:crypto';
import {
  type ActionName,
  actionByName,
  hasEmbeddedServiceIdForm,
  Refusal,
  validateActionParams,
} from '../../shared/contract/index.ts';
import type { DatabaseReader } from '../engine/query/reader.ts';
import type { Actor } from '../engine/types.ts';
import { parseJsonBody } from './body.ts';
import { emptyAnswer, jsonAnswer, jsonTextAnswer, type ServiceAnswer, type ServiceRequest } from './message.ts';

/** @throws Refusal */
export function answerQuery(reader: DatabaseReader, request: ServiceRequest, actor: Actor): ServiceAnswer {
  const body = parseJsonBody(request.body, request.headers);
  if (typeof body !== 'object' || body === null || Array.isArray(body) || !('query' in body))
    throw new Refusal(400, {
      error: 'invalid_query_shape',
      message: "the body must be an object with the key 'query'",
      path: '',
      hint: { allowed: ['query'] },
    } as Omit<Refusal['body'], 'statusCode'>);
  return jsonTextAnswer(200, reader.answerBytes(body.query, actor));
}

interface ActionAnswerOptions {
  readonly perform: (name: ActionName, params: Record<string, unknown>, actor: Actor) => unknown;
  readonly envelope: boolean;
}

/**
 * Checks that the caller has a scope of the action and that the params are valid.
 * @param envelope see `ServiceOptions`
 * @throws Refusal
 */
export function answerAction(
  name: string,
  request: ServiceRequest,
  actor: Actor,
  { perform, envelope }: ActionAnswerOptions,
): ServiceAnswer {
  const action = actionByName(name);
  if (!action)
    throw new Refusal(404, { error: 'unknown_action', message: `there is no action '${name.slice(0, 100)}'` });
  const { scopes } = actor;
  if (scopes !== 'all' && !action.scopes.some((scope) => scopes.has(scope)))
    throw new Refusal(403, { error: 'missing_scope', message: `requires ${action.scopes[0]}` });
  const params = validateActionParams(
    action.params,
    parseJsonBody(request.body, request.headers),
    hasEmbeddedServiceIdForm,
  );
  const answer = perform(name as ActionName, params, actor) as Record<string, unknown>;
  const keys = action.response ? answer : undefined;
  if (envelope) return jsonAnswer(200, { payload: keys ?? null, actionId: randomUUID(), ...keys });
  return keys ? jsonAnswer(200, keys) : emptyAnswer();
}
