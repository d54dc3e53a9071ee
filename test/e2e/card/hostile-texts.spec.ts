/**
 * Tests that no text of a card or comment takes a screen down: under the page's policy, which unit tests do not have,
 * and within the time that a person waits.
 */
import { expect, type Page, test } from '@playwright/test';
import { deckNamed, openRoute, performActions, setUpSharedApp } from '../../support/window.ts';

const app = setUpSharedApp();

async function createCards(page: Page, contents: readonly string[]): Promise<string[]> {
  const deck = await deckNamed(page, 'Bugs');
  const answers = await performActions(
    page,
    contents.map((content) => ({ action: 'cards/create', params: { deckId: deck.id, content } })),
  );
  return answers.map(({ id }) => String(id));
}

const cardPanel = (page: Page) => page.getByRole('region', { name: /^Card: / });

// topcoder-platform/platform-ui#2354
test('named characters such as &amp; are shown on cards, in comments and in the inbox', async () => {
  const { page } = app();
  const [id = ''] = await createCards(page, [
    'Ask R&D; then ship it\n\nTom &amp; Jerry&nbsp;agree, a &lt; b, &foo; &copy; &NotEqualTilde;',
  ]);
  await performActions(page, [
    {
      action: 'resolvables/create',
      params: { cardId: id, context: 'comment', content: 'Fish &amp; chips, &foo; R&D;' },
    },
  ]);
  await openRoute(page, `#/card/${id}`);
  await expect(page.getByText('Tom & Jerry\u00a0agree, a < b, &foo; © ≂̸')).toBeVisible();
  await expect(page.getByText('Fish & chips, &foo; R&D;')).toBeVisible();
  await expect(page.getByText('cannot be shown')).toHaveCount(0);
  await openRoute(page, '#/inbox');
  await expect(page.getByText('Fish & chips, &foo; R&D;')).toBeVisible();
});

test('an item that fails becomes a line that shows its text, and the rest of the list stays', async () => {
  const { page, errors } = app();
  const [id = ''] = await createCards(page, ['A card with a comment that fails']);
  await performActions(
    page,
    ['Before', 'See https://boom.example/x', 'After'].map((content) => ({
      action: 'resolvables/create',
      params: { cardId: id, context: 'comment', content },
    })),
  );
  await page.evaluate(() => {
    const parse = URL.parse.bind(URL);
    URL.parse = (address, base) => {
      if (String(address).includes('boom')) throw new Error('A fault of a library');
      return parse(address, base);
    };
  });
  for (const route of [`#/card/${id}`, '#/inbox']) {
    await openRoute(page, route);
    await expect(page.getByText('This text cannot be shown.')).toBeVisible();
    await expect(page.getByText('Before', { exact: true })).toBeVisible();
    await expect(page.getByText('After', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Show as text' }).click();
    await expect(page.getByText('See https://boom.example/x')).toBeVisible();
  }
  const expected = errors.splice(0);
  expect(expected.filter((error) => !error.includes('A fault of a library'))).toEqual([]);
  await page.reload();
});

const repeated = (seed: string, length: number) => seed.repeat(Math.ceil(length / seed.length));

test('a hostile text opens without freezing the window', async () => {
  test.slow();
  const { page } = app();
  const texts: Record<string, string> = {
    marks: repeated('*a_ ', 60_000),
    'marks in a paragraph': repeated('*a_ ', 19_000),
    spaces: `a${' '.repeat(100_000)}a`,
    brackets: `\`\`\`js\n${'('.repeat(19_000)}\n\`\`\``,
    'combining marks': `a${'\u0301'.repeat(200_000)}`,
    quotes: '> '.repeat(3000),
    lists: '* - + '.repeat(1000),
    table: `${'|a'.repeat(2000)}\n${'|-'.repeat(2000)}\n${'||\n'.repeat(900)}`,
  };
  const ids = await createCards(
    page,
    Object.entries(texts).map(([name, text]) => `Hostile ${name}\n\n${text}`),
  );
  const times: string[] = [];
  for (const [at, name] of Object.keys(texts).entries()) {
    const began = performance.now();
    await openRoute(page, `#/card/${ids[at]}`);
    await expect(
      cardPanel(page)
        .or(page.getByRole('heading', { name: `Hostile ${name}` }))
        .first(),
    ).toBeVisible();
    // The answer waits for the end of the work that opening the card has caused, also for painting.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const opened = performance.now() - began;
    times.push(`${name} ${opened.toFixed(0)}`);
    expect(opened, name).toBeLessThan(10_000);
  }
  console.info(times.join(', '));
  await openRoute(page, '#/hand');
  expect(app().errors).toEqual([]);
});
