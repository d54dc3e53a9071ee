import { describe, expect, test } from 'vitest';
import {
  type Action,
  actionNames,
  actions,
  allActions,
  findTypeMismatch,
  isUndoableAction,
  modelByName,
  models,
  Refusal,
  scopesOfToken,
  serviceLimits,
  tokenPermissions,
  validateActionParams,
} from '../../shared/contract/index.ts';
import { contractReferenceMarkdown } from '../../shared/contract/reference.ts';

const listed = Object.entries(actions as Record<string, Action>).filter(([, action]) => !action.internal);

describe('the contract', () => {
  test('has 39 public actions, each with a scope that some permission grants', () => {
    const granted = new Set(
      tokenPermissions.flatMap((p) => [...scopesOfToken('organization', p), ...scopesOfToken('personal', p)]),
    );
    expect(listed).toHaveLength(39);
    for (const name of actionNames)
      for (const scope of (allActions[name] as Action).scopes)
        expect(granted, `${name} needs ${scope}`).toContain(scope);
  });

  test('joins every relation to a model and field that exist', () => {
    for (const [name, model] of Object.entries(models))
      for (const [relation, to] of Object.entries(model.relations)) {
        const target = modelByName(to.model);
        expect(target, `${name}.${relation}`).toBeDefined();
        if (to.kind === 'many') expect(target?.fields, `${name}.${relation}`).toHaveProperty(to.field);
      }
  });

  test('has an id field for each relation to one row, except for who closed and reopened a thread', () => {
    const unlisted = Object.entries(models).flatMap(([name, model]) =>
      Object.entries(model.relations).flatMap(([relation, to]) =>
        to.kind === 'one' && !(to.field in model.fields) ? [`${name}.${relation}`] : [],
      ),
    );
    expect(unlisted).toEqual(['_root.account', '_root.loggedInUser', 'resolvable.closedBy', 'resolvable.reopenedBy']);
  });

  // An undo sends the value that a field had before. Other fields need an exception in undo-actions.ts, as `isDoc` has:
  // a null there means false. An undo never sends a `deckId` of null.
  test('every param that sets a field accepts null if the field can be null, except for a deck and the kind of card', () => {
    const unwritable = actionNames.flatMap((name) => {
      const action = allActions[name] as Action;
      const fields = modelByName(action.sets ?? '')?.fields ?? {};
      if (!isUndoableAction(name)) return [];
      return Object.entries({ ...action.params.required, ...action.params.optional }).flatMap(([param, { kind }]) =>
        fields[param]?.kind === 'nullable' && kind !== 'nullable' ? [`${name} ${param}`] : [],
      );
    });
    expect(unwritable).toEqual([
      'cards/update deckId',
      'cards/update isDoc',
      'cards/bulkUpdate deckId',
      'cards/bulkUpdate isDoc',
    ]);
  });

  test('identifies rows by their own fields', () => {
    for (const [name, model] of Object.entries(models))
      for (const id of model.id) expect(model.fields, name).toHaveProperty(id);
  });

  test('each permission includes the previous one, and only admins create projects', () => {
    for (const kind of ['organization', 'personal'] as const)
      for (let i = 1; i < tokenPermissions.length; i += 1) {
        const [lower, higher] = [
          scopesOfToken(kind, tokenPermissions[i - 1] ?? 'read'),
          scopesOfToken(kind, tokenPermissions[i] ?? 'read'),
        ];
        expect([...lower].filter((scope) => !higher.has(scope))).toEqual([]);
      }
    expect(scopesOfToken('organization', 'producer').has('project:create')).toBe(false);
    expect(scopesOfToken('organization', 'admin').has('project:create')).toBe(true);
    expect(scopesOfToken('organization', 'write').has('handCard:writeAny')).toBe(true);
    expect(scopesOfToken('personal', 'admin').has('handCard:writeAny')).toBe(false);
    expect(scopesOfToken('organization', 'admin').has('savedSearch:read')).toBe(false);
    expect(scopesOfToken('personal', 'read').has('user:readSelf')).toBe(true);
  });

  test('writes every model, field and action into the reference page', () => {
    const page = contractReferenceMarkdown();
    for (const [name, model] of Object.entries(models)) {
      expect(page).toContain(`### ${name}\n`);
      for (const field of Object.keys(model.fields)) expect(page).toContain(`| \`${field}\` |`);
    }
    for (const name of actionNames) expect(page).toContain(`### ${name}\n`);
  });
});

describe('params', () => {
  const create = actions['cards/create'].params;
  const message = (body: unknown) => {
    try {
      validateActionParams(create, body);
    } catch (error) {
      if (error instanceof Refusal) return error.body.message;
      throw error;
    }
    return undefined;
  };

  test('drops unknown params and keeps the others', () => {
    expect(validateActionParams(create, { content: 'a', deckId: null, colour: 'red' })).toEqual({
      content: 'a',
      deckId: null,
    });
  });

  test.each([
    [{ content: 'a' }, "field 'deckId' in body must be string or null"],
    [{ deckId: null }, "field 'content' in body must be string"],
    [{ content: 'a', deckId: null, effort: 1.5 }, "field 'effort' in body must be int32 or null"],
    [{ content: 'a', deckId: null, effort: 2 ** 31 }, "field 'effort' in body must be int32 or null"],
    [{ content: 'a', deckId: null, priority: 'd' }, "field 'priority' in body must be a | b | c or null"],
    [
      { content: 'a', deckId: null, dueDate: '2026-02-30' },
      "field 'dueDate' in body must be string of the form YYYY-MM-DD or null",
    ],
    [{ content: 'a', deckId: null, masterTags: ['x', 1] }, "field 'masterTags[1]' in body must be string"],
    [
      { content: 'a\ud800b', deckId: null },
      "field 'content' in body must be string without U+D800, which is half of a character (at position 1)",
    ],
    [
      { content: 'a', deckId: null, masterTags: ['x\0'] },
      "field 'masterTags[0]' in body must be string without U+0000 (NUL) (at position 1)",
    ],
    [[], 'the body must be a JSON object'],
    [null, 'the body must be a JSON object'],
  ])('refuses %j', (body, expected) => {
    expect(message(body)).toBe(expected);
  });

  test('no action can write snoozing, which only the service sets', () => {
    expect(findTypeMismatch(actions['cards/update'].params, { id: 'x', status: 'snoozing' })).toMatchObject({
      path: 'status',
    });
  });

  test('accepts unknown enumeration values where clients must tolerate them', () => {
    expect(findTypeMismatch(models.card.fields.status, 'paused', true)).toBeUndefined();
    expect(findTypeMismatch(models.card.fields.status, 'paused')).toBeDefined();
  });

  test('limits the number of hand slots', () => {
    expect(serviceLimits.handSlots).toEqual({ min: 7, max: 28 });
  });
});
