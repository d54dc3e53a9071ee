import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { savedView, viewAsText, viewFromText } from '../../renderer/app/saved-views.ts';
import { parseRoute } from '../../renderer/data/routes.ts';

describe('a saved view', () => {
  const route = parseRoute('#/deck/d1?card=c1&edit=1');
  const view = savedView('Mine', route, { by: 'owner', sort: 'title', filters: { hideDone: true } }, 'v1');
  it('leads to the place without the card that was open', () => {
    expect(parseRoute(view.route)).toEqual({ view: 'deck', id: 'd1', query: { view: 'v1' } });
  });
  it('travels as text, under a new id', () => {
    const copy = viewFromText(viewAsText(view));
    expect(copy).toMatchObject({ name: 'Mine', view: view.view });
    expect(copy?.id).not.toBe('v1');
    expect(parseRoute(copy?.route ?? '')).toEqual({ view: 'deck', id: 'd1', query: { view: copy?.id } });
  });
  it('is in no other text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(viewFromText(text)).toBeNull();
      }),
    );
  });
});
