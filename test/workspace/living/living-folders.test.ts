/** A deck kept as a folder: real files, a real service, and a clock that only the test moves. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { folderLimits, markName } from '../../../electron/workspace/living/folder-files.ts';
import { settleMs } from '../../../electron/workspace/living/living-folder.ts';
import { LivingFolders } from '../../../electron/workspace/living/living-folders.ts';
import type { LivingFolderState } from '../../../shared/bridge/index.ts';
import { createWorld, type World, type WorldReplica } from '../../replica/support.ts';

let world: World;
let device: WorldReplica;
let folders: LivingFolders;
let deckId: string;
/** The chosen folder. */
let root: string;
let notices: string[];
let warnings: unknown[];

const open = () => {
  folders = new LivingFolders({
    replica: device.replica,
    clock: world.clock,
    directory: device.directory,
    changed: () => undefined,
    notice: (text) => notices.push(text),
    log: (level, ...rest) => level === 'warn' && warnings.push(rest),
  });
  // The test's device hands its commits on as the worker thread does.
  onCommit = (changed) => folders.cardsChanged(changed);
};
let onCommit: Parameters<LivingFolders['cardsChanged']>[0] extends infer C ? (changed: C) => void : never;

beforeEach(async () => {
  notices = [];
  warnings = [];
  onCommit = () => undefined;
  world = createWorld();
  device = world.replica({ isLocal: true, committed: (changed) => onCommit(changed) });
  await device.start();
  const [project] = rows().find('project', {});
  deckId = String(device.actOrThrow(['decks/create', { title: 'Kept', projectId: project?.id }]).id);
  await device.idle();
  deckId = device.replica.store.ids.renamed(deckId);
  root = path.join(mkdtempSync(path.join(tmpdir(), 'decktop-living-')), 'deck');
  mkdirSync(root);
  open();
});
afterEach(async () => {
  await folders.close();
  await world.close();
  rmSync(path.dirname(root), { recursive: true, force: true });
  expect(warnings).toEqual([]);
});

const rows = () => device.replica.store.rows;
const card = (title: string) => rows().find('card', { deckId, title })[0];
const cards = () => rows().find('card', { deckId, visibility: 'default' });
const add = async (content: string, more: Record<string, unknown> = {}): Promise<string> => {
  const { id } = device.actOrThrow(['cards/create', { content, deckId, ...more }]);
  await device.idle();
  return device.replica.store.ids.renamed(String(id));
};
const change = (id: string, params: Record<string, unknown>) => device.actOrThrow(['cards/update', { id, ...params }]);

/** One pass at the present time. */
async function look(ms = 300): Promise<void> {
  await world.clock.advance(ms);
  await folders.idle();
  await device.idle();
}
/** Until nothing is left to do. */
async function settle(): Promise<void> {
  for (let round = 0; round < 4; round++) await look(settleMs + 300);
}
const keep = async () => {
  await folders.keep(deckId, root);
  await settle();
};
const file = (name: string) => path.join(root, name);
const read = (name: string) => readFileSync(file(name), 'utf8');
const write = (name: string, text: string) => writeFileSync(file(name), text);
const edit = (name: string, from: string | RegExp, to: string) => {
  const before = read(name);
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  write(name, after);
};
const names = () =>
  readdirSync(root)
    .filter((name) => !name.startsWith('.'))
    .sort();
const state = (): LivingFolderState => folders.list()[0] as LivingFolderState;
const problem = (name: string) => state().problems.find((each) => each.path === name)?.message;

test('each card becomes a file, and a change of a card changes its file only', async () => {
  const first = await add('Sails\n\nWhite ones', { effort: 3 });
  await add('Mast');
  await keep();
  expect(names()).toEqual(['Mast.md', 'Sails.md']);
  expect(read('Sails.md')).toBe(
    `---\nStatus: "Not started"\nEffort: "3"\nHero card id: ""\nCard id: "${first}"\n---\nSails\n\nWhite ones\n`,
  );
  const mast = statSync(file('Mast.md')).mtimeMs;
  change(first, { content: 'Sails\n\nRed ones', effort: 5 });
  await settle();
  expect(read('Sails.md')).toContain('Effort: "5"');
  expect(read('Sails.md')).toContain('Red ones');
  expect(statSync(file('Mast.md')).mtimeMs).toBe(mast);
  expect(state()).toMatchObject({ fileCount: 2, stopped: null, problems: [], removed: [] });
  await add('Rudder');
  await settle();
  expect(names()).toEqual(['Mast.md', 'Rudder.md', 'Sails.md']);
});

test('a change of a file becomes an act that waits in the outbox as any other', async () => {
  const id = await add('Sails\n\nWhite ones', { effort: 3, priority: 'c' });
  const zones = rows().get('deck', deckId)?.manualOrderLabels;
  await keep();
  await device.offline();
  edit('Sails.md', 'Effort: "3"', 'Effort: 8\nDue date: 2026-12-01\nTags: [ui, sea]');
  edit('Sails.md', 'Priority: "Low"\n', '');
  edit('Sails.md', 'White ones', 'Red ones');
  await settle();
  expect(rows().get('card', id)).toMatchObject({
    content: 'Sails\n\nRed ones',
    effort: 8,
    priority: null,
    dueDate: '2026-12-01',
    masterTags: expect.arrayContaining(['ui', 'sea']),
  });
  expect(device.replica.status().waiting).toBeGreaterThan(0);
  expect(rows().get('deck', deckId)?.manualOrderLabels).toEqual(zones);
  await device.online();
  const seen = await world.query({ [`card(${id})`]: ['content', 'effort'] });
  expect(seen.card?.[id]).toMatchObject({ content: 'Sails\n\nRed ones', effort: 8 });
});

test('our own writes do not come back as acts', async () => {
  await add('Sails');
  await keep();
  const { version } = card('Sails') ?? {};
  const operations = device.replica.store.outbox.revision;
  for (let round = 0; round < 10; round++) await look(20_000);
  expect(card('Sails')?.version).toBe(version);
  expect(device.replica.store.outbox.revision).toBe(operations);
});

test('a file is read only when its size and times have stayed the same', async () => {
  const id = await add('Sails\n\nWhite ones');
  await keep();
  edit('Sails.md', 'White ones', 'White');
  await look();
  for (const part of [' and', ' red', ' and blue']) {
    writeFileSync(file('Sails.md'), part, { flag: 'a' });
    await look(settleMs - 500);
    expect(rows().get('card', id)?.content).toBe('Sails\n\nWhite ones');
  }
  await settle();
  expect(rows().get('card', id)?.content).toBe('Sails\n\nWhite\n and red and blue');
  // Nothing is written over a file that is being written.
  edit('Sails.md', 'blue', 'bl');
  await look();
  change(id, { effort: 2 });
  await look();
  expect(read('Sails.md')).not.toContain('Effort');
  writeFileSync(file('Sails.md'), 'ack', { flag: 'a' });
  await settle();
  expect(rows().get('card', id)?.content).toContain('red and black');
  expect(read('Sails.md')).toContain('Effort: "2"');
});

test('both sides change a text and the fields: both changes stay', async () => {
  const id = await add('Sails\n\none\ntwo\nthree', { effort: 1 });
  await keep();
  edit('Sails.md', 'one', 'ONE');
  edit('Sails.md', 'Effort: "1"', 'Effort: 2');
  change(id, { content: 'Sails\n\none\ntwo\nTHREE', priority: 'a' });
  await settle();
  expect(rows().get('card', id)).toMatchObject({ content: 'Sails\n\nONE\ntwo\nTHREE', effort: 2, priority: 'a' });
  expect(read('Sails.md')).toContain('ONE\ntwo\nTHREE');
  expect(read('Sails.md')).toContain('Priority: "High"');
});

test('both sides change the same lines: nothing is replaced until the person merges, as offline texts', async () => {
  const id = await add('Sails\n\none');
  await keep();
  edit('Sails.md', 'one', 'file');
  change(id, { content: 'Sails\n\ncard' });
  await settle();
  expect(rows().get('card', id)?.content).toBe('Sails\n\ncard');
  expect(read('Sails.md')).toContain('file');
  expect(state().problems).toMatchObject([{ path: 'Sails.md', cardId: id, isClash: true }]);
  expect(notices).toEqual([expect.stringContaining('Sails.md')]);

  const key = `card/${id}/content`;
  await folders.moveTextToDraft(deckId, id, key);
  expect(device.replica.drafts.get(key)).toMatchObject({ text: 'Sails\n\nfile', base: 'Sails\n\none' });
  await settle();
  expect(state().problems).toEqual([]);
  expect(read('Sails.md')).toContain('card');
  device.replica.drafts.clear(key);
  change(id, { content: 'Sails\n\nfile and card' });
  await settle();
  expect(read('Sails.md')).toContain('file and card');
});

test('a new file becomes a card, with what its fields say, and its own lines stay', async () => {
  await add('Sails');
  await keep();
  write('Rudder.md', '---\naliases: [helm]\neffort: 5\nStatus: Done\n# mine\n---\nRudder\n\nOak\n');
  write('Plain.md', 'Plain text\n');
  mkdirSync(file('below'));
  write('below/Deep.markdown', 'Deep');
  await settle();
  await look(20_000);
  await settle();
  expect(card('Rudder')).toMatchObject({ content: 'Rudder\n\nOak', effort: 5, status: 'done' });
  expect(card('Plain text')).toMatchObject({ content: 'Plain text' });
  expect(card('Deep')).toBeDefined();
  expect(cards()).toHaveLength(4);
  const text = read('Rudder.md');
  expect(text).toContain(`Card id: "${card('Rudder')?.cardId}"`);
  expect(text).toContain('aliases: [helm]\n# mine\n');
  expect(read('below/Deep.markdown')).toContain(`Card id: "${card('Deep')?.cardId}"`);
  change(String(card('Rudder')?.cardId), { effort: 6 });
  await settle();
  expect(read('Rudder.md')).toContain('aliases: [helm]\n# mine\n---\nRudder\n\nOak\n');
  // These lines stand nowhere else, so their file stays when its card is archived.
  change(String(card('Rudder')?.cardId), { visibility: 'archived' });
  await settle();
  expect(names()).toContain('Rudder.md');
  expect(problem('Rudder.md')).toContain('lines of your own');
  unlinkSync(file('Rudder.md'));
  await settle();
  expect(state()).toMatchObject({ problems: [], removed: [], fileCount: 3 });
});

test('a deleted or emptied file asks, and nothing happens to the card meanwhile', async () => {
  const ids = { sails: await add('Sails\n\nWhite'), mast: await add('Mast'), rudder: await add('Rudder') };
  await keep();
  unlinkSync(file('Sails.md'));
  truncateSync(file('Mast.md'));
  unlinkSync(file('Rudder.md'));
  await settle();
  expect(
    state()
      .removed.map((each) => each.path)
      .sort(),
  ).toEqual(['Mast.md', 'Rudder.md', 'Sails.md']);
  expect(notices).toEqual([expect.stringContaining('3 files of “Kept” were deleted')]);
  expect(cards()).toHaveLength(3);
  change(ids.sails, { effort: 4 });
  await settle();
  expect(names()).toEqual(['Mast.md']);

  folders.decide(deckId, [ids.sails, ids.mast], 'write');
  folders.decide(deckId, [ids.rudder], 'archive');
  await settle();
  expect(state().removed).toEqual([]);
  expect(names()).toEqual(['Mast.md', 'Sails.md']);
  expect(read('Sails.md')).toContain('Effort: "4"');
  expect(read('Mast.md')).toContain('Mast');
  expect(rows().get('card', ids.rudder)?.visibility).toBe('archived');
  // Archiving the card of an emptied file takes the rest of the file, too.
  truncateSync(file('Mast.md'));
  await settle();
  folders.decide(deckId, [ids.mast], 'archive');
  await settle();
  expect(names()).toEqual(['Sails.md']);
  expect(cards()).toHaveLength(1);
});

test('a renamed, moved or replaced file keeps its card; a copy becomes another one', async () => {
  const id = await add('Sails\n\nWhite');
  const mast = await add('Mast');
  await keep();
  mkdirSync(file('below'));
  renameSync(file('Sails.md'), file('below/Canvas.md'));
  await settle();
  await look(20_000);
  await settle();
  expect(state().removed).toEqual([]);
  change(id, { effort: 7 });
  await settle();
  expect(read('below/Canvas.md')).toContain('Effort: "7"');
  writeFileSync(file('Copy.md'), read('below/Canvas.md'));
  await settle();
  expect(cards()).toHaveLength(3);
  const copy = cards().find(({ cardId }) => cardId !== id && cardId !== mast);
  expect(copy).toMatchObject({ content: 'Sails\n\nWhite', effort: 7 });
  expect(read('Copy.md')).toContain(`Card id: "${copy?.cardId}"`);
  expect(state().problems).toEqual([]);
  // Editors write aside and rename.
  writeFileSync(file('Mast.md~'), read('Mast.md').replace('Mast\n', 'Mast\n\nPine\n'));
  renameSync(file('Mast.md~'), file('Mast.md'));
  await settle();
  expect(rows().get('card', mast)?.content).toBe('Mast\n\nPine');
});

test('the file of a card that is archived or moved away goes, unless somebody changed it', async () => {
  const ids = [await add('Sails'), await add('Mast'), await add('Rudder')];
  await keep();
  change(String(ids[0]), { visibility: 'archived' });
  edit('Mast.md', 'Mast\n', 'Mast\n\nmine\n');
  change(String(ids[1]), { visibility: 'deleted' });
  await settle();
  expect(names()).toEqual(['Mast.md', 'Rudder.md']);
  expect(problem('Mast.md')).toContain('Its card is archived, deleted or in another deck');
  change(String(ids[1]), { visibility: 'default' });
  await settle();
  expect(rows().get('card', String(ids[1]))?.content).toBe('Mast\n\nmine');
  expect(state().problems).toEqual([]);
});

test('a folder that vanishes, or an empty one at its place, stops with a message and changes no card', async () => {
  const id = await add('Sails');
  await keep();
  renameSync(root, `${root} away`);
  await look(20_000);
  await settle();
  expect(state().stopped).toContain('is not there');
  mkdirSync(root);
  change(id, { effort: 2 });
  await look(20_000);
  await settle();
  expect(state().stopped).toContain(markName);
  expect(state().removed).toEqual([]);
  expect(readdirSync(root)).toEqual([]);
  expect(cards()).toHaveLength(1);
  expect(notices).toHaveLength(2);
  rmSync(root, { recursive: true });
  renameSync(`${root} away`, root);
  await look(20_000);
  await settle();
  expect(state().stopped).toBeNull();
  expect(read('Sails.md')).toContain('Effort: "2"');
});

test('after a restart, what changed on both sides meanwhile is merged, and nothing is asked twice', async () => {
  const id = await add('Sails\n\none\ntwo\nthree');
  const gone = await add('Gone');
  await keep();
  await folders.close();
  onCommit = () => undefined;
  edit('Sails.md', 'one', 'ONE');
  change(id, { content: 'Sails\n\none\ntwo\nTHREE' });
  write('New.md', 'New');
  unlinkSync(file('Gone.md'));
  await device.idle();
  open();
  await settle();
  expect(rows().get('card', id)?.content).toBe('Sails\n\nONE\ntwo\nTHREE');
  expect(read('Sails.md')).toContain('ONE\ntwo\nTHREE');
  expect(card('New')).toBeDefined();
  expect(state().removed).toMatchObject([{ cardId: gone }]);
  expect(cards()).toHaveLength(3);
});

test('a card made offline has its id in its file when the service knows it', async () => {
  await keep();
  await device.offline();
  device.actOrThrow(['cards/create', { content: 'Sails', deckId }]);
  write('Mast.md', 'Mast\n');
  await settle();
  expect(read('Sails.md')).toContain('Card id: "local-');
  await device.online();
  await settle();
  expect(cards()).toHaveLength(2);
  for (const title of ['Sails', 'Mast']) {
    expect(card(title)?.cardId).not.toContain('local-');
    expect(read(`${title}.md`)).toContain(`Card id: "${card(title)?.cardId}"`);
  }
});

test('two decks cannot share a folder, and folders of Decktop itself are refused', async () => {
  await keep();
  const other = String(
    rows()
      .find('deck', { isDeleted: false })
      .find(({ id }) => id !== deckId)?.id,
  );
  mkdirSync(file('below'));
  for (const folder of [root, file('below')])
    await expect(folders.keep(other, folder)).rejects.toThrow('is kept for a deck already');
  await expect(folders.keep(other, path.dirname(root))).rejects.toThrow('is kept for a deck already');
  await expect(folders.keep(deckId, path.dirname(root))).rejects.toThrow('is kept in');
  await expect(folders.keep(other, device.directory)).rejects.toThrow('own data');
  await expect(folders.keep(other, file('none'))).rejects.toThrow('is no folder');
  await folders.stop(deckId);
  expect(folders.list()).toEqual([]);
  await folders.keep(other, root);
});

test('stopping leaves the files, and neither side follows the other any more', async () => {
  const id = await add('Sails');
  await keep();
  await folders.stop(deckId);
  change(id, { effort: 3 });
  edit('Sails.md', 'Sails\n', 'Canvas\n');
  await look(60_000);
  expect(existsSync(file(markName))).toBe(false);
  expect(rows().get('card', id)).toMatchObject({ title: 'Sails' });
  expect(read('Sails.md')).not.toContain('Effort');
});

test('a workspace that was restored as another one leaves the folder of the first alone', async () => {
  const id = await add('Sails');
  await keep();
  const mark = JSON.parse(read(markName));
  write(markName, JSON.stringify({ ...mark, keeper: `another ${mark.keeper}` }));
  change(id, { effort: 3 });
  await look(20_000);
  expect(state().stopped).toContain(markName);
  await folders.stop(deckId);
  expect(existsSync(file(markName))).toBe(true);
  expect(read('Sails.md')).not.toContain('Effort');
});

test('a workspace that was restored from an older copy takes nothing from files that are newer', async () => {
  const id = await add('Sails');
  await keep();
  const [record] = device.replica.folders.list();
  await folders.close();
  device.replica.folders.setChanged(String(record?.keeper), '2020-01-01T00:00:00.000Z');
  edit('Sails.md', 'Sails\n', 'Newer\n');
  open();
  await settle();
  expect(state().stopped).toContain('restored from a copy that is older');
  expect(rows().get('card', id)?.content).toBe('Sails');
  await folders.stop(deckId);
  expect(existsSync(file(markName))).toBe(false);
});

test('what a file says and no card can hold is said, and is taken once it is mended', async () => {
  const id = await add('Sails');
  await keep();
  edit('Sails.md', 'Status', 'Owner: Nobody Anybody knows\nStatus');
  edit('Sails.md', 'Sails\n', 'Sails\n\nmore\n');
  await settle();
  expect(problem('Sails.md')).toContain('It cannot be taken as it is: People “Nobody Anybody knows”.');
  expect(rows().get('card', id)?.content).toBe('Sails');
  change(id, { effort: 3 });
  await settle();
  expect(read('Sails.md')).toContain('Nobody Anybody knows');
  edit('Sails.md', 'Owner: Nobody Anybody knows\n', '');
  await settle();
  expect(rows().get('card', id)).toMatchObject({ content: 'Sails\n\nmore', effort: 3 });
  expect(read('Sails.md')).toContain('Effort: "3"');
  for (const [from, to, says] of [
    ['Status', 'Due date: 1/2/27\nStatus', 'Write the due date as 2026-12-31'],
    ['Status: "Not started"', 'Status: [', 'fields are not understood'],
    ['Hero card id: ""', 'Hero card id: x', 'Hero cards are chosen in Decktop'],
    [/Card id: ".*"/, 'Card id: other', 'names another card'],
  ] as const) {
    const before = read('Sails.md');
    edit('Sails.md', from, to);
    await settle();
    expect(problem('Sails.md')).toContain(says);
    write('Sails.md', before);
    await settle();
    expect(state().problems).toEqual([]);
  }
});

test('hostile files: links out, other encodings, huge ones and special ones touch nothing and are named', async () => {
  const id = await add('Sails');
  await keep();
  const outside = path.join(path.dirname(root), 'outside');
  mkdirSync(outside);
  writeFileSync(path.join(outside, 'secret.md'), 'secret');
  symlinkSync(outside, file('link'));
  symlinkSync(path.join(outside, 'secret.md'), file('secret.md'));
  write('latin.md', '');
  writeFileSync(file('latin.md'), Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]));
  write('huge.md', '');
  truncateSync(file('huge.md'), 2 ** 30);
  write('nul.md', 'a\0b');
  write('.hidden.md', 'hidden');
  write('broken.md', '---\nStatus: Done\nno end');
  mkdirSync(file('dir.md'));
  mkdirSync(file(Array.from({ length: 10 }, () => 'd').join('/')), { recursive: true });
  await settle();
  await look(20_000);
  await settle();
  expect(problem('latin.md')).toContain('UTF-8');
  expect(problem('huge.md')).toContain('larger than 1 MB');
  expect(problem('broken.md')).toContain('is not closed');
  expect(problem(Array.from({ length: folderLimits.depth }, () => 'd').join('/'))).toContain('deep');
  expect(
    cards()
      .map(({ content }) => content)
      .sort(),
  ).toEqual(['Sails', 'ab']);
  // A file of ours that became a link is not written through.
  unlinkSync(file('Sails.md'));
  symlinkSync(path.join(outside, 'secret.md'), file('Sails.md'));
  await settle();
  change(id, { effort: 9 });
  await settle();
  folders.decide(deckId, [id], 'write');
  await settle();
  expect(readFileSync(path.join(outside, 'secret.md'), 'utf8')).toBe('secret');
  expect(readdirSync(outside)).toEqual(['secret.md']);
});

test('a folder that became a link is not written through', async () => {
  await keep();
  mkdirSync(file('below'));
  write('below/Deep.md', 'Deep');
  await look(20_000);
  await settle();
  const outside = path.join(path.dirname(root), 'outside');
  renameSync(file('below'), outside);
  symlinkSync(outside, file('below'));
  await look(20_000);
  await settle();
  expect(state().removed).toMatchObject([{ path: 'below/Deep.md' }]);
  const before = readFileSync(path.join(outside, 'Deep.md'), 'utf8');
  change(String(card('Deep')?.cardId), { effort: 9 });
  folders.decide(deckId, [String(card('Deep')?.cardId)], 'write');
  await settle();
  expect(readFileSync(path.join(outside, 'Deep.md'), 'utf8')).toBe(before);
  expect(problem('below/Deep.md')).toContain('is no folder any more');
});

test('100,000 files are refused at once, and later stop the folder with a message', async () => {
  const many = path.join(path.dirname(root), 'many');
  mkdirSync(many);
  for (let index = 0; index <= folderLimits.files; index++) writeFileSync(path.join(many, `${index}.md`), '');
  await expect(folders.inspect(deckId, many)).rejects.toThrow('more than 20000 Markdown files');
  const id = await add('Sails');
  await keep();
  renameSync(many, file('many'));
  await look(20_000);
  await settle();
  expect(state().stopped).toContain('more than 20000 Markdown files');
  expect(cards().map(({ cardId }) => cardId)).toEqual([id]);
}, 60_000);

test('a file that cannot be written again stays in question, and nothing is lost', async () => {
  const id = await add('Sails');
  await keep();
  unlinkSync(file('Sails.md'));
  await settle();
  // A folder stands where the file should be.
  mkdirSync(file('Sails.md'));
  folders.decide(deckId, [id], 'write');
  await settle();
  expect(cards()).toHaveLength(1);
  expect(state().removed).toMatchObject([{ path: 'Sails.md', cardId: id }]);
});

const line = fc.constantFrom('one', 'two', '- [ ] box', '---', 'Status: x', "'=1", '', '  three  ', 'ß日本', '#ui tag');
const body = fc.array(line, { maxLength: 5 }).map((lines) => lines.join('\n'));
const step = fc.oneof(
  fc.record({ kind: fc.constant('cardText' as const), at: fc.nat(), text: body }),
  fc.record({ kind: fc.constant('cardEffort' as const), at: fc.nat(), effort: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant('cardNew' as const), text: body }),
  fc.record({ kind: fc.constant('fileText' as const), at: fc.nat(), text: body }),
  fc.record({ kind: fc.constant('fileEffort' as const), at: fc.nat(), effort: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant('fileNew' as const), text: body }),
  fc.record({ kind: fc.constant('rename' as const), at: fc.nat() }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(300, 2_500) }),
  fc.record({ kind: fc.constant('restart' as const) }),
);

test('random edits of cards and files end in agreement, with nothing lost', async () => {
  await add('First\n\nbody');
  await keep();
  let made = 0;
  const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)];
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const marks: string[] = [];
      // A line of its own per edit, so that what is lost is seen.
      const marked = (text: string) => {
        const mark = `m${++made}x`;
        marks.push(mark);
        return `${text}\n${mark}`;
      };
      for (const each of steps) {
        const here = cards();
        if (each.kind === 'wait') await look(each.ms);
        else if (each.kind === 'restart') {
          await folders.close();
          open();
        } else if (each.kind === 'cardNew')
          device.actOrThrow(['cards/create', { content: marked(`Card\n${each.text}`), deckId }]);
        else if (each.kind === 'fileNew') write(`new ${made}.md`, `${marked(`File\n${each.text}`)}\n`);
        else if (each.kind === 'cardText' || each.kind === 'cardEffort') {
          const one = pick(here, each.at);
          if (!one) continue;
          change(
            one.cardId,
            each.kind === 'cardEffort' ? { effort: each.effort } : { content: marked(`${one.content}\n${each.text}`) },
          );
        } else {
          const name = pick(names(), each.at);
          if (name === undefined) continue;
          const text = read(name);
          if (each.kind === 'rename') renameSync(file(name), file(`renamed ${++made}.md`));
          else if (each.kind === 'fileText') write(name, `${marked(`${text.replace(/\n$/, '')}\n${each.text}`)}\n`);
          else if (text.startsWith('---\n')) {
            const rest = text.slice(4).replace(/^Effort: .*\n/m, '');
            write(name, `---\nEffort: ${each.effort}\n${rest}`);
          }
        }
      }
      await settle();
      await settle();
      const clashes = state().problems.filter(({ isClash }) => isClash);
      expect(state().problems.filter(({ isClash }) => !isClash)).toEqual([]);
      expect(state()).toMatchObject({ stopped: null, removed: [] });
      const texts = names().map(read);
      const everything = [...texts, ...cards().map(({ content }) => content)].join('\n');
      for (const mark of marks) expect(everything).toContain(mark);
      expect(texts).toHaveLength(cards().length);
      const clashing = new Set(clashes.map(({ cardId }) => cardId));
      for (const one of cards()) {
        if (clashing.has(one.cardId)) continue;
        const found = texts.filter((text) => text.includes(`Card id: "${one.cardId}"`));
        expect(found).toHaveLength(1);
        expect(found[0]).toMatch(
          one.effort === null ? /^(?![\s\S]*^Effort:)/m : new RegExp(`^Effort: "?${one.effort}"?$`, 'm'),
        );
        expect(found[0]?.endsWith(`\n---\n${one.content}\n`)).toBe(true);
      }
      // As a person does: the file's version of what clashes is merged into the card.
      for (const { cardId } of clashes) {
        const key = `card/${cardId}/content`;
        await folders.moveTextToDraft(deckId, String(cardId), key);
        const draft = device.replica.drafts.get(key);
        device.replica.drafts.clear(key);
        change(String(cardId), { content: `${rows().get('card', String(cardId))?.content}\n${draft?.text}` });
      }
      await settle();
      expect(state().problems).toEqual([]);
    }),
    { numRuns: 30 },
  );
}, 120_000);
