/**
 * A random walk through the app: random keys, clicks, drags and typed texts. Meanwhile another client changes cards,
 * the connection breaks and returns, and the page is loaded again. A seed always gives the same choices, but not
 * exactly the same run, because the app works in real time.
 */
import type { Page } from '@playwright/test';
import type { Bridge, OutboxOperation } from '../../shared/bridge/index.ts';
import { launchApp } from '../support/launch.ts';
import { type SeededRandom, seededRandom } from '../support/seeded-random.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service-process.ts';
import { queryRows, setOffline } from '../support/window.ts';

const keys = [
  ...[
    'ArrowDown',
    'ArrowUp',
    'ArrowLeft',
    'ArrowRight',
    'Enter',
    'Escape',
    'Tab',
    'Shift+Tab',
    'Space',
    'Delete',
    'F2',
  ],
  ...'cefotpdrmhbxgjklsuvz1234?/[].,EOTDRMHXFS',
  ...[
    'Mod+a',
    'Mod+z',
    'Mod+Shift+z',
    'Mod+k',
    'Mod+n',
    'Mod+d',
    'Mod+Enter',
    'Shift+Enter',
    'Shift+F10',
    'Home',
    'End',
  ],
  ...['Down', 'Up', 'Left', 'Right'].flatMap((way) => [`Mod+Arrow${way}`, `Shift+Arrow${way}`]),
  ...['1', '2', '3', '4', '5', '6', '7', 'ArrowLeft', 'ArrowRight'].map((key) => `Alt+${key}`),
].map((key) => key.replace('Mod', 'ControlOrMeta'));
const texts = ['hello', '#bug ', '@mara ', '$1', 'a\n', '- [ ] x', '😀é', 'A long text without any end. '.repeat(3)];
const routes = [
  'hand',
  'team',
  'calendar',
  'runs',
  'milestones',
  'inbox',
  'outbox',
  'bookmarks',
  'query',
  'search?q=the',
]
  .concat(['', '/projects', '/people', '/runs', '/organization'].map((section) => `settings${section}`))
  .map((route) => `#/${route}`);
/**
 * Names of controls that the walk must not use, because they quit the app, open a dialog of the system, or show another
 * workspace.
 */
const avoided = /Quit|workspace|Demo|Export|Attach|own window/i;

interface Point {
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

/**
 * Finds the visible controls that nothing covers, and returns the middle of one of them. `share`, from 0 to 1, chooses
 * which one. Returns null if there is none.
 */
const controlAt = (page: Page, share: number): Promise<Point | null> =>
  page.evaluate((part) => {
    const selector =
      'button:not(:disabled), a[href^="#"], [role^=menuitem], [role=option], [data-card-id], input, [role=checkbox], [role=switch], [role=combobox]';
    const points = [...document.querySelectorAll<HTMLElement>(selector)].flatMap((element) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const hit = width > 3 && height > 3 ? document.elementFromPoint(x, y) : null;
      const name = (element.ariaLabel ?? element.textContent ?? element.tagName).slice(0, 60);
      return hit && (element.contains(hit) || hit.contains(element)) ? [{ x, y, name }] : [];
    });
    return points[Math.floor(part * points.length)] ?? null;
  }, share);

async function operateControl(page: Page, random: SeededRandom): Promise<string> {
  const point = await controlAt(page, random.next());
  if (!point || avoided.test(point.name)) return 'nothing';
  const { x, y, name } = point;
  const way = random.pick(['click', 'click', 'click', 'click', 'drag', 'right click', 'Ctrl click', 'double click']);
  if (way === 'drag') {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + random.integerBelow(600) - 300, y + random.integerBelow(300) - 150, { steps: 4 });
    await page.mouse.up();
  } else if (way === 'double click') await page.mouse.dblclick(x, y);
  else if (way === 'right click') await page.mouse.click(x, y, { button: 'right' });
  else {
    if (way === 'Ctrl click') await page.keyboard.down('Control');
    await page.mouse.click(x, y);
    if (way === 'Ctrl click') await page.keyboard.up('Control');
  }
  return `${way} ${name}`;
}

/**
 * Returns what the person sees of the card on which a key acts. `any`: the key may change cards, because the focus is in
 * a field, popup or control that handles it, or because a bar shows which cards are selected.
 */
const seenCard = (page: Page): Promise<{ readonly any: boolean; readonly id: string | null; readonly focus: string }> =>
  page.evaluate(() => {
    const active = document.activeElement ?? document.body;
    const focus = `${location.hash} ${active.tagName} ${active.ariaLabel ?? active.textContent?.slice(0, 40)}`;
    const own =
      'input, textarea, select, button, a, [contenteditable="true"], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=combobox], [role=switch], [role=checkbox]';
    const isBarShown = document.querySelector('[role=toolbar][aria-label="Selected cards"]') !== null;
    const panel = active.closest<HTMLElement>('[data-panel-of]') ?? document.querySelector('main [data-panel-of]');
    const card = active.closest<HTMLElement>('[data-card-list] [data-card-id]');
    if (isBarShown || (!card && active.closest(own))) return { any: true, id: null, focus };
    if (panel) return { any: false, id: panel.dataset.panelOf ?? null, focus };
    if (!card) return { any: false, id: null, focus };
    const { outlineStyle, outlineWidth } = getComputedStyle(card);
    let { top, bottom, left, right } = card.getBoundingClientRect();
    for (let box = card.parentElement; box; box = box.parentElement) {
      if (getComputedStyle(box).overflow === 'visible') continue;
      const clip = box.getBoundingClientRect();
      [top, bottom] = [Math.max(top, clip.top), Math.min(bottom, clip.bottom)];
      [left, right] = [Math.max(left, clip.left), Math.min(right, clip.right)];
    }
    const isSeen = outlineStyle === 'solid' && parseFloat(outlineWidth) > 1 && bottom - top > 8 && right - left > 8;
    return { any: false, id: isSeen ? (card.dataset.cardId ?? null) : null, focus };
  });

const listOperations = (page: Page): Promise<readonly OutboxOperation[]> =>
  page.evaluate(async () => {
    const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('outbox/list', {});
    if (!outcome.ok) throw new Error(outcome.failure.message);
    return outcome.value;
  });

/**
 * Returns the id of the newest change, after the effects of earlier keys have ended: on a busy computer, the preview and
 * the change of a key can take longer than the next step. The workspace answers in order, so a change that follows a
 * preview is in the list after the next one.
 */
const lastOperationId = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { decktop } = window as unknown as { decktop: Bridge };
    let last = -1;
    for (let calmCount = 0; calmCount < 3; ) {
      await new Promise(requestAnimationFrame);
      const outcome = await decktop.call('outbox/list', {});
      if (!outcome.ok) throw new Error(outcome.failure.message);
      const newest = Math.max(0, ...outcome.value.map(({ id }) => id));
      calmCount = newest === last ? calmCount + 1 : 0;
      last = newest;
    }
    return last;
  });

/** Presses a key. Adds a fault if the key changes a card that has no focus ring inside the window. */
async function pressKey(page: Page, key: string, add: (faults: readonly string[]) => void): Promise<void> {
  if (/[zZ]$/.test(key) || (await seenCard(page)).any) return page.keyboard.press(key);
  const before = await lastOperationId(page);
  const seen = await seenCard(page);
  await page.keyboard.press(key);
  if (seen.any || (await lastOperationId(page)) <= before) return;
  const made = (await listOperations(page)).filter(({ id }) => id > before);
  const ofCards = made.filter(({ touches }) => touches.some(({ model }) => model === 'card'));
  const unseen = ofCards.filter(({ touches }) => !touches.some(({ id }) => id === seen.id));
  add(
    unseen.map(({ label }) => `key ${key} on ${seen.focus}: “${label}”, and the focus is on ${seen.id ?? 'no card'}`),
  );
}

/** Performs one random step. Returns its description. */
async function step(page: Page, random: SeededRandom, add: (faults: readonly string[]) => void): Promise<string> {
  const kind = random.next();
  if (kind < 0.4) {
    const key = random.pick(keys);
    await pressKey(page, key, add);
    return `key ${key}`;
  }
  if (kind < 0.5) {
    const text = random.pick(texts);
    await page.keyboard.type(text);
    return `type ${text}`;
  }
  if (kind < 0.56) {
    const route = random.pick(routes);
    await page.evaluate((hash) => {
      location.hash = hash;
    }, route);
    return `route ${route}`;
  }
  return operateControl(page, random);
}

const cardsQuery = {
  _root: [
    {
      account: [
        { decks: ['title', 'isDeleted'] },
        {
          cards: [
            ...['content', 'title', 'deckId', 'status', 'derivedStatus', 'visibility', 'effort', 'priority', 'dueDate'],
            ...['assigneeId', 'sprintId', 'milestoneId', 'parentCardId', 'masterTags', 'isDoc'],
          ],
        },
      ],
    },
  ],
};

/** Returns a function that sends a random change directly to the service, as another client does. */
async function createOtherClient({ post }: ServiceProcess, random: SeededRandom): Promise<() => Promise<unknown>> {
  const { card, deck } = await post('/', { query: cardsQuery });
  const [cardIds, deckIds] = [Object.keys(card ?? {}), Object.keys(deck ?? {})];
  return () => {
    const id = random.pick(cardIds);
    const change = random.pick([
      { deckId: random.pick(deckIds) },
      { content: `Another client wrote this ${random.integerBelow(1_000_000)}\nline` },
      { visibility: random.pick(['archived', 'deleted', 'default']) },
      { status: random.pick(['started', 'done', 'not_started']) },
      { effort: random.integerBelow(10) },
    ]);
    // The service refuses some of these changes, such as a status of a document.
    return post('/dispatch/cards/update', { id, ...change }).catch(() => undefined);
  };
}

/** Returns texts on the page that no person should see, such as “undefined”. */
const faultsOn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...(/.{0,40}(?:\bundefined\b|\bNaN\b|\[object Object\]|Invalid Date|went wrong).{0,40}/.exec(
        document.body.innerText,
      ) ?? []),
    ].map((text) => `${location.hash} shows “${text}”`),
  );

/** Returns the refused changes that wait for a decision of the person. */
async function refusals(page: Page): Promise<string[]> {
  return (await listOperations(page))
    .filter(({ state }) => state === 'rejected')
    .map(
      ({ label, action, params, failure }) =>
        `“${label}” waits: ${action} ${JSON.stringify(params)}: ${failure?.message}`,
    );
}

/**
 * Opens the workspace of the service again if the walk has opened another one. Only the rows of this workspace can be
 * compared with the rows of the service.
 */
async function returnToWorkspace(page: Page, id: string): Promise<void> {
  await page.evaluate(async (workspaceId) => {
    const { decktop } = window as unknown as { decktop: Bridge };
    const current = await decktop.call('workspace/current', {});
    if (current.ok && current.value?.id === workspaceId) return;
    const opened = await decktop.call('workspace/open', { id: workspaceId });
    if (!opened.ok) throw new Error(opened.failure.message);
  }, id);
}

const currentWorkspaceId = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const current = await (window as unknown as { decktop: Bridge }).decktop.call('workspace/current', {});
    if (!current.ok || !current.value) throw new Error('No workspace is open');
    return current.value.id;
  });

/** Compares the rows of the app with the rows of the service. Returns a line for each field that differs. */
async function differences(page: Page, service: ServiceProcess): Promise<string[]> {
  const [own, stored] = [await queryRows(page, cardsQuery), await service.post('/', { query: cardsQuery })];
  return ['card', 'deck'].flatMap((model) =>
    Object.entries(stored[model] ?? {}).flatMap(([id, row]) =>
      Object.entries(row).flatMap(([field, value]) => {
        const [here, there] = [JSON.stringify(own[model]?.[id]?.[field]), JSON.stringify(value)];
        return here === there ? [] : [`${model} ${id} ${field}: the app has ${here}, the service ${there}`];
      }),
    ),
  );
}

/**
 * Switches the app online, and waits for at most a minute until all changes are sent and read back. Changes that need a
 * decision of the person may remain.
 */
async function waitForSync(page: Page): Promise<void> {
  await setOffline(page, false);
  for (let second = 0; second < 60; second += 1) {
    await page.waitForTimeout(1_000);
    const isDone = await page.evaluate(async () => {
      const outcome = await (window as unknown as { decktop: Bridge }).decktop.call('sync/status', {});
      if (!outcome.ok) throw new Error(outcome.failure.message);
      const { phase, waiting, attention } = outcome.value;
      return phase === 'fresh' && waiting === attention;
    });
    // Wait several seconds in any case. The status can say that everything is up to date before a poll finds the last
    // changes of the other client.
    if (isDone && second > 5) return;
  }
}

/**
 * Performs random steps in the app. Returns the faults: errors of the page, texts that no person should see and, at the
 * end, refused changes and rows that differ between app and service.
 */
export async function walk(steps: number, seed: number, log: (text: string) => void): Promise<string[]> {
  const random = seededRandom(seed);
  const service = await startServiceProcess();
  const { page, errors, close } = await launchApp({
    args: [`--connect=${service.baseUrl}`, '--size=1280x800'],
    env: { DECKTOP_TOKEN: service.tokens.personal },
  });
  const faults = new Set<string>();
  const add = (found: readonly string[]) => {
    for (const fault of found) faults.add(fault);
  };
  try {
    await page.getByRole('navigation', { name: 'Workspace' }).waitFor();
    await waitForSync(page);
    const workspaceId = await currentWorkspaceId(page);
    const changeElsewhere = await createOtherClient(service, random);
    let isOffline = false;
    for (let at = 0; at < steps; at += 1) {
      if (random.next() < 0.12) await changeElsewhere();
      if (random.next() < 0.02) {
        isOffline = !isOffline;
        await setOffline(page, isOffline);
      }
      if (random.next() < 0.004) await page.reload();
      log(`${at} ${await step(page, random, add)}`);
      if (at % 10 === 0) add(await faultsOn(page));
    }
    await returnToWorkspace(page, workspaceId);
    await waitForSync(page);
    add(await refusals(page));
    add(await differences(page, service));
    add(errors);
  } finally {
    await close();
    await service.stop();
  }
  return [...faults];
}
