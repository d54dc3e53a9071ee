import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDeepLink } from '../../electron/shell/deep-link.ts';
import { linkToCard, linkToView } from '../../shared/bridge/link-format.ts';
import { shortCodeOf } from '../../shared/domain/short-code.ts';

const hosts = fc.constantFrom(null, 'api.example.com', '127.0.0.1:8080', '[::1]:8080');

test('a link to a card opens that card, in its workspace', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), hosts, (accountSeq, workspaceHost) => {
      expect(parseDeepLink(linkToCard(accountSeq, workspaceHost) ?? '')).toEqual({
        target: { name: 'openCard', code: shortCodeOf(accountSeq) },
        workspaceHost,
      });
    }),
  );
  expect(linkToCard(0, null)).toBeNull();
});

test('a link to a view opens that view, in its workspace', () => {
  const views = fc.oneof(
    fc.record({ view: fc.constantFrom('deck', 'milestone', 'run', 'person'), id: fc.uuid(), query: fc.constant({}) }),
    fc.record({ view: fc.constantFrom('hand', 'inbox'), id: fc.constant(null), query: fc.constant({}) }),
    fc.record({
      view: fc.constant('search'),
      id: fc.constant(null),
      query: fc.record({ q: fc.constantFrom('lamp', 'a & b', '#tag?', '100 %', 'tide=high') }),
    }),
  );
  fc.assert(
    fc.property(views, hosts, (route, workspaceHost) => {
      const text = 'q' in route.query ? `?${new URLSearchParams({ q: route.query.q })}` : '';
      expect(parseDeepLink(linkToView(route, workspaceHost) ?? '')).toEqual({
        target: { name: 'go', route: `/${route.view}${route.id === null ? '' : `/${route.id}`}${text}` },
        workspaceHost,
      });
    }),
  );
  expect(linkToView({ view: 'settings', id: null, query: {} }, null)).toBeNull();
  expect(linkToView({ view: 'search', id: null, query: {} }, null)).toBeNull();
});
