import { randomUUID } from 'node:crypto';
import {
  type ActionName,
  actionByName,
  embeddedServiceLimits,
  type IdValidator,
  Refusal,
  validateActionParams,
} from '../../shared/contract/index.ts';
import type { DatabaseReader } from '../engine/query/reader.ts';
import type { RowStore } from '../engine/store/rows.ts';
import type { Actor } from '../engine/types.ts';
import type { AuthenticatedCaller } from './authentication.ts';
import { parseJsonBody } from './body.ts';
import type { FileStore } from './files.ts';
import {
  type BodyReceiver,
  emptyAnswer,
  jsonAnswer,
  jsonTextAnswer,
  type RequestHead,
  type ServiceAnswer,
  type ServiceRequest,
} from './message.ts';
import { releasePageAnswer } from './releases.ts';

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
  readonly isId: IdValidator;
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
  { perform, envelope, isId }: ActionAnswerOptions,
): ServiceAnswer {
  const action = actionByName(name);
  if (!action)
    throw new Refusal(404, { error: 'unknown_action', message: `there is no action '${name.slice(0, 100)}'` });
  const { scopes } = actor;
  if (scopes !== 'all' && !action.scopes.some((scope) => scopes.has(scope)))
    throw new Refusal(403, { error: 'missing_scope', message: `requires ${action.scopes[0]}` });
  const params = validateActionParams(action.params, parseJsonBody(request.body, request.headers), isId);
  const answer = perform(name as ActionName, params, actor) as Record<string, unknown>;
  const keys = action.response ? answer : undefined;
  if (envelope) return jsonAnswer(200, { payload: keys ?? null, actionId: randomUUID(), ...keys });
  return keys ? jsonAnswer(200, keys) : emptyAnswer();
}

/** With `maxBodyBytes: 0`, the body of a request is not read. */
export type ServiceRoute = { readonly maxBodyBytes: number } & (
  | {
      readonly answerAnyone: (request: ServiceRequest) => ServiceAnswer;
      /** Runs after the head has arrived and before the body is read. @throws Refusal */
      readonly checkHead?: () => void;
      /** Takes the body as it arrives. */
      readonly receive?: (head: RequestHead) => BodyReceiver;
    }
  | { readonly answerCaller: (request: ServiceRequest, caller: AuthenticatedCaller) => ServiceAnswer }
);

interface RouterOptions {
  readonly files: FileStore;
  readonly rows: RowStore;
  /** Returns milliseconds since 1970. */
  readonly clock: () => number;
  readonly answerQuery: (request: ServiceRequest, caller: AuthenticatedCaller) => ServiceAnswer;
  readonly answerAction: (name: string, request: ServiceRequest, caller: AuthenticatedCaller) => ServiceAnswer;
}

/** @throws Refusal for an unknown path or a wrong method */
export function createServiceRouter(options: RouterOptions): (head: RequestHead) => ServiceRoute {
  const { files, rows, clock, answerQuery, answerAction } = options;
  return ({ method, path: target }) => {
    // The query string can itself contain question marks (RFC 3986, 3.4).
    const [path = '/', ...query] = target.split('?');
    const search = query.join('?');
    const parameter = (name: string) => new URLSearchParams(search).get(name);
    const parts = path.split('/').slice(1);
    const requireMethod = (...methods: string[]) => {
      if (!methods.includes(method))
        throw new Refusal(405, { error: 'method_not_allowed', message: `use ${methods.join(' or ')} here` });
    };
    if (parts[0] === 'files' && parts[1]) {
      requireMethod('GET');
      const [, id] = parts;
      return { maxBodyBytes: 0, checkHead: () => files.checkFile(id), answerAnyone: () => files.answerFile(id) };
    }
    if (parts[0] === 's3' && parts[1] === 'upload' && parts[2]) {
      requireMethod('PUT', 'POST');
      const id = parts[2];
      const receive = ({ headers }: RequestHead) => files.receiveUpload(id, parameter('signature'), headers, clock());
      return {
        maxBodyBytes: embeddedServiceLimits.uploadBytes,
        checkHead: () => files.checkUpload(id, parameter('signature'), clock()),
        receive,
        answerAnyone: (request) => {
          const receiver = receive(request);
          try {
            receiver.write(
              typeof request.body === 'string' ? Buffer.from(request.body) : (request.body ?? Buffer.alloc(0)),
            );
            return receiver.end();
          } catch (error) {
            receiver.abort();
            throw error;
          }
        },
      };
    }
    if (parts[0] === 'releases' && parts[1]) {
      requireMethod('GET');
      const [, release] = parts;
      return { maxBodyBytes: 0, answerAnyone: () => releasePageAnswer(rows, release) };
    }
    const isQuery = path === '/';
    const isSign = path === '/s3/sign';
    const isAction = parts[0] === 'dispatch' && parts.length === 3;
    if (!isQuery && !isSign && !isAction)
      throw new Refusal(404, { error: 'not_found', message: 'there is nothing at this path' });
    requireMethod(isSign ? 'GET' : 'POST');
    if (isQuery) return { maxBodyBytes: embeddedServiceLimits.bodyBytes, answerCaller: answerQuery };
    if (isAction)
      return {
        maxBodyBytes: embeddedServiceLimits.bodyBytes,
        answerCaller: (request, caller) => answerAction(`${parts[1]}/${parts[2]}`, request, caller),
      };
    return {
      maxBodyBytes: 0,
      answerCaller: (_request, caller) => {
        if (!(caller.actor.scopes as ReadonlySet<string>).has('file:write'))
          throw new Refusal(403, { error: 'missing_scope', message: 'requires file:write' });
        return files.createSignedAddress(parameter('objectName'), caller.actor.userId, new Date(clock()).toISOString());
      },
    };
  };
}
