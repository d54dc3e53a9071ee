/** Checks that hold for every action: its scopes, and validation of its params. */
import assert from 'node:assert/strict';
import {
  type Action,
  type ActionName,
  actions,
  type Permission,
  permissions,
  scopesOf,
  type Type,
} from '../../../shared/contract/index.ts';
import { type Check, check, noId, type Subject } from '../subject.ts';

/** A value of a parameter's type. */
function sample(type: Type): unknown {
  switch (type.kind) {
    case 'nullable':
      return null;
    case 'list':
      return [];
    case 'record':
      return {};
    case 'object':
      return Object.fromEntries(Object.entries(type.required).map(([name, of]) => [name, sample(of)]));
    case 'enum':
      return type.values[0];
    case 'int32':
      return 1;
    case 'boolean':
      return true;
    case 'day':
      return '2030-01-01';
    default:
      return noId;
  }
}

/** The lowest permission of organization tokens that has one of the scopes. */
const lowest = ({ scopes }: Action): Permission | undefined =>
  permissions.find((permission) => scopes.some((scope) => scopesOf('organization', permission).has(scope)));
const holds = (permission: Permission, needed: Permission) =>
  permissions.indexOf(permission) >= permissions.indexOf(needed);

/** Sends empty params: a token with the scope is refused because of missing params, so nothing is changed. */
async function scopeCheck(s: Subject, name: ActionName, action: Action): Promise<void> {
  const needed = lowest(action);
  assert.ok(needed);
  for (const permission of permissions.filter((one) => s.has(one))) {
    const { status, body } = await s.act(name, {}, permission);
    if (holds(permission, needed)) assert.equal(status, 400, `${permission} may`);
    else {
      assert.equal(status, 403, `${permission} must not`);
      assert.ok(
        action.scopes.some((scope) => body.message === `requires ${scope}`),
        String(body.message),
      );
    }
  }
  if (s.has('read')) return;
  // The only token has at least the permission Producer.
  s.need(holds('producer', needed), 'an admin token');
  const { status, body } = await s.act(name, {});
  assert.equal(status, 400, `${status} ${JSON.stringify(body)}`);
}

/** Other services may lack internal actions. */
const kindOf = ({ internal }: Action) => (internal ? 'local' : 'write');

export const scopeChecks: readonly Check[] = (Object.entries(actions) as [ActionName, Action][]).map(([name, action]) =>
  check([`scope.${name}`, 'scope.action'], kindOf(action), (s) => scopeCheck(s, name, action)),
);

/** All ids in the params are unknown, so that a service that ignores a wrong param has nothing to change. */
async function paramCheck(s: Subject, name: ActionName, { params }: Action): Promise<void> {
  const needed = Object.entries(params.required);
  const whole = Object.fromEntries(needed.map(([param, type]) => [param, sample(type)]));
  const refuse = async (param: string, body: object) => {
    const error = await s.refused(name, body);
    if (s.isLocal) assert.ok(error.message.includes(`'${param}`), `${error.message} names ${param}`);
  };
  for (const [param] of needed) {
    const { [param]: _left, ...rest } = whole;
    await refuse(param, rest);
    await refuse(param, { ...whole, [param]: { wrong: [1] } });
  }
  for (const [param, type] of Object.entries(params.optional))
    if (type.kind !== 'json') await refuse(param, { ...whole, [param]: { wrong: [1] } });
  await s.refused(name, [1, 2]);
}

export const paramChecks: readonly Check[] = (Object.entries(actions) as [ActionName, Action][]).map(([name, action]) =>
  check(`params.${name}`, kindOf(action), (s) => paramCheck(s, name, action)),
);
