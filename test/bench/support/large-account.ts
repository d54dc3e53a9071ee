/**
 * The database that benchmarks read: 100,000 cards (50 to 2,000 characters of markdown), 200 decks of which one holds
 * 5,000 and one 500 cards, 60 people, 5,000 threads, 15,000 comments. Kept under out/ between runs.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { createIndexes, createTables, quote, schemaFingerprint, tableOf } from '../../../electron/engine/schema.ts';
import { type Random, seeded } from './random.ts';

const edition = 2;
const folder = path.join(import.meta.dirname, '../../../out/bench');

export interface LargeAccount {
  readonly db: Database.Database;
  readonly accountId: string;
  readonly userId: string;
  readonly deckOf500: string;
  readonly deckOf5000: string;
  /** A card with sub cards, dependencies, threads, attachments. */
  readonly richCard: string;
}

const counts = { cards: 100_000, decks: 200, people: 60, projects: 8, threads: 5_000, comments: 15_000, files: 4_000 };

const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000).toISOString();

/** Few words are common and many are rare, as in texts. */
function vocabulary(random: Random): (count: number) => string[] {
  const syllables =
    'ba be bo ca cha de do fa fe gu ha ki la le li lo ma me mi mo na ne no pa pe po ra re ri ro sa se shi sta ta te ti to tra ve vi wo'.split(
      ' ',
    );
  const words = Array.from({ length: 12_000 }, () =>
    Array.from({ length: 1 + random.below(4) }, () => random.of(syllables)).join(''),
  );
  return (count) => Array.from({ length: count }, () => words[Math.floor(random.next() ** 3 * words.length)] ?? '');
}

/** Inserts with columns by name; what a row leaves out is null. */
function inserter(db: Database.Database, model: string) {
  const { columns } = tableOf(model);
  const run = db.prepare(
    `INSERT INTO ${quote(model)} (${columns.map((column) => quote(column.name)).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  return (row: Record<string, unknown>) => {
    run.run(
      ...columns.map(({ name, kind, empty }) => {
        const value = row[name] ?? empty ?? null;
        if (value === null) return null;
        if (kind === 'boolean') return value ? 1 : 0;
        return kind === 'json' ? JSON.stringify(value) : value;
      }),
    );
  };
}

function fill(db: Database.Database): void {
  const random = seeded(20_260_101);
  const words = vocabulary(random);
  createTables(db, { withIndexes: false });
  const accountId = random.id();
  inserter(db, 'account')({ id: accountId, name: 'Large', createdAt: at(0), maxHandSlotCount: 14 });
  const people = Array.from({ length: counts.people }, () => random.id());
  const user = inserter(db, 'user');
  for (const [index, id] of people.entries())
    user({ id, name: `person${index}`, fullName: `Person ${index}`, kind: 'human', isIntegration: false });
  const projects = Array.from({ length: counts.projects }, () => random.id());
  const project = inserter(db, 'project');
  for (const [index, id] of projects.entries())
    project({ id, accountId, name: `Project ${index}`, createdAt: at(index), visibility: 'default', spaces: [] });
  const decks = Array.from({ length: counts.decks }, () => random.id());
  const deck = inserter(db, 'deck');
  for (const [index, id] of decks.entries())
    deck({
      id,
      accountId,
      accountSeq: index + 1,
      createdAt: at(index),
      creatorId: random.of(people),
      deckType: 'mixed',
      defaultCard: {},
      description: '',
      handSyncEnabled: false,
      hasGuardians: false,
      isDeleted: false,
      projectId: projects[index % counts.projects],
      sortValue: `a${String(index).padStart(4, '0')}`,
      title: words(2).join(' '),
    });
  const cards = Array.from({ length: counts.cards }, () => random.id());
  // Deck 0 holds 5,000 cards, deck 1 holds 500, the others share the rest.
  const deckOf = (index: number) =>
    decks[index < 5_000 ? 0 : index < 5_500 ? 1 : 2 + ((index * 7) % (counts.decks - 2))] as string;
  const parentOf = (index: number) => (index % 10 === 3 ? cards[index - 3] : null);
  const card = inserter(db, 'card');
  const statuses = [
    'assigned',
    'unassigned',
    'started',
    'done',
    'snoozing',
    'blocked',
    'review',
    'archivedDone',
    'doc',
  ];
  for (const [index, cardId] of cards.entries()) {
    const title = words(3 + random.below(6)).join(' ');
    const content = `${title}\n\n${words(5 + Math.floor(random.next() ** 2 * 270)).join(' ')}`.slice(0, 2_000);
    const derivedStatus = index % 10 === 0 ? 'hero' : random.of(statuses);
    const done = derivedStatus === 'done' || derivedStatus === 'archivedDone';
    card({
      cardId,
      accountId,
      accountSeq: index + 1,
      assigneeId: random.below(4) === 0 ? null : random.of(people),
      checkboxInfo: [],
      checkboxStats: { total: 0, checked: 0 },
      content,
      createdAt: at(index),
      creatorId: random.of(people),
      deckId: deckOf(index),
      derivedStatus,
      dueDate: random.below(10) === 0 ? at(index * 3).slice(0, 10) : null,
      effort: random.below(3) === 0 ? null : random.of([1, 2, 3, 5, 8]),
      hasBlockingDeps: false,
      isBlockingDep: false,
      isDoc: derivedStatus === 'doc',
      lastUpdatedAt: at(index + random.below(100_000)),
      masterTags: random.below(3) === 0 ? [random.of(['art', 'code', 'design'])] : [],
      mentionedUsers: [],
      parentCardId: parentOf(index),
      priority: random.of(['a', 'b', 'c', null, null]),
      status: done ? 'done' : derivedStatus === 'started' ? 'started' : 'not_started',
      tags: random.below(3) === 0 ? [random.of(['art', 'code', 'design']), 'more'] : [],
      title: title.slice(0, 80),
      version: 1 + random.below(20),
      visibility: derivedStatus.startsWith('archived') ? 'archived' : 'default',
      childCards: index % 10 === 0 ? [cards[index + 3]] : [],
      inDeps: index % 50 === 7 ? [cards[index - 1]] : [],
      outDeps: index % 50 === 6 ? [cards[index + 1]] : [],
    });
  }
  const thread = inserter(db, 'resolvable');
  const entry = inserter(db, 'resolvableEntry');
  for (let index = 0; index < counts.threads; index += 1) {
    // Half of them on the first 5,500 cards, so that the measured boards have some.
    const cardId = cards[index % 2 === 0 ? random.below(5_500) : random.below(counts.cards)];
    const id = random.id();
    const isClosed = random.below(3) > 0;
    const createdAt = at(index * 20);
    thread({
      id,
      accountId,
      cardId,
      closedAt: isClosed ? at(index * 20 + 60) : null,
      context: random.of(['comment', 'comment', 'block', 'review']),
      createdAt,
      creatorId: random.of(people),
      isClosed,
    });
    for (let number = 0; number < counts.comments / counts.threads; number += 1)
      entry({
        entryId: random.id(),
        authorId: random.of(people),
        cardId,
        content: words(10 + random.below(40)).join(' '),
        createdAt,
        lastChangedAt: createdAt,
        resolvableId: id,
        version: 1,
      });
  }
  const queueEntry = inserter(db, 'queueEntry');
  for (const [number, userId] of people.entries())
    for (let sortIndex = 0; sortIndex < 12; sortIndex += 1)
      queueEntry({
        id: random.id(),
        accountId,
        cardId: cards[(number * 97 + sortIndex * 431) % 5_500],
        createdAt: at(sortIndex),
        sortIndex,
        userId,
      });
  const file = inserter(db, 'file');
  const attachment = inserter(db, 'attachment');
  for (let index = 0; index < counts.files; index += 1) {
    const fileId = random.id();
    const cardId = cards[(index * 25) % counts.cards] as string;
    file({ id: fileId, accountId, createdAt: at(index), name: `file${index}.png`, size: 1000, url: `/files/${index}` });
    const id = random.id();
    attachment({ id, accountId, cardId, content: 'file', createdAt: at(index), fileId, title: 'file' });
    db.prepare('UPDATE "card" SET "attachments" = ? WHERE "n" = ?').run(
      JSON.stringify([id]),
      ((index * 25) % counts.cards) + 1,
    );
  }
  createIndexes(db);
  db.exec(
    `INSERT INTO cardText(cardText) VALUES ('rebuild'); INSERT INTO cardText(cardText) VALUES ('optimize'); ANALYZE`,
  );
}

/** Opens the database, made anew when the schema or this file's edition has changed. */
export function largeAccount(): LargeAccount {
  const file = path.join(folder, `large-${edition}-${schemaFingerprint()}.sqlite`);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const partial = `${file}.partial`;
    rmSync(partial, { force: true });
    const making = new Database(partial);
    making.pragma('journal_mode = OFF');
    making.pragma('cache_size = -200000');
    making.transaction(() => fill(making))();
    making.close();
    renameSync(partial, file);
  }
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma('cache_size = -65536');
  const text = (sql: string) => String(db.prepare(sql).pluck().get());
  return {
    db,
    accountId: text('SELECT id FROM account'),
    userId: text(`SELECT id FROM user WHERE name = 'person0'`),
    deckOf5000: text('SELECT deckId FROM card WHERE n = 1'),
    deckOf500: text('SELECT deckId FROM card WHERE n = 5001'),
    richCard: text(
      `SELECT cardId FROM card WHERE childCards <> '[]' AND attachments <> '[]' AND cardId IN (SELECT cardId FROM resolvable) LIMIT 1`,
    ),
  };
}
