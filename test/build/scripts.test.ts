import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { sandboxCannotStart } from '../../build/sandbox.mjs';
import { canReplaceNode24, missingPackages } from '../../build/setup.mjs';
import { parseAccelerator } from '../../build/standin/menu.ts';
import { SingleInstanceLock } from '../../build/standin/single-instance.ts';

const root = path.join(import.meta.dirname, '../..');
const folder = mkdtempSync(path.join(tmpdir(), 'decktop-scripts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const toolchain = JSON.stringify(pathToFileURL(path.join(root, 'build/toolchain.mjs')).href);
/**
 * Returns the arguments for Node to run `body` as a script that uses build/toolchain.mjs, like the scripts in build/.
 */
const scriptArguments = (body: string) => [
  '--input-type=module',
  '-e',
  `import { runCommand, runMainAndExit, UserError, runAtScriptEnd } from ${toolchain}; await runMainAndExit(async () => { ${body} });`,
];
const inner = (code: string) => `(await runCommand(process.execPath, ['-e', ${JSON.stringify(code)}])).code`;
const exitCode = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve));
const firstOutput = (child: ChildProcess) =>
  new Promise<string>((resolve) => child.stdout?.once('data', (chunk) => resolve(String(chunk))));

test('a script ends with the exit code of its program', () => {
  expect(spawnSync(process.execPath, scriptArguments(`return ${inner('process.exit(7)')}`)).status).toBe(7);
  expect(
    spawnSync(process.execPath, scriptArguments(`return ${inner('process.kill(process.pid, "SIGTERM")')}`)).status,
  ).toBe(143);
});

test("the app's token goes to the shell and to no other program", () => {
  const env = { ...process.env, DECKTOP_TOKEN: 'secret' };
  const seenSecret = (options: string) =>
    spawnSync(
      process.execPath,
      scriptArguments(`
        const { electronEnvironment } = await import(${toolchain});
        return (await runCommand(process.execPath, ['-p', 'process.env.DECKTOP_TOKEN'], ${options})).code;`),
      { encoding: 'utf8', env },
    ).stdout.trim();
  expect(seenSecret('{}')).toBe('undefined');
  expect(seenSecret('{ env: electronEnvironment() }')).toBe('secret');
});

test('an error that the user can fix prints one message, a defect prints a stack', () => {
  const trouble = spawnSync(process.execPath, scriptArguments("throw new UserError('Mend this.')"), {
    encoding: 'utf8',
  });
  expect([trouble.status, trouble.stdout, trouble.stderr]).toEqual([1, '', 'Mend this.\n']);
  const defect = spawnSync(process.execPath, scriptArguments("throw new Error('Oh')"), { encoding: 'utf8' });
  expect(defect.stderr).toMatch(/Error: Oh\n\s+at /);
});

test('SIGTERM reaches the program, which ends when it is ready, and then the clean-up runs', async () => {
  const marker = path.join(folder, 'cleaned');
  const program =
    'process.on("SIGTERM", () => setTimeout(() => process.exit(5), 100)); console.log("up"); setInterval(() => {}, 1e6)';
  const cleanup = `const fs = await import('node:fs'); runAtScriptEnd(() => fs.writeFileSync(${JSON.stringify(marker)}, ''));`;
  const child = spawn(process.execPath, scriptArguments(`${cleanup} return ${inner(program)}`), {
    stdio: ['ignore', 'pipe', 2],
  });
  expect(await firstOutput(child)).toBe('up\n');
  child.kill('SIGTERM');
  expect(await exitCode(child)).toBe(5);
  expect(existsSync(marker)).toBe(true);
});

test.runIf(process.platform !== 'win32')('when npm alone is killed, the program ends, too', async () => {
  const program = 'process.on("SIGTERM", () => process.exit(0)); console.log(process.pid); setInterval(() => {}, 1e6)';
  // npm starts scripts through a shell that does not pass signals on to the script. This test starts the script in the
  // same way.
  const args = scriptArguments(`return ${inner(program)}`).map((arg) => `'${arg.replaceAll("'", "'\\''")}'`);
  const command = `"${process.execPath}" ${args.join(' ')}; true`;
  const env = { ...process.env, npm_lifecycle_event: 'service' };
  const shell = spawn('/bin/sh', ['-c', command], { stdio: ['ignore', 'pipe', 2], env });
  const pid = Number(await firstOutput(shell));
  shell.kill('SIGKILL');
  await expect
    .poll(() => {
      try {
        return process.kill(pid, 0);
      } catch {
        return 'gone';
      }
    })
    .toBe('gone');
});

test.runIf(existsSync('/usr/bin/Xvfb'))(
  'a virtual display does not outlive its script, however that ends',
  async () => {
    const display = JSON.stringify(pathToFileURL(path.join(root, 'build/display.mjs')).href);
    const wait = 'console.log(process.env.DISPLAY); await new Promise(() => setInterval(() => {}, 1e6));';
    const body = `const { startVirtualDisplay } = await import(${display}); await startVirtualDisplay(); ${wait}`;
    const { DISPLAY: _, WAYLAND_DISPLAY: __, ...env } = process.env;
    const child = spawn(process.execPath, scriptArguments(body), { stdio: ['ignore', 'pipe', 'ignore'], env });
    const number = (await firstOutput(child)).trim().slice(1);
    const socket = `/tmp/.X11-unix/X${number}`;
    const found = existsSync(socket);
    child.kill('SIGKILL');
    expect(found).toBe(true);
    await expect.poll(() => existsSync(socket), { timeout: 5000 }).toBe(false);
  },
);

test.each([
  ['20.19.5', false],
  ['22.17.1', false],
  ['22.18.0', true],
  ['24.2.0', true],
])('Node %s can take the place of Node 24 where that has no build: %s', (version, can) => {
  expect(canReplaceNode24(version)).toBe(can);
});

test('npm start -- --help answers without setting anything up', () => {
  const bare = path.join(folder, 'bare');
  mkdirSync(bare);
  for (const part of ['build', 'electron/shell', 'shared'])
    cpSync(path.join(root, part), path.join(bare, part), { recursive: true });
  writeFileSync(path.join(bare, 'package.json'), readFileSync(path.join(root, 'package.json')));
  const help = spawnSync(process.execPath, ['build/start.mjs', '--help'], { cwd: bare, encoding: 'utf8' });
  expect(help.status).toBe(0);
  expect(help.stdout).toContain('--screenshot=');
  expect(help.stderr).toBe('');
});

test('npm test refuses unknown arguments', () => {
  const refused = spawnSync(process.execPath, ['build/test.mjs', 'bogus'], { cwd: root, encoding: 'utf8' });
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('npm test -- [lint|types|unit|e2e]');
});

test('packages are installed again when the lockfile asks for another version or a folder is missing, and only then', () => {
  const project = path.join(folder, 'project');
  const write = (file: string, packages: object) => {
    mkdirSync(path.dirname(path.join(project, file)), { recursive: true });
    writeFileSync(path.join(project, file), JSON.stringify({ packages }));
  };
  const wanted = {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '2.0.0', optional: true },
  };
  write('package-lock.json', wanted);
  expect(missingPackages(project)).toEqual(['everything']);
  write('node_modules/.package-lock.json', { 'node_modules/a': { version: '1.0.0' } });
  // `node_modules/.package-lock.json` lists package `a`, but the folder of `a` is missing, as after an interrupted
  // install.
  expect(missingPackages(project)).toEqual(['node_modules/a']);
  mkdirSync(path.join(project, 'node_modules/a'));
  expect(missingPackages(project)).toEqual([]); // npm omits optional packages of other platforms, such as `b`.
  write('package-lock.json', { ...wanted, 'node_modules/a': { version: '1.0.1' } });
  expect(missingPackages(project)).toEqual(['node_modules/a']);
});

test('a crashed instance does not keep the next one out', () => {
  const instance = path.join(folder, 'standin-instance');
  mkdirSync(instance, { recursive: true });
  const { pid } = spawnSync(process.execPath, ['-e', '0']); // The id of a process that has ended.
  writeFileSync(path.join(instance, 'pid'), String(pid));
  const lock = new SingleInstanceLock(folder, () => {});
  expect(lock.acquire([], {})).toBe(true);
  lock.release();
  expect(existsSync(instance)).toBe(false);
});

test.each([
  ['CommandOrControl+Shift+N', { key: 'n', ctrl: true, shift: true }],
  ['CmdOrCtrl+,', { key: ',', ctrl: true }],
  ['F11', { key: 'f11' }],
  ['Alt+Up', { key: 'arrowup', alt: true }],
  ['CommandOrControl+Plus', { key: '+', ctrl: true }],
  ['?', { key: '?' }],
])('accelerator %s', (accelerator, keys) => {
  const mac = process.platform === 'darwin';
  const { ctrl = false, ...rest } = keys as { key: string; ctrl?: boolean };
  const plain = { id: 1, shift: false, alt: false, ctrl: !mac && ctrl, meta: mac && ctrl, beforePage: mac && !ctrl };
  expect(parseAccelerator(accelerator, 1)).toEqual({ ...plain, ...rest });
});

test('no thread of an app under the stand-in loads Node’s type stripping', () => {
  const standin = path.join(root, 'build/standin');
  const [, hooks = ''] =
    /--import "\$here\/([^"]+)"/.exec(readFileSync(path.join(standin, 'electron'), 'utf8')) ?? expect.fail('no hooks');
  const worker = path.join(folder, 'stripper.mjs');
  writeFileSync(worker, `console.log(process.moduleLoadList.filter((name) => name.includes('amaro')).length);`);
  const main = `new (require('node:worker_threads').Worker)(${JSON.stringify(worker)})`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', path.join(standin, hooks), '-e', main]);
  expect({ stdout: String(stdout), stderr: String(stderr) }).toEqual({ stdout: '0\n', stderr: '' });
});

test('Electron starts without a sandbox only where the system forbids one', () => {
  const settings: Record<string, string> = {};
  const lacks = (userId: number, helper?: { uid: number; mode: number }) =>
    sandboxCannotStart({ userId, helper, kernelSetting: (name) => settings[name] });
  expect([lacks(0), lacks(1000)]).toEqual([true, false]);
  settings.apparmor_restrict_unprivileged_userns = '1';
  expect(lacks(1000, { uid: 1000, mode: 0o100755 })).toBe(true);
  expect(lacks(1000, { uid: 0, mode: 0o104755 })).toBe(false);
  settings.apparmor_restrict_unprivileged_userns = '0';
  expect(lacks(1000)).toBe(false);
  settings.unprivileged_userns_clone = '0';
  expect(lacks(1000)).toBe(true);
});
