import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { viewComparisonKey } from '../../../renderer/board/view-edits.ts';
import { parseRoute } from '../../../renderer/data/routes.ts';
import {
  createSavedQueryView,
  createSavedViewOfRoute,
  type SavedView,
  savedViewIdOfRoute,
  savedViewToText,
  withSavedView,
  withSavedViewMoved,
} from '../../../renderer/workbench/saved-views/saved-views.ts';
import { kindOfMissingRow, parseSavedViewText } from '../../../renderer/workbench/saved-views/view-text.ts';

const read = (text: string): SavedView => {
  const outcome = parseSavedViewText(text);
  if ('fault' in outcome) throw new Error(outcome.fault);
  return outcome.view;
};
const faultOf = (text: string) => {
  const outcome = parseSavedViewText(text);
  return 'fault' in outcome ? outcome.fault : null;
};

describe('a saved view', () => {
  const route = parseRoute('#/deck/d1?card=c1&edit=1');
  const view = createSavedViewOfRoute('Mine', route, { by: 'owner', sort: 'title', filters: { hideDone: true } }, 'v1');
  test('has the route without the card in the panel', () => {
    expect(parseRoute(view.route)).toEqual({ view: 'deck', id: 'd1', query: { view: 'v1' } });
    expect(savedViewIdOfRoute(parseRoute(view.route))).toBe('v1');
  });
  test('copied as text gets a new id', () => {
    const copy = read(savedViewToText(view));
    expect(copy).toMatchObject({ name: 'Mine', view: view.view });
    expect(copy.id).not.toBe('v1');
    expect(savedViewToText(view)).not.toContain('v1');
    expect(parseRoute(copy.route)).toEqual({ view: 'deck', id: 'd1', query: { view: copy.id } });
  });
  test('of a query has the route of the query', () => {
    const query = createSavedQueryView('Late', { text: '_root: [', show: 'table' });
    expect(parseRoute(query.route)).toEqual({ view: 'query', id: query.id, query: {} });
    expect(savedViewIdOfRoute(parseRoute(query.route))).toBe(query.id);
  });
});

describe('the text of a view', () => {
  const names = fc.string({ minLength: 1, maxLength: 100, unit: 'binary' }).map((name) => `x${name}x`);
  const texts = fc.array(fc.string(), { maxLength: 3 });
  const looks = fc.record(
    {
      layout: fc.constantFrom('board' as const, 'list' as const, 'table' as const),
      by: fc.constantFrom('owner' as const, 'status' as const),
      folded: texts,
      filters: fc.record(
        {
          owners: fc.array(fc.option(fc.string()), { maxLength: 3 }),
          tags: texts,
          hideDone: fc.boolean(),
          text: fc.string(),
          except: fc.record({ tags: texts }, { requiredKeys: [] }),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: [] },
  );
  const queries = fc.record(
    {
      text: fc.string({ unit: 'binary' }),
      show: fc.constantFrom('board' as const, 'table' as const),
      table: fc.record(
        {
          place: fc.string(),
          widths: fc.dictionary(fc.string(), fc.integer({ min: 1, max: 900 })),
          sort: fc.record({ column: fc.string(), descending: fc.boolean() }),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ['text', 'show'] },
  );
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value));
  test('is read as the same view', () => {
    fc.assert(
      fc.property(names, looks, fc.option(queries), fc.string(), (name, look, query, id) => {
        const view = query
          ? createSavedQueryView(name, query, look)
          : createSavedViewOfRoute(name, { view: 'project', id: `p${id}`, query: { space: '2' } }, look);
        const { id: copyId, route, ...copy } = read(savedViewToText(view));
        expect(plain(copy)).toEqual(plain({ name, view: look, ...(query ? { query } : {}) }));
        expect(savedViewIdOfRoute(parseRoute(route))).toBe(copyId);
        if (!query) expect(parseRoute(route)).toMatchObject({ view: 'project', id: `p${id}`, query: { space: '2' } });
      }),
    );
  });
  test('is distinguished from other texts', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(faultOf(text)).toMatch(/\.$/);
      }),
    );
  });
  test('is found in a message that quotes it', () => {
    const text = savedViewToText(createSavedViewOfRoute('Mine', parseRoute('#/deck/d1'), { by: 'owner' }, 'v1'));
    for (const quoted of [`\`\`\`\n${text}\n\`\`\``, `Have a look: ${text}.`, `\uFEFF${text}\r\n`])
      expect(read(quoted)).toMatchObject({ name: 'Mine', view: { by: 'owner' } });
  });
  // A deck that is deleted or in an archived project, like d3, does not count as a deck of this workspace.
  test('reports rows that this workspace does not have', () => {
    const lookups = {
      decks: { d1: {}, d3: {} },
      activeDecks: [{ id: 'd1' }],
      sprints: {},
      milestones: {},
      projects: [{ id: 'p1' }],
    } as never;
    const missing = (route: string) => kindOfMissingRow({ route }, lookups);
    expect(['#/deck/d1?view=v', '#/project/p1', '#/hand', '#/search?q=x'].map(missing)).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(['#/deck/d2', '#/deck/d3', '#/project/p2', '#/run/r1', '#/milestone'].map(missing)).toEqual([
      'deck',
      'deck',
      'project',
      'run',
      'milestone',
    ]);
  });
  test('is refused with the matching sentence if it is wrong', () => {
    const text = savedViewToText(createSavedViewOfRoute('Mine', parseRoute('#/deck/d1'), {}, 'v1'));
    expect(faultOf(text.slice(0, -1))).toContain('damaged');
    expect(faultOf(text.replace('"decktopView":1', '"decktopView":2'))).toContain('newer Decktop');
    expect(faultOf(text.replace('Mine', ' '))).toContain('no name');
    expect(faultOf(text.replace('#/deck', '#/roadmap'))).toContain('“roadmap”');
    expect(faultOf('{"decktopView":1,"name":"x"}')).toContain('no place');
    expect(faultOf('{"decktopView":1,"name":"x","query":{"text":3}}')).toContain('no query');
  });
  // Filters whose values have the wrong type or format must be dropped, because boards cannot use them.
  test('drops filters whose values have a wrong form', () => {
    const filters = { due: true, statuses: true, with: 'owner', hideDone: ['x'], owners: [null] };
    const filtersIn = (stored: unknown) =>
      read(JSON.stringify({ decktopView: 1, name: 'x', route: '#/deck/d1', view: { filters: stored } })).view.filters;
    expect(filtersIn(filters)).toEqual({ owners: [null] });
    expect(filtersIn({ due: ['soon', null] })).toEqual({});
    expect(filtersIn({ due: [null, '2026-12-01'] })).toEqual({ due: [null, '2026-12-01'] });
  });
  test('keeps only values that boards accept', () => {
    const look = {
      by: 3,
      folded: [1],
      filters: { owners: 'x', hideDone: true, text: 3, except: { tags: [1], decks: ['d1'] } },
      table: { columns: ['nope', 'title'] },
    };
    const text = JSON.stringify({ decktopView: 1, name: 'x', route: '#/deck/d1', view: look });
    expect(read(text).view).toEqual({
      filters: { hideDone: true, except: { decks: ['d1'] } },
      table: { columns: ['title'] },
    });
  });
});

describe('comparing a view with its saved state', () => {
  test('ignores folded columns, empty filters and the order of keys', () => {
    const saved = { by: 'owner', sort: 'title', filters: { tags: ['art'], hideDone: true } } as const;
    const same = {
      sort: 'title',
      by: 'owner',
      folded: ['owner:'],
      filters: { hideDone: true, owners: [], tags: ['art'] },
    };
    expect(viewComparisonKey(same as never)).toBe(viewComparisonKey(saved));
    expect(viewComparisonKey({ ...saved, layout: 'list' })).not.toBe(viewComparisonKey(saved));
    expect(viewComparisonKey({ ...saved, filters: { tags: ['art'] } })).not.toBe(viewComparisonKey(saved));
    expect(viewComparisonKey({})).toBe(viewComparisonKey({ filters: { owners: [], hideDone: false } }));
  });
});

describe('the list of views', () => {
  const views = ['a', 'b', 'c'].map((id) => createSavedViewOfRoute(id, parseRoute('#/hand'), {}, id));
  const ids = (list: readonly SavedView[]) => list.map(({ id }) => id).join('');
  test('keeps the position of a changed view', () => {
    expect(ids(withSavedView(views, createSavedViewOfRoute('b2', parseRoute('#/hand'), {}, 'b')))).toBe('abc');
    expect(ids(withSavedView(views, createSavedViewOfRoute('d', parseRoute('#/hand'), {}, 'd')))).toBe('abcd');
  });
  test('moves views', () => {
    expect(ids(withSavedViewMoved(views, 'a', 1))).toBe('bac');
    expect(ids(withSavedViewMoved(views, 'c', 0))).toBe('cab');
    expect(ids(withSavedViewMoved(views, 'a', 9))).toBe('bca');
    expect(ids(withSavedViewMoved(views, 'x', 0))).toBe('abc');
  });
});
