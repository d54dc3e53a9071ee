/**
 * Checks that the data in a service's database is consistent. Computes derived values again, in a simple and slow way,
 * and compares them with the stored ones.
 */
import type { Database } from 'better-sqlite3';
import type { Engine } from '../../electron/engine/engine.ts';
import type { AnyRow, StoredRow } from '../../electron/engine/store/rows.ts';
import { modelsByCounter } from '../../electron/engine/store/sequences.ts';
import { danglingIds, materializedTableDifferences, sharedNumbers } from '../../electron/keep/doctor.ts';
import { addDays } from '../../shared/domain/calendar.ts';
import { checkboxesIn, tagsIn, titleOfContent } from '../../shared/domain/content.ts';
import { derivedStatusOf } from '../../shared/domain/derived-status.ts';
import { indexForm } from '../../shared/domain/search-text.ts';

type Card = StoredRow<'card'>;

/** Returns a sentence for each violated invariant. The list is empty if all invariants hold. */
export function invariantViolations(engine: Engine): string[] {
  const { rows, db } = engine;
  const found: string[] = [];
  const expect = (holds: boolean, what: string) => {
    if (!holds) found.push(what);
  };
  const equal = (actual: unknown, wanted: unknown, what: string) =>
    expect(
      JSON.stringify(actual) === JSON.stringify(wanted),
      `${what}: ${JSON.stringify(actual)}, not ${JSON.stringify(wanted)}`,
    );

  const cards = rows.find('card', {});
  const byId = new Map(cards.map((card) => [card.cardId as string, card]));
  const decks = new Map(rows.find('deck', {}).map((deck) => [deck.id as string, deck]));
  const threads = rows.find('resolvable', { isClosed: false });
  const histories = Map.groupBy(
    db.prepare('SELECT cardId, version, versionCreatedAt FROM cardHistory ORDER BY cardId, version').all() as Version[],
    ({ cardId }) => cardId,
  );
  for (const card of cards) {
    const about = `card ${card.cardId}`;
    checkContent(card, about, equal);
    checkLinks(card, about, byId, expect, equal);
    const children = card.childCards.map((id) => byId.get(id)).filter((child) => child?.visibility !== 'deleted');
    const marks = threads.filter(({ cardId, context }) => cardId === card.cardId && context !== 'comment');
    expect(marks.length < 2, `${about} has ${marks.length} open block and review threads`);
    const status = derivedStatusOf({
      ...card,
      isSubCard: card.parentCardId !== null,
      hasSubCards: children.length > 0,
      deckType: card.deckId === null ? null : (decks.get(card.deckId)?.deckType ?? null),
      openThread: marks[0]?.context as 'block' | 'review' | undefined,
    });
    equal(card.derivedStatus, status, `derivedStatus of ${about}`);
    const isRunning = card.status === 'started' || card.status === 'snoozing';
    const isHero = /^(hero|archivedHero)/.test(status);
    expect(!(isRunning && (isHero || card.isDoc)), `${about} is ${card.status} though ${status}`);
    expect(!(card.status === 'done' && card.isDoc === true), `${about} is a done doc`);
    expect(!(isRunning && card.visibility !== 'default'), `${about} is ${card.status} though ${card.visibility}`);
    const open = (ids: string[]) => ids.some((id) => byId.get(id)?.status !== 'done');
    equal(card.hasBlockingDeps, open(card.inDeps), `hasBlockingDeps of ${about}`);
    equal(card.isBlockingDep, card.status !== 'done' && open(card.outDeps), `isBlockingDep of ${about}`);
    checkHistory(card, histories.get(card.cardId) ?? [], about, expect, equal);
  }
  checkNumbers(engine, expect);
  checkThreads(rows, byId, expect, equal);
  checkTags(rows, cards, decks, expect);
  checkPlanning(rows, cards, expect, equal);
  checkSteps(rows, expect, equal);
  checkProgress(rows, expect);
  checkNoCycle(cards, byId, expect);
  checkHands(rows.find('queueEntry', {}), byId, expect, equal);
  checkBookmarks(rows.find('handCard', {}), byId, expect);
  checkPositions(rows.find('cardOrder', {}), byId, expect);
  found.push(...danglingIds(db), ...materializedTableDifferences(db));
  for (const problem of textIndexDifferences(db)) found.push(problem);
  return found;
}

/** Compares the full-text index with the contents of the cards. */
export function textIndexDifferences(db: Database): string[] {
  // Throws when the index is damaged (https://sqlite.org/fts5.html#the_integrity_check_command).
  db.exec("INSERT INTO cardText(cardText) VALUES ('integrity-check')");
  db.exec('CREATE VIRTUAL TABLE IF NOT EXISTS temp.cardTextWords USING fts5vocab(main, cardText, instance)');
  const entry = (word: unknown, n: unknown, offset: unknown) => `'${word}' at ${offset} of row ${n}`;
  const stored = new Set(
    (db.prepare('SELECT term, doc, "offset" FROM temp.cardTextWords').raw(true).all() as unknown[][]).map(
      ([word, n, offset]) => entry(word, n, offset),
    ),
  );
  const cards = db.prepare('SELECT n, content FROM card').raw(true).all() as [n: number, content: string | null][];
  const wanted = new Set(
    cards.flatMap(([n, content]) =>
      indexForm(content ?? '')
        .split(' ')
        .filter(Boolean)
        .map((word, offset) => entry(word, n, offset)),
    ),
  );
  return [
    ...[...stored]
      .filter((word) => !wanted.has(word))
      .map((word) => `The full-text index has ${word}, which has it not`),
    ...[...wanted].filter((word) => !stored.has(word)).map((word) => `The full-text index lacks ${word}`),
  ].slice(0, 5);
}

type ExpectTrue = (holds: boolean, what: string) => void;
type ExpectEqual = (actual: unknown, wanted: unknown, what: string) => void;

function checkContent(card: Card, about: string, equal: ExpectEqual): void {
  equal(card.title, titleOfContent(card.content), `title of ${about}`);
  equal(card.checkboxInfo, checkboxesIn(card.content), `checkboxInfo of ${about}`);
  const checked = card.checkboxInfo.filter((box) => box.checked).length;
  equal(card.checkboxStats, { total: card.checkboxInfo.length, checked }, `checkboxStats of ${about}`);
  const names = (list: readonly string[]) => [...new Set(list.map((tag) => tag.toLowerCase()))].sort();
  equal(names(card.tags), names([...tagsIn(card.content), ...card.masterTags]), `tags of ${about}`);
  equal(card.tags.length, names(card.tags).length, `number of tags of ${about}`);
}

function checkLinks(
  card: Card,
  about: string,
  byId: ReadonlyMap<string, Card>,
  expect: ExpectTrue,
  equal: ExpectEqual,
): void {
  for (const id of card.childCards)
    equal(byId.get(id)?.parentCardId, card.cardId, `parentCardId of ${id}, sub card of ${about}`);
  equal(new Set(card.childCards).size, card.childCards.length, `sub cards of ${about}, each once`);
  const parent = card.parentCardId === null ? undefined : byId.get(card.parentCardId);
  if (card.parentCardId !== null) {
    expect(parent?.childCards.includes(card.cardId) === true, `${about} is missing among the sub cards of its parent`);
    equal(parent?.parentCardId ?? null, null, `parent of the parent of ${about}`);
    // Do not check that a sub card's `childCards` are empty: they may contain deleted cards. A card whose sub cards are
    // all deleted is no longer a hero card, so it may become a sub card.
  }
  for (const id of card.inDeps)
    expect(byId.get(id)?.outDeps.includes(card.cardId) === true, `outDeps of ${id} lack ${about}`);
  for (const id of card.outDeps)
    expect(byId.get(id)?.inDeps.includes(card.cardId) === true, `inDeps of ${id} lack ${about}`);
  for (const list of [card.inDeps, card.outDeps])
    equal(new Set(list).size, list.length, `dependencies of ${about}, each once`);
  if (card.visibility === 'deleted') equal([card.inDeps, card.outDeps], [[], []], `dependencies of deleted ${about}`);
}

interface Version {
  readonly cardId: string;
  readonly version: number;
  readonly versionCreatedAt: string;
}

function checkHistory(
  card: Card,
  history: readonly Version[],
  about: string,
  expect: ExpectTrue,
  equal: ExpectEqual,
): void {
  equal(
    history.map(({ version }) => version),
    Array.from({ length: card.version }, (_, index) => index + 1),
    `history of ${about}`,
  );
  const dates = history.map(({ versionCreatedAt }) => versionCreatedAt);
  equal(dates, dates.toSorted(), `dates in the history of ${about}, in order`);
  if (dates.length > 0) equal(dates.at(-1), card.lastUpdatedAt, `date of the last change of ${about}`);
  expect(card.createdAt <= card.lastUpdatedAt, `${about} changed before it was created`);
}

/** Checks that every `accountSeq` is at least 1, and that no two rows with one counter share it. */
function checkNumbers({ rows, db }: Engine, expect: ExpectTrue): void {
  for (const shared of sharedNumbers(db)) expect(false, `two rows share the number ${shared}`);
  for (const model of Object.values(modelsByCounter).flat())
    expect(
      rows.find(model, {}).every(({ accountSeq }) => accountSeq >= 1),
      `a number of ${model} is below 1`,
    );
}

function checkThreads(
  rows: Engine['rows'],
  byId: ReadonlyMap<string, Card>,
  expect: ExpectTrue,
  equal: ExpectEqual,
): void {
  const entries = Map.groupBy(rows.find('resolvableEntry', {}), ({ resolvableId }) => resolvableId as string);
  for (const thread of rows.find('resolvable', {})) {
    const about = `thread ${thread.id}`;
    if (thread.isClosed) {
      expect(thread.closedAt !== null, `closed ${about} has no date`);
      equal([thread.reopenedAt, thread.reopenedBy], [null, null], `reopening of closed ${about}`);
    } else {
      equal(thread.closedBy, null, `closedBy of open ${about}`);
      equal(thread.reopenedAt === null, thread.reopenedBy === null, `who reopened ${about}`);
    }
    const own = entries.get(thread.id) ?? [];
    expect(own.length > 0, `${about} has no comment`);
    for (const entry of own) {
      equal(entry.cardId, thread.cardId, `card of comment ${entry.entryId}`);
      expect(entry.lastChangedAt >= entry.createdAt, `comment ${entry.entryId} changed before it was made`);
      if (entry.version === 1) equal(entry.lastChangedAt, entry.createdAt, `date of unedited ${entry.entryId}`);
    }
    expect(byId.has(thread.cardId), `${about} is on no card`);
  }
  const reactions = rows.find('resolvableEntryReaction', {});
  const unlike = new Set(reactions.map(({ entryId, userId, value }) => JSON.stringify([entryId, userId, value])));
  expect(unlike.size === reactions.length, 'somebody reacted twice alike');
}

/**
 * Checks that no project has a tag twice, ignoring letter case. Also checks that a card's `masterTags` include every
 * tag in its content that is a tag of its project.
 */
function checkTags(
  rows: Engine['rows'],
  cards: readonly Card[],
  decks: ReadonlyMap<string, StoredRow<'deck'>>,
  expect: ExpectTrue,
): void {
  const tags = Map.groupBy(rows.find('projectTag', {}), ({ projectId }) => projectId as string);
  const folded = (text: string) => text.toLowerCase();
  for (const [projectId, own] of tags)
    expect(new Set(own.map(({ tag }) => folded(tag))).size === own.length, `project ${projectId} has a tag twice`);
  for (const card of cards) {
    const projectId = card.deckId === null ? undefined : decks.get(card.deckId)?.projectId;
    const known = new Set((tags.get(projectId ?? '') ?? []).map(({ tag }) => folded(tag)));
    const has = new Set(card.masterTags.map(folded));
    for (const written of tagsIn(card.content).map(folded))
      expect(!known.has(written) || has.has(written), `card ${card.cardId} writes #${written} but does not have it`);
  }
}

function checkPlanning(rows: Engine['rows'], cards: readonly Card[], expect: ExpectTrue, equal: ExpectEqual): void {
  const projects = rows.find('project', {});
  for (const { id, spaces } of projects) {
    const ids = (spaces as { id: number }[]).map((space) => space.id);
    expect(ids.length > 0 && new Set(ids).size === ids.length, `spaces of project ${id}`);
    for (const deck of rows.find('deck', { projectId: id, isDeleted: false }))
      expect(deck.spaceId !== null && ids.includes(deck.spaceId), `deck ${deck.id} is in no space of its project`);
  }
  for (const { id, hasGuardians } of rows.find('deck', {}))
    equal(hasGuardians, rows.find('deckGuardian', { deckId: id }).length > 0, `guardians of deck ${id}`);
  const links = (list: readonly { projectId: string }[]) => list.map(({ projectId }) => projectId).sort();
  const all = projects.map(({ id }) => id as string).sort();
  for (const { id, isGlobal, isDeleted } of rows.find('milestone', {})) {
    if (isGlobal && !isDeleted)
      equal(links(rows.find('milestoneProject', { milestoneId: id })), all, `projects of ${id}`);
    if (!isDeleted) continue;
    equal(cards.filter((card) => card.milestoneId === id).length, 0, `cards in the deleted milestone ${id}`);
    equal(rows.find('deck', { milestoneId: id }).length, 0, `decks in the deleted milestone ${id}`);
    equal(rows.find('sprint', { autoMilestoneId: id }).length, 0, `runs that give the deleted milestone ${id}`);
    equal(rows.find('pinnedMilestone', { milestoneId: id }).length, 0, `pins of the deleted milestone ${id}`);
  }
  for (const { id, isGlobal } of rows.find('sprintConfig', {})) {
    if (isGlobal) equal(links(rows.find('sprintProject', { sprintConfigId: id })), all, `projects of Run Config ${id}`);
    const runs = rows.find('sprint', { sprintConfigId: id, isDeleted: false }, ['index']);
    for (const [index, run] of runs.entries()) {
      equal(run.index, index, `index of run ${run.id}`);
      const before = runs[index - 1];
      if (before) equal(run.startDate, addDays(before.endDate, 1), `first day of run ${run.id}`);
    }
  }
  for (const { fileId, cardId, id } of rows.find('attachment', {}))
    expect(
      cards.find((card) => card.cardId === cardId)?.attachments.filter((other) => other === id).length === 1,
      `attachment ${id} of file ${fileId} is not among its card's`,
    );
}

function checkSteps(rows: Engine['rows'], expect: ExpectTrue, equal: ExpectEqual): void {
  const steps = new Map(rows.find('workflowItem', {}).map((step) => [step.itemId as string, step]));
  for (const step of steps.values()) {
    equal(step.title, titleOfContent(step.content), `title of step ${step.itemId}`);
    equal(step.checkboxInfo, checkboxesIn(step.content), `checkboxInfo of step ${step.itemId}`);
    expect(step.createdAt <= step.lastUpdatedAt, `step ${step.itemId} changed before it was created`);
    for (const id of step.inDeps) {
      expect(steps.get(id)?.outDeps.includes(step.itemId) === true, `outDeps of ${id} lack step ${step.itemId}`);
      equal(steps.get(id)?.deckId, step.deckId, `journey of ${id}, which step ${step.itemId} waits for`);
    }
    for (const id of step.outDeps)
      expect(steps.get(id)?.inDeps.includes(step.itemId) === true, `inDeps of ${id} lack step ${step.itemId}`);
  }
}

/** Checks that each progress row differs from the row before it, and lists only states that have cards. */
function checkProgress(rows: Engine['rows'], expect: ExpectTrue): void {
  for (const [model, owner] of [
    ['milestoneProgress', 'milestoneId'],
    ['sprintProgress', 'sprintId'],
    ['sprintConfigProgress', 'sprintConfigId'],
  ] as const) {
    const latest = new Map<string, string>();
    for (const row of rows.find(model, {}, ['date']) as AnyRow[]) {
      const id = String(row[owner]);
      const text = JSON.stringify(row.progress);
      expect(latest.get(id) !== text, `${model} of ${id} on ${String(row.date)} repeats the row before`);
      latest.set(id, text);
      const { cards = {} } = row.progress as { cards?: Record<string, number> };
      expect(
        Object.values(cards).every((count) => count > 0),
        `${model} of ${id} names a state without cards`,
      );
    }
  }
}

function checkNoCycle(cards: readonly Card[], byId: ReadonlyMap<string, Card>, expect: ExpectTrue): void {
  const done = new Set<string>();
  const visit = (id: string, path: readonly string[]): void => {
    if (path.includes(id)) expect(false, `dependency cycle ${[...path, id].join(' → ')}`);
    else if (!done.has(id)) {
      for (const next of byId.get(id)?.outDeps ?? []) visit(next, [...path, id]);
      done.add(id);
    }
  };
  for (const { cardId } of cards) visit(cardId, []);
}

function checkHands(
  entries: readonly StoredRow<'queueEntry'>[],
  byId: ReadonlyMap<string, Card>,
  expect: ExpectTrue,
  equal: ExpectEqual,
): void {
  const users = new Set(entries.map(({ userId }) => userId));
  for (const userId of users) {
    const own = entries.filter((entry) => entry.userId === userId);
    equal(new Set(own.map(({ cardId }) => cardId)).size, own.length, `cards in the Hand of ${userId}, each once`);
    const open = own.filter(({ cardDoneAt }) => cardDoneAt === null);
    equal(
      open.map(({ sortIndex }) => sortIndex).sort((a, b) => (a ?? -1) - (b ?? -1)),
      [...open.keys()],
      `positions in the Hand of ${userId}`,
    );
  }
  for (const { id, cardId, cardDoneAt, sortIndex } of entries) {
    equal(cardDoneAt !== null, byId.get(cardId)?.status === 'done', `done pile entry ${id}`);
    expect(
      (cardDoneAt !== null) === (sortIndex === null),
      `entry ${id} has both or neither of cardDoneAt and sortIndex`,
    );
  }
}

function checkBookmarks(
  bookmarks: readonly StoredRow<'handCard'>[],
  byId: ReadonlyMap<string, Card>,
  expect: ExpectTrue,
): void {
  const places = new Set(bookmarks.map(({ userId, sortIndex }) => `${userId} ${sortIndex}`));
  expect(places.size === bookmarks.length, 'two bookmarks of one user share a position');
  for (const { cardId } of bookmarks)
    expect(byId.get(cardId)?.visibility !== 'deleted', `deleted card ${cardId} is bookmarked`);
}

function checkPositions(
  positions: readonly StoredRow<'cardOrder'>[],
  byId: ReadonlyMap<string, Card>,
  expect: ExpectTrue,
): void {
  const owners = { deck: 'deckId', milestone: 'milestoneId', sprint: 'sprintId' } as const;
  const seen = new Set<string>();
  for (const { context, cardId, sortValue } of positions) {
    const owner = byId.get(cardId)?.[owners[context as keyof typeof owners]];
    expect(owner != null, `card ${cardId} has a position in no ${context}`);
    expect(
      !seen.has(`${context} ${owner} ${sortValue}`),
      `two cards share the rank ${sortValue} in ${context} ${owner}`,
    );
    seen.add(`${context} ${owner} ${sortValue}`);
  }
}
