import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ActStep } from '../../../../renderer/data/act.ts';
import { type PastedCard, parsePastedList } from '../../../../renderer/model/new-cards/paste-list.ts';
import { stepsToCreatePastedCards } from '../../../../renderer/model/new-cards/pasted-card-steps.ts';
import { actionByName, validateActionParams } from '../../../../shared/contract/index.ts';

const titles = (text: string) => parsePastedList(text).map(({ title }) => title);

describe('a pasted list', () => {
  test('loses bullets, numbers, checkboxes and headings, and nothing else', () => {
    const text = '# Plans\n- one\n* two\n+ three\n• four\n1. five\n 12) six\n- [ ] seven\n- [x] eight\n[X] nine\nten';
    expect(titles(text)).toEqual('Plans one two three four five six seven eight nine ten'.split(' '));
    expect(titles('-5 degrees\n2026 plans\n*bold* word\n[link](x)\n#tag stays\n1.5 metres')).toEqual([
      '-5 degrees',
      '2026 plans',
      '*bold* word',
      '[link](x)',
      '#tag stays',
      '1.5 metres',
    ]);
  });
  test('reads boxes, bullets and quotes as other programs write them', () => {
    const text = '☐ one\n☑ two\n✅ three\n→ four\n> five\n> - six\n1.1) seven\n 2.3.1. eight\n◦ nine';
    expect(titles(text)).toEqual('one two three four five six seven eight nine'.split(' '));
    expect(parsePastedList(text).map(({ done }) => Number(done))).toEqual([0, 1, 1, 0, 0, 0, 0, 0, 0]);
    expect(titles('a > b\n->c\n>d\n☐')).toEqual(['a > b', '->c', '>d']);
  });
  // infor-design/enterprise#1351
  test('reads bullets of Word, Google Docs and outlines', () => {
    const text = '·\tone\n●\ttwo\n○ three\n■ four\na.\tfive\nii.\tsix\no\tseven\n** eight';
    expect(titles(text)).toEqual('one two three four five six seven eight'.split(' '));
    expect(titles('§\tone\n\uf0d8\ttwo\n(a)\tthree\nXIV.\tfour\n— five\n・six\n1、seven')).toEqual(
      'one two three four five six seven'.split(' '),
    );
    expect(parsePastedList('* a\n** b\n* c').map(({ isSub }) => isSub)).toEqual([false, true, false]);
    expect(titles('o is a letter\na. is one\netc.\tother')).toEqual(['o is a letter', 'a. is one', 'etc. · other']);
  });
  test('reads numbers in the digits of the person', () => {
    expect(titles('１．one\n２）two\n（３）three\n４、four\n５. five\n一、six\n（十二）seven\n① eight')).toEqual(
      'one two three four five six seven eight'.split(' '),
    );
    expect(titles('١. one\n๒) two\n१. three\n１．２．four\n１．')).toEqual(['one', 'two', 'three', 'four']);
    const titlesWithNumbers = ['１．５倍にする', '２０２６年の計画', '①と②を比べる', '一、二日で直す', '三つの案'];
    expect(titles(titlesWithNumbers.join('\n'))).toEqual(titlesWithNumbers);
  });
  test('reads boxes of PlainTasks and others', () => {
    const text =
      '☐ 1) one\n☐ - two\n✔ three @done (21-01-01 10:00)\n✘ four @cancelled\n[-] five\n[v] six\n□ seven\n❏ eight\n✗ nine';
    expect(titles(text)).toEqual('one two three four five six seven eight nine'.split(' '));
    expect(parsePastedList(text).map(({ done }) => Number(done))).toEqual([0, 0, 1, 1, 1, 1, 0, 0, 1]);
    expect(titles('ask @done\nb')).toEqual(['ask @done', 'b']);
  });
  // wekan/wekan#2685
  test('leaves a single line and a sign as they are', () => {
    for (const title of ['4. October', '404. Page not found', '- 20 degrees', '- [ ] one'])
      expect(parsePastedList(`\n ${title}\n`)).toEqual([{ title, isSub: false, done: false }]);
    expect(titles('Weather\n- 20 degrees')).toEqual(['Weather', '- 20 degrees']);
    expect(titles('- 20 eggs\n- 3 breads')).toEqual(['20 eggs', '3 breads']);
  });
  // Pasted rows of spreadsheets must lose their tabs. Pasted tables must lose their borders.
  test('reads rows of spreadsheets and tables', () => {
    expect(titles('Paint the hull\tRosa\t\t3\n| Sand | Dev |\n|---|:-:|\n| Rope |  |\n\tSail\tlow')).toEqual([
      'Paint the hull · Rosa · 3',
      'Sand · Dev',
      'Rope',
      'Sail · low',
    ]);
    expect(titles('a || b\nx | y')).toEqual(['a || b', 'x | y']);
  });
  test('leaves out lines without text', () => {
    expect(titles('a\r\n\r\n---\n- \n* [ ]\n====\n1.\n   \nb')).toEqual(['a', 'b']);
  });
  test('reads ticked boxes as done', () => {
    expect(parsePastedList('- [x] a\n- [ ] b\n[X] c\n- x [x] d').map(({ done }) => done)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
  test('makes indented lines sub cards of the line above, one level deep', () => {
    const shape = (text: string) => parsePastedList(text).map(({ title, isSub }) => (isSub ? `>${title}` : title));
    expect(shape('- a\n  - b\n    - c\n- d\n\t- e')).toEqual(['a', '>b', '>c', 'd', '>e']);
    expect(shape('   - a\n   - b\n      - c\n - d\n - e')).toEqual(['a', 'b', '>c', 'd', 'e']);
    expect(shape('  first\nsecond')).toEqual(['first', 'second']);
  });

  const word = fc.string({ minLength: 1 }).map((text) => `w${text.replace(/[\s\u2028\u2029\u0085]/g, '')}w`);
  const bullet = fc.constantFrom('', '- ', '* ', '3. ', '10) ', '• ', '- [ ] ', '[x] ');
  test('keeps the text of every line, in order, whatever mark precedes it', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(bullet, word, fc.nat(8)), { minLength: 2, maxLength: 30 }), (lines) => {
        const text = lines.map(([mark, title, indent]) => `${' '.repeat(indent)}${mark}${title}`).join('\n');
        expect(titles(text)).toEqual(lines.map(([, title]) => title));
      }),
    );
  });
  test('reads any text without an error, an empty title, or a sub card at the start', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const cards = parsePastedList(text);
        expect(cards.every(({ title }) => title.trim().length > 0)).toBe(true);
        expect(cards[0]?.isSub ?? false).toBe(false);
      }),
    );
  });
});

/**
 * Sends the steps of a paste to a simulated service, which checks each step against the contract and answers with ids
 * of created cards. Returns the steps.
 */
function simulateService(cards: readonly PastedCard[], given: Record<string, unknown> = {}) {
  const plan = stepsToCreatePastedCards(
    cards,
    'deck',
    (content) => ({ content, deckId: 'deck', ...given }) as never,
    (ids) => [
      { action: 'cardOrders/addAfter', params: { targetId: null, cardIds: [...ids], context: 'deck', label: null } },
    ],
  );
  const sent: ActStep[] = [];
  const answers: Record<string, unknown>[] = [];
  let made = 0;
  for (let round = 0, steps = plan.firstSteps; steps.length > 0; round++, steps = plan.nextSteps(answers, round)) {
    for (const { action, params } of steps) {
      const known = actionByName(action);
      if (!known) throw new Error(`no action ${action}`);
      expect(validateActionParams(known.params, params)).toEqual(params);
      sent.push({ action, params });
      const list = action === 'cards/createMany' ? (params.cards as unknown[]) : null;
      answers.push(list ? { cards: list.map(() => ({ id: `id${++made}` })) } : {});
    }
    if (round > 5) throw new Error('the plan does not end');
  }
  return sent;
}

describe('creating the cards of a list', () => {
  const line = (title: string, fields: Partial<PastedCard> = {}): PastedCard => ({
    title,
    isSub: false,
    done: false,
    ...fields,
  });
  test('creates all of them with one action, then sets the fields that this action cannot set', () => {
    const sent = simulateService([line('a'), line('b', { done: true })], {
      priority: 'b',
      sprintId: 'run',
      milestoneId: 'm',
      masterTags: ['bug', 'art'],
    });
    expect(sent.map(({ action, params }) => [action, params])).toEqual([
      [
        'cards/createMany',
        {
          deckId: 'deck',
          cards: [
            { content: 'a', priority: 'b' },
            { content: 'b', priority: 'b', status: 'done' },
          ],
        },
      ],
      ['cards/bulkUpdate', { ids: ['id1', 'id2'], sprintId: 'run', milestoneId: 'm' }],
      ['cards/bulkUpdate', { ids: ['id1', 'id2'], addMasterTag: 'bug' }],
      ['cards/bulkUpdate', { ids: ['id1', 'id2'], addMasterTag: 'art' }],
      ['cardOrders/addAfter', { targetId: null, cardIds: ['id1', 'id2'], context: 'deck', label: null }],
    ]);
  });
  test('creates sub cards below their own card', () => {
    const sent = simulateService([
      line('a'),
      line('a1', { isSub: true }),
      line('b'),
      line('c'),
      line('c1', { isSub: true }),
    ]);
    const many = sent.filter(({ action }) => action === 'cards/createMany').map(({ params }) => params);
    expect(many.map(({ parentCardId }) => parentCardId)).toEqual([undefined, 'id1', 'id3']);
    expect(many.map(({ cards }) => (cards as { content: string }[]).map(({ content }) => content))).toEqual([
      ['a', 'b', 'c'],
      ['a1'],
      ['c1'],
    ]);
  });
  test('makes every line a sub card on the board of a hero card', () => {
    const sent = simulateService([line('a'), line('b', { isSub: true })], { parentCardId: 'hero' });
    expect(sent[0]?.params).toMatchObject({ parentCardId: 'hero', cards: [{ content: 'a' }, { content: 'b' }] });
  });
  test('sets no status on documents', () => {
    expect(simulateService([line('a', { done: true })], { isDoc: true })[0]?.params.cards).toEqual([
      { content: 'a', isDoc: true },
    ]);
  });
});
