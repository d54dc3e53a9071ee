/**
 * A workspace as one file: a zip with a consistent copy of the database, the outbox, the saved views and settings, and a
 * manifest with checksums. Everything is streamed, so a large workspace needs no memory.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import SQLite, { type Database } from 'better-sqlite3';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { ZipFile as ZipWriter } from 'yazl';
import { z } from 'zod';
import { type KeptCounts, keptCountsSchema, type WorkspaceCopyInfo } from '../../shared/bridge/keep.ts';
import { parseJson } from '../client/json.ts';
import { makePrivateFolder, privateFileMode } from '../engine/private-files.ts';
import { replicaFileNames } from '../replica/store/replica-files.ts';
import { ForeignFileError, takeOutbox, takeServiceDatabase } from './foreign-database.ts';

export const serviceFileName = 'service.sqlite';
const outboxFileName = replicaFileNames.outbox;
export const settingsFileName = 'settings.json';
const manifestName = 'manifest.json';

const format = 1;
const manifestSchema = z.object({
  format: z.literal(format),
  workspace: z.object({
    id: z.string().max(200),
    kind: z.enum(['local', 'remote']),
    name: z.string().max(10_000),
    at: z.iso.datetime(),
    baseUrl: z.string().max(2_000).nullable(),
    accountId: z.string().max(200).nullable(),
    counts: keptCountsSchema.nullable(),
  }),
  files: z
    .array(
      z.object({
        name: z.enum([serviceFileName, outboxFileName, settingsFileName]),
        size: z.number().int().min(0),
        sha256: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    )
    .max(3),
});
type Manifest = z.infer<typeof manifestSchema>;
/** In bytes. */
const maxManifestBytes = 64 * 1024;
const maxSettingsBytes = 16 * 1024 * 1024;
/** Disk that stays free while a file is unpacked, in bytes. */
const spareBytes = 64 * 1024 * 1024;

/** How often each kind of row is there. */
const countSql: Record<keyof KeptCounts, string> = {
  projects: 'SELECT count(*) FROM project',
  decks: 'SELECT count(*) FROM deck WHERE isDeleted IS NOT 1',
  cards: `SELECT count(*) FROM card WHERE visibility <> 'deleted'`,
  comments: 'SELECT count(*) FROM resolvableEntry',
  files: 'SELECT count(*) FROM storedFile',
};

export const countRows = (db: Database): KeptCounts =>
  Object.fromEntries(
    Object.entries(countSql).map(([name, sql]) => [name, db.prepare(sql).pluck().get()]),
  ) as unknown as KeptCounts;

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024 })) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** A consistent copy while others write, without free pages. Checked after `change`, which also reads from it. */
function copyDatabase<T>(source: string, target: string, timeoutMs: number, change: (copy: Database) => T): T {
  const from = new SQLite(source, { readonly: true, timeout: timeoutMs });
  try {
    from.prepare('VACUUM INTO ?').run(target);
  } finally {
    from.close();
  }
  const copy = new SQLite(target);
  try {
    const result = change(copy);
    const problem = copy.pragma('integrity_check(1)', { simple: true });
    if (problem !== 'ok')
      throw new ForeignFileError(`${source} is damaged: ${String(problem)}. “Check this workspace” says more.`);
    return result;
  } finally {
    copy.close();
  }
}

/** Without the secrets of this computer. */
function copyServiceDatabase(source: string, target: string): KeptCounts {
  return copyDatabase(source, target, 10_000, (copy) => {
    copy.pragma('secure_delete = ON');
    copy.exec(`DELETE FROM apiToken; DELETE FROM setting WHERE name = 'uploadSecret'`);
    return countRows(copy);
  });
}

export interface PackOptions {
  /** Paths of the files to copy; null for a workspace on a service, or for a workspace without an outbox. */
  readonly service: string | null;
  readonly outbox: string | null;
  /** JSON of the saved views and settings; null for none. */
  readonly settings: string | null;
  readonly workspace: Omit<WorkspaceCopyInfo, 'counts' | 'at'>;
  readonly at: string;
  /** The new file. Its folder must exist. An existing file is replaced. */
  readonly target: string;
}

/** Writes aside, reads everything again, and renames. Nothing stays of a failure. @throws disk errors */
export async function packWorkspace(options: PackOptions): Promise<KeptCounts | null> {
  const { service, outbox, settings, workspace, at, target } = options;
  const aside = `${target}.part`;
  rmSync(aside, { recursive: true, force: true });
  makePrivateFolder(aside);
  const inside = (name: string) => path.join(aside, name);
  try {
    // The outbox first: a change that reaches the service in between then is in both copies, and in none never.
    if (outbox) copyDatabase(outbox, inside(outboxFileName), 0, () => undefined);
    const counts = service ? copyServiceDatabase(service, inside(serviceFileName)) : null;
    if (settings !== null) writeFileSync(inside(settingsFileName), settings, { mode: privateFileMode });
    const names = manifestSchema.shape.files.element.shape.name.options.filter((name) => existsSync(inside(name)));
    const files: Manifest['files'] = [];
    for (const name of names)
      files.push({ name, size: statSync(inside(name)).size, sha256: await checksumOf(inside(name)) });
    const manifest: Manifest = { format, workspace: { ...workspace, at, counts }, files };
    const zip = new ZipWriter();
    const modified = { mtime: new Date(at), mode: 0o100600, compressionLevel: 3 };
    zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), manifestName, modified);
    for (const name of names) zip.addFile(inside(name), name, modified);
    zip.end();
    await pipeline(zip.outputStream, createWriteStream(inside('zip'), { mode: privateFileMode, flush: true }));
    await verifyArchive(inside('zip'), target);
    await rename(inside('zip'), target);
    return counts;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

const refuse = (file: string, why: string): never => {
  throw new ForeignFileError(`${file} ${why}. It was not opened, and nothing was changed.`);
};

interface OpenArchive {
  readonly manifest: Manifest;
  readonly zip: ZipFile;
  readonly entries: ReadonlyMap<string, Entry>;
}

async function textOf(zip: ZipFile, entry: Entry): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

/** Only names, sizes and the manifest are read. */
async function openArchive(file: string): Promise<OpenArchive> {
  const zip = await openPromise(file, { autoClose: false, lazyEntries: true, strictFileNames: true });
  try {
    const entries = new Map<string, Entry>();
    const known: ReadonlySet<string> = new Set([
      manifestName,
      ...manifestSchema.shape.files.element.shape.name.options,
    ]);
    if (zip.entryCount > known.size) refuse(file, `has ${zip.entryCount} files inside, more than a workspace has`);
    for await (const entry of zip.eachEntry()) {
      if (!known.has(entry.fileName) || entries.has(entry.fileName) || entry.isEncrypted())
        refuse(file, `has “${entry.fileName.slice(0, 60)}” inside, which is no part of a workspace`);
      entries.set(entry.fileName, entry);
    }
    const entry = entries.get(manifestName);
    if (!entry || entry.uncompressedSize > maxManifestBytes) return refuse(file, 'has no list of contents');
    const parsed = manifestSchema.safeParse(parseJson(await textOf(zip, entry)));
    if (!parsed.success) {
      const stated = (parseJson(await textOf(zip, entry)) as { format?: unknown } | undefined)?.format;
      if (Number(stated) > format) refuse(file, 'was written by a newer Decktop; update Decktop first');
      return refuse(file, 'has a list of contents that cannot be read');
    }
    const manifest = parsed.data;
    for (const { name, size } of manifest.files) {
      const found = entries.get(name);
      if (!found) refuse(file, `lacks ${name}, which its list of contents names`);
      if (found?.uncompressedSize !== size) refuse(file, `has another size of ${name} than its list of contents says`);
      if (name === settingsFileName && size > maxSettingsBytes) refuse(file, `has settings of ${size} bytes`);
    }
    if (entries.size !== manifest.files.length + 1) refuse(file, 'has a file inside that its list of contents lacks');
    return { manifest, zip, entries };
  } catch (error) {
    zip.close();
    throw error;
  }
}

const isZipError = (error: unknown) =>
  !(error instanceof ForeignFileError) && !(error as NodeJS.ErrnoException).syscall;

async function withArchive<T>(file: string, shownAs: string, work: (archive: OpenArchive) => Promise<T>): Promise<T> {
  try {
    const archive = await openArchive(file);
    try {
      return await work(archive);
    } finally {
      archive.zip.close();
    }
  } catch (error) {
    if (isZipError(error))
      refuse(shownAs, `is damaged or no workspace (${(error as Error).message.replace(/\.$/, '')})`);
    throw error;
  }
}

/** Passes each part on, and checks its size and checksum. */
async function readChecked(archive: OpenArchive, index: number, target: string | null, file: string): Promise<void> {
  const { name, size, sha256 } = archive.manifest.files[index] as Manifest['files'][number];
  const hash = createHash('sha256');
  let read = 0;
  const source = await archive.zip.openReadStreamPromise(archive.entries.get(name) as Entry);
  await pipeline(
    source,
    async function* (chunks) {
      for await (const chunk of chunks as AsyncIterable<Buffer>) {
        read += chunk.length;
        if (read > size) refuse(file, `has more bytes in ${name} than its list of contents says`);
        hash.update(chunk);
        yield chunk;
      }
    },
    target === null
      ? async (chunks) => {
          for await (const _ of chunks);
        }
      : createWriteStream(target, { flags: 'wx', mode: privateFileMode }),
  );
  if (read !== size || hash.digest('hex') !== sha256) refuse(file, `has a damaged ${name}: its checksum is wrong`);
}

const verifyArchive = (file: string, shownAs: string) =>
  withArchive(file, shownAs, async (archive) => {
    for (const index of archive.manifest.files.keys()) await readChecked(archive, index, null, shownAs);
  });

/**
 * Takes a copy into the new folder `target`, whose files are then as those of a workspace. `source` is a file from
 * `packWorkspace`, or the database in a folder that an earlier version exported. Deletes `target` if it fails.
 * @throws ForeignFileError and disk errors
 */
export async function takeCopy(source: string, target: string): Promise<WorkspaceCopyInfo> {
  makePrivateFolder(target);
  const unpacked = path.join(target, 'unpacked');
  try {
    if (path.basename(source) === serviceFileName) return takeExportedFolder(source, target);
    await mkdir(unpacked, { mode: 0o700 });
    const manifest = await withArchive(source, source, async (archive) => {
      const { files } = archive.manifest;
      // Twice: the database is unpacked, and its rows are copied into a new one.
      const needed = files.reduce((sum, { size }) => sum + size, 0) * 3 + spareBytes;
      const { bavail, bsize } = statfsSync(target);
      if (needed > bavail * bsize)
        refuse(source, `needs ${needed} bytes of the disk, which has ${bavail * bsize} left; free some space first`);
      for (const [index, { name }] of files.entries())
        await readChecked(archive, index, path.join(unpacked, name), source);
      return archive.manifest;
    });
    const { workspace, files } = manifest;
    const has = (name: string) => files.some((file) => file.name === name);
    if (has(serviceFileName) !== (workspace.kind === 'local')) refuse(source, 'has no rows of the workspace');
    if (has(serviceFileName))
      takeServiceDatabase(path.join(unpacked, serviceFileName), path.join(target, serviceFileName), source);
    if (has(outboxFileName)) takeOutbox(path.join(unpacked, outboxFileName), path.join(target, outboxFileName), source);
    if (has(settingsFileName)) await rename(path.join(unpacked, settingsFileName), path.join(target, settingsFileName));
    await rm(unpacked, { recursive: true });
    const counts = countsOf(target);
    if (JSON.stringify(counts) !== JSON.stringify(workspace.counts))
      refuse(source, `has other numbers of rows than its list of contents says`);
    return { ...workspace, counts };
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
}

function takeExportedFolder(source: string, target: string): WorkspaceCopyInfo {
  takeServiceDatabase(source, path.join(target, serviceFileName));
  const outbox = path.join(path.dirname(source), outboxFileName);
  if (existsSync(outbox)) takeOutbox(outbox, path.join(target, outboxFileName));
  return {
    id: '',
    kind: 'local',
    name: path.basename(path.dirname(source)),
    at: null,
    baseUrl: null,
    accountId: null,
    counts: countsOf(target),
  };
}

function countsOf(folder: string): KeptCounts | null {
  const file = path.join(folder, serviceFileName);
  if (!existsSync(file)) return null;
  // Not read-only: such a connection leaves files of SQLite beside the database.
  const db = new SQLite(file);
  try {
    return countRows(db);
  } finally {
    db.close();
  }
}
