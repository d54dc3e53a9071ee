/**
 * Two checks for every action: the service requires one of the action's scopes, and it refuses missing or wrong params.
 */
import assert from 'node:assert/strict';
import {
  type Action,
  type ActionName,
  actions,
  scopesOfToken,
  type TokenPermission,
  tokenPermissions,
  type ValueType,
} from '../../../shared/contract/index.ts';
import { type Check, check, type ServiceUnderTest, unknownId } from '../subject.ts';

/** Returns a valid sample value for a param of this type. */
function sampleValue(type: ValueType): unknown {
  switch (type.kind) {
    case 'nullable':
      return null;
    case 'list':
      return [];
    case 'record':
      return {};
    case 'object':
      return Object.fromEntries(Object.entries(type.required).map(([name, of]) => [name, sampleValue(of)]));
    case 'enum':
      return type.values[0];
    case 'int32':
      return 1;
    case 'boolean':
      return true;
    case 'day':
      return '2030-01-01';
    default:
      return unknownId;
  }
}

/** Returns the lowest permission with which an organization token has one of the action's scopes. */
const lowestPermission = ({ scopes }: Action): TokenPermission | undefined =>
  tokenPermissions.find((permission) => scopes.some((scope) => scopesOfToken('organization', permission).has(scope)));
const includesPermission = (permission: TokenPermission, needed: TokenPermission) =>
  tokenPermissions.indexOf(permission) >= tokenPermissions.indexOf(needed);

/**
 * Checks that the action needs one of its scopes. The check sends empty params, so the service refuses every request
 * and nothing changes. The status must be 403 if the token has none of the scopes, and 400 if it has one of them.
 */
async function scopeCheck(s: ServiceUnderTest, name: ActionName, action: Action): Promise<void> {
  const needed = lowestPermission(action);
  assert.ok(needed);
  for (const permission of tokenPermissions.filter((one) => s.has(one))) {
    const { status, body } = await s.act(name, {}, permission);
    if (includesPermission(permission, needed)) assert.equal(status, 400, `${permission} may`);
    else {
      assert.equal(status, 403, `${permission} must not`);
      assert.ok(
        action.scopes.some((scope) => body.message === `requires ${scope}`),
        String(body.message),
      );
    }
  }
  if (s.has('read')) return;
  // If no `read` token is known, send the request with the default token. That token has at least the permission
  // Producer, because other `write` checks create milestones with it. So if a Producer may perform the action, the
  // service must not answer 403.
  s.need(includesPermission('producer', needed), 'an admin token');
  const { status, body } = await s.act(name, {});
  assert.equal(status, 400, `${status} ${JSON.stringify(body)}`);
}

/** Internal actions are checked on the embedded service only, because other services may not have them. */
const kindOf = ({ internal }: Action) => (internal ? 'local' : 'write');

export const scopeChecks: readonly Check[] = (Object.entries(actions) as [ActionName, Action][]).map(([name, action]) =>
  check([`scope.${name}`, 'scope.action'], kindOf(action), (s) => scopeCheck(s, name, action)),
);

/**
 * Checks that the service refuses an action with missing or wrong params. All ids in the params are unknown, so that
 * nothing changes even if a service accepts a wrong param.
 */
async function paramCheck(s: ServiceUnderTest, name: ActionName, { params }: Action): Promise<void> {
  const needed = Object.entries(params.required);
  const validParams = Object.fromEntries(needed.map(([param, type]) => [param, sampleValue(type)]));
  const refuse = async (param: string, body: object) => {
    const error = await s.refused(name, body);
    if (s.isLocal) assert.ok(error.message.includes(`'${param}`), `${error.message} names ${param}`);
  };
  for (const [param] of needed) {
    const { [param]: _left, ...rest } = validParams;
    await refuse(param, rest);
    await refuse(param, { ...validParams, [param]: { wrong: [1] } });
  }
  for (const [param, type] of Object.entries(params.optional))
    if (type.kind !== 'json') await refuse(param, { ...validParams, [param]: { wrong: [1] } });
  await s.refused(name, [1, 2]);
}

export const paramChecks: readonly Check[] = (Object.entries(actions) as [ActionName, Action][]).map(([name, action]) =>
  check(`params.${name}`, kindOf(action), (s) => paramCheck(s, name, action)),
);
