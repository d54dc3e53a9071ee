/** Checks the menu of the tray icon: the next cards of the Hand, and the sync state. */
import type { MenuItemConstructorOptions } from 'electron';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import {
  type TrayCard,
  type TrayState,
  trayMenuTemplate,
  trayTooltip,
} from '../../../electron/shell/tray/tray-menu.ts';

const card = (id: string, fields: Partial<TrayCard> = {}): TrayCard => ({
  id,
  title: `Card ${id}`,
  status: 'not_started',
  derivedStatus: 'assigned',
  isDoc: false,
  ...fields,
});
const state = (fields: Partial<TrayState> = {}): TrayState => ({
  workspaceName: 'Lighthouse',
  hand: [],
  sync: { phase: 'fresh', pausedByPerson: false, waiting: 0, attention: 0 },
  ...fields,
});
const actions = () => ({
  openApp: vi.fn(),
  openRoute: vi.fn(),
  setStatus: vi.fn(),
  quickAdd: vi.fn(),
  showHand: vi.fn(),
  setSyncPaused: vi.fn(),
  quit: vi.fn(),
});
const labels = (items: readonly MenuItemConstructorOptions[]) => items.map(({ label, type }) => label ?? type);
const submenuOf = (items: readonly MenuItemConstructorOptions[], label: string) =>
  labels((items.find((item) => item.label === label)?.submenu ?? []) as MenuItemConstructorOptions[]);

test('lists five cards, and counts the others', () => {
  const hand = ['1', '2', '3', '4', '5', '6', '7'].map((id) => card(id));
  expect(labels(trayMenuTemplate(state({ hand }), actions()))).toEqual([
    ...['Card 1', 'Card 2', 'Card 3', 'Card 4', 'Card 5', '2 more cards in the Hand…', 'separator'],
    ...['Quick add…', 'Hand strip', 'separator', 'All changes are sent', 'Pause sync', 'separator'],
    ...['Open Decktop', 'Quit Decktop'],
  ]);
});

// The menu must not start or finish a card that is blocked or in review, because the app must first ask the person what
// to do with the card's thread.
test('a card can be started and finished unless it is blocked, in review or a document', () => {
  const hand = [
    card('new'),
    card('begun', { status: 'started', derivedStatus: 'started' }),
    card('stuck', { derivedStatus: 'blocked' }),
    card('read', { derivedStatus: 'review' }),
    card('text', { isDoc: true }),
  ];
  const items = trayMenuTemplate(state({ hand }), actions());
  expect(submenuOf(items, 'Card new')).toEqual(['Open', 'Start', 'Finish']);
  expect(submenuOf(items, 'Card begun')).toEqual(['Open', 'Finish']);
  for (const id of ['stuck', 'read', 'text']) expect(submenuOf(items, `Card ${id}`)).toEqual(['Open']);
});

test('long titles are cut, and & is not taken for the mark of a key', () => {
  const hand = [card('1', { title: 'Salt & pepper '.repeat(6) }), card('2', { title: '' })];
  const [long, untitled] = labels(trayMenuTemplate(state({ hand }), actions()));
  expect(long).toBe('Salt && pepper Salt && pepper Salt && pepper Salt &&…');
  expect(untitled).toBe('Untitled');
});

test.each([
  [{ phase: 'fresh', pausedByPerson: false, waiting: 0, attention: 0 }, 'All changes are sent', 'Pause sync'],
  [{ phase: 'offline', pausedByPerson: false, waiting: 1, attention: 0 }, 'Offline, 1 change waits', 'Pause sync'],
  [
    { phase: 'offline', pausedByPerson: true, waiting: 3, attention: 0 },
    'Sync is paused, 3 changes wait',
    'Resume sync',
  ],
  [{ phase: 'fresh', pausedByPerson: false, waiting: 3, attention: 2 }, '2 changes need you', 'Pause sync'],
] as const)('says what waits: %j', (sync, text, pause) => {
  expect(labels(trayMenuTemplate(state({ sync }), actions()))).toEqual(expect.arrayContaining([text, pause]));
  expect(trayTooltip(state({ sync }))).toBe(`Decktop – Lighthouse: ${text}`);
});

test('without a workspace the app can still be opened and quit', () => {
  expect(labels(trayMenuTemplate(state({ workspaceName: null, hand: null, sync: null }), actions()))).toEqual([
    'Open Decktop',
    'Quit Decktop',
  ]);
});

test('no value of a card or workspace breaks the menu or the tooltip', () => {
  const anything = fc.oneof(fc.anything(), fc.string({ unit: 'binary', maxLength: 300 }));
  fc.assert(
    fc.property(
      fc.array(fc.record({ title: anything, status: anything, derivedStatus: anything }), { maxLength: 7 }),
      anything,
      (cards, name) => {
        const hand = cards.map((fields, index) => card(String(index), fields as Partial<TrayCard>));
        const shown = state({ hand, workspaceName: name as string });
        for (const text of [...labels(trayMenuTemplate(shown, actions())), trayTooltip(shown)]) {
          expect([...(text ?? '')].length).toBeLessThan(150);
          expect(text).not.toMatch(/[\p{Cc}\u202e]/u);
        }
      },
    ),
  );
});
