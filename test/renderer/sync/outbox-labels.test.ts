import { describe, expect, test } from 'vitest';
import {
  cardIdsInDiff,
  diffLineGroups,
  fieldChangesOfDiff,
  type HistoryNameLookups,
  removeIncompleteWords,
  textsBeforeAndAfterDiff,
} from '../../../renderer/card-panel/history/history-labels.ts';
import {
  type CardForThreadPrediction,
  predictThreadClose,
  predictThreadReopen,
  predictThreadStart,
} from '../../../renderer/card-panel/threads/thread-predictions.ts';
import { findDependencyCycle } from '../../../renderer/cards/dependencies.ts';
import { checklistLinesOf, textWithoutLine } from '../../../renderer/model/new-cards/checklist.ts';
import { type FieldRefusalInput, fieldRefusal } from '../../../renderer/model/preflight.ts';
import { editableParams } from '../../../renderer/sync/editable-params.ts';
import {
  needsPersonDecision,
  operationStateLabel,
  operationStateLabels,
  outboxChoicesFor,
  unfinishedOperationReason,
} from '../../../renderer/sync/outbox-labels.ts';
import { syncTexts } from '../../../renderer/sync/sync-labels.ts';
import { diffLines, splitByChangedWords } from '../../../renderer/ui/text/compare-texts.ts';
import { connectAdviceFor, serviceAddressProblem } from '../../../renderer/views/connect/connect-advice.ts';
import type { OperationState, OutboxOperation, SyncStatus } from '../../../shared/bridge/index.ts';
import { refusalTexts, type TokenRefusal, tokenRefusals } from '../../../shared/contract/index.ts';

const task: FieldRefusalInput = {
  isDoc: false,
  isHero: false,
  isSubCard: false,
  hasSubCards: false,
};

describe('refused combinations', () => {
  test('documents have no status, priority and effort; hero cards cannot start', () => {
    expect(fieldRefusal({ ...task, isDoc: true }, 'status')).toBe(refusalTexts.doc_has_no_status);
    expect(fieldRefusal({ ...task, isDoc: true }, 'effort')).toBe('Documents have no effort.');
    expect(fieldRefusal({ ...task, isHero: true }, 'start')).toBe(refusalTexts.hero_cannot_start);
    expect(fieldRefusal({ ...task, isHero: true }, 'status')).toBeNull();
    expect(fieldRefusal({ ...task, isSubCard: true }, 'subCards')).toBe(refusalTexts.sub_card_depth);
    expect(fieldRefusal({ ...task, hasSubCards: true }, 'parent')).toBe('A hero card cannot become a sub card.');
  });
});

describe('effects of a thread on its card', () => {
  const card: CardForThreadPrediction = {
    status: 'started',
    isDoc: false,
    isHero: false,
    hasGuardians: true,
    threads: [],
  };
  test('block and review reset its status, a comment does not', () => {
    expect(predictThreadStart(card, 'block').effects.join(' ')).toMatch(/blocked.*set back to not started/);
    expect(predictThreadStart(card, 'review').effects.join(' ')).toMatch(/in review.*guardians take part/);
    expect(predictThreadStart(card, 'comment').effects.join(' ')).not.toMatch(/not started/);
    expect(predictThreadStart({ ...card, status: 'not_started' }, 'block').effects.join(' ')).not.toMatch(/set back/);
  });
  test('only one block or review at a time, none on documents and hero cards', () => {
    const open = { ...card, threads: [{ context: 'review', isClosed: false }] };
    expect(predictThreadStart(open, 'block').refusal).toBe(refusalTexts.thread_conflict);
    expect(predictThreadStart(open, 'comment').refusal).toBeNull();
    expect(predictThreadReopen({ ...card, isHero: true }, 'block').refusal).toBe(refusalTexts.hero_takes_no_thread);
    expect(predictThreadReopen({ ...card, isDoc: true }, 'comment').refusal).toBeNull();
    expect(
      predictThreadStart({ ...card, threads: [{ context: 'block', isClosed: true }] }, 'block').refusal,
    ).toBeNull();
  });
  test('closing shows what ends and who may do it', () => {
    expect(predictThreadClose(card, 'review', true).effects).toHaveLength(2);
    expect(predictThreadClose(card, 'review', false).possibleRefusal).toMatch(/Guardians/);
    expect(predictThreadClose({ ...card, isDoc: true }, 'comment', true).refusal).toBe(refusalTexts.doc_has_no_status);
  });
});

describe('the text of a version', () => {
  const valueNames: Record<string, string> = { 'assigneeId u1': 'ana', 'priority a': 'Urgent' };
  const names: HistoryNameLookups = {
    value: (property, value) => valueNames[`${property} ${value}`],
    card: (id) => (id === 'c1' ? 'Ship' : undefined),
    attachment: (id) => (id === 'a1' ? 'plan.pdf' : undefined),
    file: () => undefined,
  };
  test('single values, lists and texts', () => {
    expect(
      fieldChangesOfDiff({ assigneeId: [null, 'u1'], priority: ['a', 'c'], status: ['not_started', 'done'] }, names),
    ).toEqual([
      { kind: 'value', label: 'Owner', from: null, to: 'ana' },
      { kind: 'value', label: 'Priority', from: 'Urgent', to: 'c' },
      { kind: 'value', label: 'Status', from: 'not started', to: 'done' },
    ]);
    expect(fieldChangesOfDiff({ inDeps: { '+': ['c1'], '-': ['gone'] } }, names)).toEqual([
      { kind: 'list', label: 'Waits for', added: ['Ship'], removed: ['a card no longer visible'] },
    ]);
    expect(
      fieldChangesOfDiff({ title: 'x', effort: [1, 2], content: 'encoded' }, names).map((change) => change.kind),
    ).toEqual(['text', 'value']);
  });
  test('days are written as dates, and changed cards by their titles', () => {
    expect(fieldChangesOfDiff({ dueDate: [null, '2026-12-01'] }, names)[0]).toMatchObject({
      to: expect.stringMatching(/2026$/),
    });
    expect(
      cardIdsInDiff({
        inDeps: { '+': ['c1'], '-': ['c2'] },
        childCards: [null, ['c3']],
        parentCardId: ['c4', null],
        effort: [1, 2],
      }),
    ).toEqual(expect.arrayContaining(['c1', 'c2', 'c3', 'c4']));
    expect(cardIdsInDiff('encoded')).toEqual([]);
  });
  test('a value or row that the app does not know gets a general name', () => {
    expect(fieldChangesOfDiff({ beastLevel: { deep: true } }, names)).toEqual([
      { kind: 'unknown', label: 'Beast Level' },
    ]);
    expect(fieldChangesOfDiff({ milestoneId: [null, 'm9'] }, names)[0]).toMatchObject({
      to: 'a milestone no longer visible',
    });
    expect(
      fieldChangesOfDiff({ attachments: { '+': ['a1', 'a2'], '-': [] }, coverFileId: [null, 'f1'] }, names),
    ).toEqual([
      { kind: 'list', label: 'Attachments', added: ['plan.pdf', 'a file'], removed: [] },
      { kind: 'value', label: 'Cover', from: null, to: 'a file' },
    ]);
    for (const form of [null, 'text', 3, []]) expect(fieldChangesOfDiff(form, names)).toEqual([]);
  });
  test('the first version leaves out initial values of every card', () => {
    const first = {
      status: [null, 'not_started'],
      isDoc: [null, false],
      visibility: [null, 'default'],
      effort: [null, 3],
    };
    expect(fieldChangesOfDiff(first, names, true).map(({ label }) => label)).toEqual(['Effort']);
    expect(fieldChangesOfDiff(first, names)).toHaveLength(4);
  });
  test('incomplete words beside a gap are removed', () => {
    const kept = (text: string) => ({ kind: 'kept' as const, text });
    const gap = { kind: 'gap' as const, length: 9 };
    expect(
      removeIncompleteWords([gap, kept('ot break the quest'), { kind: 'added', text: ' now' }, kept(' and af'), gap]),
    ).toEqual([gap, kept(' break the quest'), { kind: 'added', text: ' now' }, kept(' and '), gap]);
    expect(removeIncompleteWords([gap, kept('one')])).toEqual([gap, kept('one')]);
    // If the text starts with the rest of a checkbox that was cut, this rest must not be shown.
    expect(removeIncompleteWords([gap, kept('[ ] Never from the gallery')])).toEqual([
      gap,
      kept(' Never from the gallery'),
    ]);
    expect(removeIncompleteWords([gap, kept('- [x] Reach')])).toEqual([gap, kept(' Reach')]);
  });
});

describe('token refusals', () => {
  test.each(Object.keys(tokenRefusals) as TokenRefusal[])('the text of %s includes what to do', (code) => {
    const advice = connectAdviceFor({ kind: 'auth', code, message: code });
    expect(advice.text).toMatch(/\. .+\.$/);
    expect(advice.text).not.toContain('_');
    expect(connectAdviceFor({ kind: 'rejected', message: code, code: 'Unauthorized', status: 401 })).toEqual(advice);
  });
  test('a code that the app does not know is shown as received', () => {
    expect(connectAdviceFor({ kind: 'auth', code: 'moon_phase', message: 'moon_phase' }).text).toContain('moon_phase');
  });
});

describe('addresses', () => {
  test('https with any host, http on this computer only', () => {
    for (const good of ['https://api.example.com', 'http://127.0.0.1:8080', 'http://localhost:1', 'http://[::1]:3'])
      expect(serviceAddressProblem(good), good).toBeNull();
    for (const bad of [
      '',
      'api.example.com',
      'http://api.example.com',
      'http://127.0.0.1.example.com',
      'ftp://x',
      'https://a:b@c',
    ])
      expect(serviceAddressProblem(bad), bad).not.toBeNull();
  });
});

describe('an operation in the outbox', () => {
  const operation = (state: OperationState, more: Partial<OutboxOperation> = {}): OutboxOperation => ({
    id: 1,
    action: 'cards/update',
    params: {},
    label: 'Rename',
    state,
    at: '2026-11-20T10:00:00.000Z',
    tries: 0,
    failure: null,
    waitsFor: [],
    touches: [],
    ...more,
  });
  test('has a reason in every state, and an effect for every choice', () => {
    for (const state of Object.keys(operationStateLabels) as OperationState[]) {
      const one = operation(state);
      expect(unfinishedOperationReason(one, [one])).toMatch(/\.$/);
      for (const choice of outboxChoicesFor(one, [one])) expect(choice.effect).toMatch(/\.$/);
      if (needsPersonDecision(one))
        expect(outboxChoicesFor(one, [one]).map(({ name }) => name)).toEqual(['retry', 'discard']);
    }
  });
  test('with a text conflict offers both texts', () => {
    const clash = operation('rejected', { failure: { kind: 'conflict', code: 'content_clash', message: 'x' } });
    expect(operationStateLabel(clash)).toBe('Both changed it');
    expect(outboxChoicesFor(clash, []).map(({ label }) => label)).toEqual(['Use mine', 'Keep theirs']);
    expect(unfinishedOperationReason(clash, [])).toContain('Both texts are kept');
  });
  test('with a lost answer needs the person only when the app cannot find out more, and offers possible rows by name', () => {
    const looking = operation('uncertain', { failure: { kind: 'offline', message: 'x', answerLost: true } });
    expect([needsPersonDecision(looking), operationStateLabel(looking)]).toEqual([false, 'Answer lost']);
    // Offer no retry while the first request can still arrive, because the service could then perform the action twice.
    expect(outboxChoicesFor(looking, []).map(({ name }) => name)).toEqual(['discard']);
    const candidates = [{ id: 'deck-1', name: 'Summer' }];
    const asked = operation('uncertain', {
      failure: { kind: 'conflict', code: 'ambiguous', message: 'It may be it.', candidates },
    });
    expect(outboxChoicesFor(asked, [])).toMatchObject([
      { name: 'retry' },
      { name: 'adopt', rowId: 'deck-1', label: 'It is “Summer”' },
      { name: 'discard', label: 'Leave it' },
    ]);
  });
  test('that was refused can be changed if it has values, and names a missing row', () => {
    const refused = operation('rejected', {
      action: 'cards/create',
      params: { content: 'x', deckId: 'deck-1', masterTags: [] },
      failure: { kind: 'rejected', code: 'not_found', message: "There is no deck with the id 'deck-1'.", status: 400 },
      touches: [{ model: 'deck', id: 'deck-1', title: 'Plans' }],
    });
    expect(unfinishedOperationReason(refused, [refused])).toContain('The deck “Plans” no longer exists');
    expect(outboxChoicesFor(refused, []).map(({ name }) => name)).toEqual(['retry', 'change', 'discard']);
    expect(editableParams(refused).map(({ name }) => name)).toEqual(['content', 'deckId']);
    const bare = operation('rejected', { action: 'resolvables/close', params: { id: 'thread-1' } });
    expect(outboxChoicesFor(bare, []).map(({ name }) => name)).toEqual(['retry', 'discard']);
  });
  test('that the subscription plan does not allow names the feature and the remedy', () => {
    const text = (params: object, code: string, message: string) => {
      const failure = { kind: 'rejected', code, message, status: 400 } as const;
      return unfinishedOperationReason(
        operation('rejected', { action: 'sprints/updateSprint', params: { ...params }, failure }),
        [],
      );
    };
    const capacities = { id: 'run-1', userCapacities: { ada: 3 } };
    const remedy = /An admin can add it to the plan; then try again\. Otherwise discard the change\.$/;
    const own = text(capacities, 'plan_feature_missing', 'x');
    expect(own).toMatch(/does not include capacity tracking, so capacities stay at 0\. /);
    expect(own).toMatch(remedy);
    expect(text({ id: 'run-1', lockIn: true }, 'plan_feature_missing', 'x')).toMatch(/Beast Mode\. /);
    // A service of another vendor can have another error code. The word "plan" in its message must be enough.
    const other = text(capacities, 'Bad Request', 'upgrade your plan to use capacities');
    expect(other).toMatch(/^upgrade your plan to use capacities\. /);
    expect(other).toMatch(remedy);
    expect(text(capacities, 'Bad Request', 'userCapacities must be an object')).toBe(
      'userCapacities must be an object',
    );
    expect(text({ id: 'run-1', name: 'May' }, 'Bad Request', 'not in this plan')).toBe('not in this plan');
  });
  test('whose row never gets a service id can only be discarded', () => {
    for (const code of ['row_discarded', 'row_not_found']) {
      const orphan = operation('rejected', { failure: { kind: 'conflict', code, message: 'Gone.' } });
      expect(outboxChoicesFor(orphan, []).map(({ name }) => name)).toEqual(['discard']);
    }
  });
  test('that is being sent cannot be discarded', () => {
    expect(outboxChoicesFor(operation('sending'), [])).toEqual([]);
    expect(outboxChoicesFor(operation('acknowledged'), [])).toEqual([]);
  });
  test('that waits for a refused one can be discarded, and names that one', () => {
    const first = operation('rejected');
    const second = operation('waiting', { id: 2, waitsFor: [1] });
    expect(outboxChoicesFor(first, [first, second])[1]?.effect).toContain('builds on it stays in the outbox');
    expect(unfinishedOperationReason(second, [first, second])).toContain('Rename');
  });
});

describe('dependencies', () => {
  const known = new Map([
    ['c', ['b']],
    ['b', ['a']],
  ]);
  test('a cycle is found, with the cards on it', () => {
    expect(findDependencyCycle(known, 'c', 'a')).toEqual(['c', 'b', 'a']);
    expect(findDependencyCycle(known, 'a', 'a')).toEqual(['a']);
    expect(findDependencyCycle(known, 'a', 'c')).toBeNull();
  });
});

test('checklist lines, outside code', () => {
  const text = 'Title\n- [ ] one\n```\n- [ ] code\n```\n  * [x] two ';
  expect(checklistLinesOf(text)).toEqual([
    { line: 1, label: 'one', checked: false },
    { line: 5, label: 'two', checked: true },
  ]);
  expect(textWithoutLine(text, 1)).toBe('Title\n```\n- [ ] code\n```\n  * [x] two ');
});

describe('two texts side by side', () => {
  test('show the lines that differ, without equal lines far from these', () => {
    const many = Array.from({ length: 20 }, (_, at) => `line ${at}`);
    expect(diffLines([...many, 'north', 'end'].join('\n'), [...many, 'south', 'about', 'end'].join('\n'))).toEqual([
      { kind: 'skipped', count: 18 },
      { kind: 'equal', lines: ['line 18', 'line 19'] },
      { kind: 'different', mine: ['north'], theirs: ['south', 'about'] },
      { kind: 'equal', lines: ['end'] },
    ]);
  });
});

const fresh: SyncStatus = {
  phase: 'fresh',
  progress: null,
  freshAt: '2026-03-02T09:00:00.000Z',
  offlineSince: null,
  pausedByPerson: false,
  waiting: 0,
  attention: 0,
  failure: null,
  nextPollAt: null,
  budgetLeft: 40,
  manualOrderShared: true,
  unapplied: 0,
  missingScopes: [],
};

// While the worker thread of the workspace is not running, the sync indicator must not show the number of waiting
// changes. It must show that the thread is restarting or has stopped.
test.each([
  ['restarting', 'Restarting', 'busy'],
  ['down', 'Stopped working', 'attention'],
] as const)('a workspace that is %s shows this before all else', (phase, text, tone) => {
  const failure = { kind: 'defect', message: 'The workspace stopped 6 times in a row.' } as const;
  const words = syncTexts(
    { ...fresh, phase, failure, waiting: 3, attention: 1 },
    Date.parse('2026-03-02T09:00:30.000Z'),
  );
  expect(words).toMatchObject({ text, tone });
  if (phase === 'down') expect(words.detail).toBe(failure.message);
});

// After an interrupted first sync, the indicator must not claim that no card is stored on this computer.
test('offline in the middle of the first sync, the number of stored cards is shown', () => {
  const sync = {
    ...fresh,
    phase: 'offline',
    progress: { done: 12_000, total: 60_000, what: 'cards' },
    freshAt: null,
    offlineSince: '2026-03-02T09:00:00.000Z',
  } as const;
  const { text, detail } = syncTexts(sync, Date.parse('2026-03-02T09:00:30.000Z'));
  expect(text).toMatch(/^Offline since \d/);
  expect(detail).toContain('cards, 12,000 of 60,000');
  expect(detail).not.toContain('No data');
});

// While the service refuses the polls, the indicator must show the refusal. "Up to date" would be wrong, and "First
// sync" alone would not be enough.
test('a refusal of the service is shown, in the first sync and after it', () => {
  const failure = { kind: 'rejected', code: 'refused', status: 400, message: 'Queries are closed today.' } as const;
  const textsOf = (phase: SyncStatus['phase']) =>
    syncTexts({ ...fresh, phase, failure }, Date.parse(fresh.freshAt ?? ''));
  expect(textsOf('fresh')).toMatchObject({ text: 'Sync failed', tone: 'attention' });
  expect(textsOf('fresh').detail).toContain(failure.message);
  expect(textsOf('first')).toMatchObject({ detail: failure.message, tone: 'attention' });
  const throttled = { kind: 'throttled', message: '', retryAfter: 3 } as const;
  expect(syncTexts({ ...fresh, failure: throttled }, 0).text).toBe('Up to date');
});

test('changed lines are shown whole, with the words that the other side does not have marked', () => {
  const mine = 'The cat slept on the old red mat today.';
  const theirs = 'The cat sat on the new blue mat today.';
  const shownLines = (own: string, other: string) =>
    splitByChangedWords(own, other)
      .map(({ text, isChanged }) => (isChanged ? `[${text}]` : text))
      .join('');
  expect(shownLines(mine, theirs)).toBe('The cat [slept] on the [old red] mat today.');
  expect(shownLines(theirs, mine)).toBe('The cat [sat] on the [new blue] mat today.');
  expect(shownLines('Only here', '')).toBe('[Only here]');
  expect(shownLines('', 'Only there')).toBe('');
});

test('a large change of one line is marked as a whole', () => {
  const words = (word: string) => Array.from({ length: 2000 }, (_, at) => `${word}${at}`).join(' ');
  expect(splitByChangedWords(words('a'), words('b'))).toEqual([{ text: words('a'), isChanged: true }]);
});

const drawn = (before: string, after: string) =>
  diffLineGroups(before, after).map((line) => {
    if (line.kind === 'skipped') return `… ${line.count}`;
    if (line.kind === 'kept') return `  ${line.text}`;
    const text = line.pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');
    return `${line.kind === 'removed' ? '-' : '+'} ${text}`;
  });

test('a change in the history is shown in whole lines, before and after, with the changed words marked', () => {
  const rest = ['one', 'two', 'three', 'four', 'five', 'six'].map((word) => `Line ${word}.`);
  const text = (line: string) => [...rest, line, ...rest].join('\n');
  expect(drawn(text('The cat sat on the mat.'), text('The dog sat on a red mat.'))).toEqual([
    '… 4',
    '  Line five.\nLine six.',
    '- The [cat] sat on [the] mat.',
    '+ The [dog] sat on [a red] mat.',
    '  Line one.\nLine two.',
    '… 4',
  ]);
  expect(drawn('The cat sat.', 'The black cat sat.')).toEqual(['+ The [black ]cat sat.']);
  expect(drawn('The black cat sat.', 'The cat sat.')).toEqual(['- The [black ]cat sat.']);
  expect(drawn('One\nTwo', 'One\nNew\nTwo')).toEqual(['  One', '+ [New]', '  Two']);
  // The first version of a card has only new text, so no part is marked as added.
  expect(drawn('', 'Title\n\nText')).toEqual(['  Title\n\nText']);
});

test('where the whole text is not known, an ellipsis replaces unchanged parts', () => {
  const parts = [
    { kind: 'gap' as const, length: 80 },
    { kind: 'kept' as const, text: 'ght the ' },
    { kind: 'removed' as const, text: 'cat' },
    { kind: 'added' as const, text: 'dog' },
    { kind: 'kept' as const, text: ' sat dow' },
    { kind: 'gap' as const, length: 90 },
  ];
  const { before, after } = textsBeforeAndAfterDiff(parts);
  expect(drawn(before, after).map((line) => line.replace(/ +/g, ' '))).toEqual([
    '- … the [cat] sat …',
    '+ … the [dog] sat …',
  ]);
});
