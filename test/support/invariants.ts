/** What holds in a service's database after any action: recomputed from scratch, the slow and obvious way. */
import type { Engine } from '../../electron/engine/engine.ts';
import { keptTables } from '../../electron/engine/kept-tables.ts';
import type { AnyRow, StoredRow } from '../../electron/engine/rows.ts';
import { type StoredModel, tables } from '../../electron/engine/schema.ts';
import { rowKey } from '../../shared/contract/index.ts';
import { checkboxesIn, tagsIn, titleOf } from '../../shared/domain/content.ts';
import { derivedStatusOf } from '../../shared/domain/derived-status.ts';

type Card = StoredRow<'card'>;

/** Violations in words; empty when all is well. */
export function violations({ rows, db }: Engine): string[] {
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
    const open = (ids: string[]) => ids.some((id) => byId.get(id)?.status !== 'done');
    equal(card.hasBlockingDeps, open(card.inDeps), `hasBlockingDeps of ${about}`);
    equal(card.isBlockingDep, card.status !== 'done' && open(card.outDeps), `isBlockingDep of ${about}`);
    const versions = rows.find('cardHistory', { cardId: card.cardId }, ['version']).map(({ version }) => version);
    equal(
      versions,
      Array.from({ length: card.version }, (_, index) => index + 1),
      `history of ${about}`,
    );
  }
  equal(new Set(cards.map((card) => card.accountSeq)).size, cards.length, 'cards with a number of their own');
  checkNoCycle(cards, byId, expect);
  checkHands(rows.find('queueEntry', {}), byId, expect, equal);
  checkBookmarks(rows.find('handCard', {}), byId, expect);
  checkPositions(rows.find('cardOrder', {}), byId, expect);
  for (const problem of danglingIds(rows)) found.push(problem);
  for (const problem of miskept(db)) found.push(problem);
  // Throws when the index does not say what the table says (https://sqlite.org/fts5.html#the_integrity_check_command).
  db.exec("INSERT INTO cardText(cardText, rank) VALUES ('integrity-check', 1)");
  return found;
}

type Expect = (holds: boolean, what: string) => void;
type Equal = (actual: unknown, wanted: unknown, what: string) => void;

function checkContent(card: Card, about: string, equal: Equal): void {
  equal(card.title, titleOf(card.content), `title of ${about}`);
  equal(card.checkboxInfo, checkboxesIn(card.content), `checkboxInfo of ${about}`);
  const checked = card.checkboxInfo.filter((box) => box.checked).length;
  equal(card.checkboxStats, { total: card.checkboxInfo.length, checked }, `checkboxStats of ${about}`);
  const names = (list: readonly string[]) => [...new Set(list.map((tag) => tag.toLowerCase()))].sort();
  equal(names(card.tags), names([...tagsIn(card.content), ...card.masterTags]), `tags of ${about}`);
  equal(card.tags.length, names(card.tags).length, `number of tags of ${about}`);
}

function checkLinks(card: Card, about: string, byId: ReadonlyMap<string, Card>, expect: Expect, equal: Equal): void {
  for (const id of card.childCards)
    equal(byId.get(id)?.parentCardId, card.cardId, `parentCardId of ${id}, sub card of ${about}`);
  equal(new Set(card.childCards).size, card.childCards.length, `sub cards of ${about}, each once`);
  const parent = card.parentCardId === null ? undefined : byId.get(card.parentCardId);
  if (card.parentCardId !== null) {
    expect(parent?.childCards.includes(card.cardId) === true, `${about} is missing among the sub cards of its parent`);
    equal(parent?.parentCardId ?? null, null, `parent of the parent of ${about}`);
    // A card may have deleted sub cards and go under another card itself; while they are deleted it is no hero card.
  }
  for (const id of card.inDeps)
    expect(byId.get(id)?.outDeps.includes(card.cardId) === true, `outDeps of ${id} lack ${about}`);
  for (const id of card.outDeps)
    expect(byId.get(id)?.inDeps.includes(card.cardId) === true, `inDeps of ${id} lack ${about}`);
  for (const list of [card.inDeps, card.outDeps])
    equal(new Set(list).size, list.length, `dependencies of ${about}, each once`);
  if (card.visibility === 'deleted') equal([card.inDeps, card.outDeps], [[], []], `dependencies of deleted ${about}`);
}

function checkNoCycle(cards: readonly Card[], byId: ReadonlyMap<string, Card>, expect: Expect): void {
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
  expect: Expect,
  equal: Equal,
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
  expect: Expect,
): void {
  const places = new Set(bookmarks.map(({ userId, sortIndex }) => `${userId} ${sortIndex}`));
  expect(places.size === bookmarks.length, 'two bookmarks of one user share a position');
  for (const { cardId } of bookmarks)
    expect(byId.get(cardId)?.visibility !== 'deleted', `deleted card ${cardId} is bookmarked`);
}

function checkPositions(
  positions: readonly StoredRow<'cardOrder'>[],
  byId: ReadonlyMap<string, Card>,
  expect: Expect,
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

/** What tables that triggers keep hold too much and too little, against the rows they are about. */
export function miskept(db: Engine['db']): string[] {
  return keptTables.flatMap(({ name, content }) => {
    const [wanted, kept] = [`SELECT * FROM (${content})`, `SELECT * FROM "${name}"`];
    const apart = (what: string, from: string, other: string) =>
      db
        .prepare(`${from} EXCEPT ${other}`)
        .raw(true)
        .all()
        .map((row) => `${what} in ${name}: ${JSON.stringify(row)}`);
    return [...apart('missing', wanted, kept), ...apart('too much', kept, wanted)];
  });
}

/** Columns that name rows that do not exist. */
function danglingIds(rows: Engine['rows']): string[] {
  const keys = new Map<string, Set<string>>();
  const everything = [...tables.values()].map(
    (table) => [table, rows.find(table.name as StoredModel, {}) as AnyRow[]] as const,
  );
  for (const [table, list] of everything) keys.set(table.name, new Set(list.map((row) => rowKey(table.model, row))));
  const problems: string[] = [];
  for (const [table, list] of everything)
    for (const { name, holdsIdsOf } of table.columns) {
      const known = holdsIdsOf === undefined ? undefined : keys.get(holdsIdsOf);
      if (!known) continue;
      for (const row of list)
        for (const id of [row[name] ?? []].flat() as string[])
          if (!known.has(id)) problems.push(`${table.name}.${name} names ${holdsIdsOf} '${id}', which does not exist`);
    }
  return problems;
}
