/** Checks that a workspace as one file brings everything back, and that hostile files are refused. */
import { createHash } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { packWorkspace, takeCopy } from '../../electron/keep/archive.ts';
import { migrateOutboxTables } from '../../electron/replica/store/migrations.ts';
import { createDemoStudioContent } from '../../electron/service/demo/studio.ts';
import { createService } from '../../electron/service/service.ts';

let folder: string;
const inFolder = (name: string) => path.join(folder, name);
const at = '2026-03-02T09:00:00.000Z';
const workspace = { id: 'w', kind: 'local', name: 'Garden', baseUrl: null, accountId: null } as const;
const settings = JSON.stringify({ theme: 'dark', views: { '@w/saved': [1] } });

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'decktop-archive-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function packDemo(): Promise<string> {
  const service = createService({ file: inFolder('service.sqlite'), content: createDemoStudioContent() });
  service.administration.createToken({ kind: 'organization', permission: 'admin', label: 'A secret label' });
  const db = new SQLite(inFolder('outbox.sqlite'));
  migrateOutboxTables(db);
  db.exec(`INSERT INTO draft VALUES ('d', 'Half a sentence', '', '')`);
  db.close();
  // The service is open meanwhile, and writes.
  const target = inFolder('Garden.decktop');
  const packed = packWorkspace({
    service: inFolder('service.sqlite'),
    outbox: inFolder('outbox.sqlite'),
    settings,
    workspace,
    at,
    target,
  });
  service.engine.db.exec(`UPDATE account SET name = 'Renamed meanwhile'`);
  expect((await packed)?.cards).toBeGreaterThan(50);
  service.close();
  return target;
}

test('everything comes back from one file, without tokens, and nothing else is written', async () => {
  const file = await packDemo();
  expect(readdirSync(folder).filter((name) => name.includes('part'))).toEqual([]);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o077).toBe(0);
  const info = await takeCopy(file, inFolder('new'));
  expect(info).toMatchObject({ ...workspace, at });
  expect(readdirSync(inFolder('new')).sort()).toEqual(
    ['outbox.sqlite', 'service.sqlite', 'settings.json', 'service.sqlite.lock'].sort(),
  );
  const [before, after] = ['service.sqlite', 'new/service.sqlite'].map((name) => new SQLite(inFolder(name)));
  for (const table of ['card', 'resolvableEntry', 'storedFile', 'user'])
    expect(after?.prepare(`SELECT * FROM "${table}"`).all(), table).toEqual(
      before?.prepare(`SELECT * FROM "${table}"`).all(),
    );
  expect(after?.prepare('SELECT count(*) FROM apiToken').pluck().get()).toBe(0);
  expect(readFileSync(inFolder('new/settings.json'), 'utf8')).toBe(settings);
  before?.close();
  after?.close();
});

/** A zip with these files, whose list of contents is changed by `change`. */
async function writeArchive(
  files: Record<string, string | Buffer>,
  change: (manifest: {
    files: { name: string; size: number; sha256: string }[];
    [name: string]: unknown;
  }) => void = () => undefined,
): Promise<string> {
  const manifest = {
    format: 1,
    workspace: { ...workspace, kind: 'remote', baseUrl: 'https://x', accountId: 'a', at, counts: null },
    files: Object.entries(files).map(([name, bytes]) => ({
      name,
      size: Buffer.byteLength(bytes),
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })),
  };
  change(manifest);
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json');
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(Buffer.from(bytes), name);
  zip.end();
  const file = inFolder(`${Math.random()}.decktop`);
  await pipeline(zip.outputStream, createWriteStream(file));
  return file;
}

async function refusalOf(file: string): Promise<string> {
  const error = await takeCopy(file, inFolder('new')).then(
    () => null,
    (error: Error) => error,
  );
  expect(existsSync(inFolder('new'))).toBe(false);
  expect(error?.name).toBe('ForeignFileError');
  expect(error?.message).toContain(path.basename(file));
  return error?.message ?? '';
}

test('a copy without rows is taken', async () => {
  const info = await takeCopy(await writeArchive({ 'settings.json': settings }), inFolder('new'));
  expect(info).toMatchObject({ kind: 'remote', baseUrl: 'https://x', counts: null });
});

test('files that leave the folder, are unknown, missing, damaged or too large are refused', async () => {
  const refused = async (...archive: Parameters<typeof writeArchive>) => refusalOf(await writeArchive(...archive));
  expect(await refused({ 'a/settings.json': '{}' })).toMatch(/no part of a workspace|cannot be read/);
  expect(await refused({ 'more.sqlite': '' })).toMatch(/no part of a workspace/);
  expect(
    await refused({}, (manifest) => manifest.files.push({ name: 'settings.json', size: 2, sha256: '0'.repeat(64) })),
  ).toMatch(/lacks settings.json/);
  expect(
    await refused({ 'settings.json': '{}' }, ({ files }) => {
      for (const file of files) file.sha256 = '0'.repeat(64);
    }),
  ).toMatch(/checksum/);
  expect(
    await refused({ 'settings.json': '{}' }, ({ files }) => {
      for (const file of files) file.size = 9;
    }),
  ).toMatch(/another size/);
  expect(await refused({ 'settings.json': '{}' }, (manifest) => manifest.files.pop())).toMatch(
    /its list of contents lacks/,
  );
  expect(
    await refused({}, (manifest) => {
      manifest.format = 2;
    }),
  ).toMatch(/newer Decktop/);
  expect(
    await refused({}, (manifest) => {
      manifest.workspace = null;
    }),
  ).toMatch(/cannot be read/);
  expect(await refused({ 'service.sqlite': 'x' })).toMatch(/has no rows|no database/);
  expect(await refused({ 'outbox.sqlite': 'x' })).toMatch(/no database/);
  // 17 MB of zeros, which take 17 kB in the file.
  expect(await refused({ 'settings.json': Buffer.alloc(17 * 1024 * 1024) })).toMatch(/settings of 17825792 bytes/);
});

test('a bomb whose list of contents states fewer bytes is refused while it is read', async () => {
  const file = await writeArchive({ 'settings.json': Buffer.alloc(4 * 1024 * 1024) });
  const bytes = readFileSync(file);
  // The uncompressed size stands in the central directory, after the name's signature.
  const entry = bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
  bytes.writeUInt32LE(2, entry + 24);
  writeFileSync(file, bytes);
  expect(await refusalOf(file)).toMatch(/another size/);
  const honest = await writeArchive({ 'settings.json': Buffer.alloc(4 * 1024 * 1024) }, ({ files }) => {
    for (const each of files) each.size = 2;
  });
  const changed = readFileSync(honest);
  changed.writeUInt32LE(2, changed.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24);
  writeFileSync(honest, changed);
  expect(await refusalOf(honest)).toMatch(/damaged|more bytes/);
});

test('a name that leaves the folder is refused, whatever the list of contents says', async () => {
  const file = await writeArchive({ 'settings.json': '{}' });
  const bytes = readFileSync(file);
  for (let at = bytes.indexOf('settings.json'); at >= 0; at = bytes.indexOf('settings.json', at + 1))
    if (bytes.readUInt8(at - 1) !== 0x22) bytes.write('../../ab.json', at);
  writeFileSync(file, bytes);
  expect(await refusalOf(file)).toMatch(/damaged or no workspace .*\.\.\/\.\.\/ab\.json|no part/);
  expect(existsSync(path.join(folder, '..', 'ab.json'))).toBe(false);
});

test('a truncated file and one that is no zip are refused', async () => {
  const file = await packDemo();
  truncateSync(file, statSync(file).size - 30);
  expect(await refusalOf(file)).toMatch(/damaged or no workspace/);
  writeFileSync(file, 'no zip');
  expect(await refusalOf(file)).toMatch(/damaged or no workspace/);
});

test('a failure leaves an earlier copy as it was, and nothing beside it', async () => {
  const file = await packDemo();
  const before = readFileSync(file);
  truncateSync(inFolder('service.sqlite'), 100_000);
  await expect(
    packWorkspace({ service: inFolder('service.sqlite'), outbox: null, settings: null, workspace, at, target: file }),
  ).rejects.toThrow();
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(existsSync(`${file}.part`)).toBe(false);
});
