// @ts-check
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { bundleApp } from './bundle.mjs';
import { startVirtualDisplays } from './display.mjs';
import { setup } from './setup.mjs';
import {
  electronEnvironment,
  isScriptEnding,
  printToStderr,
  rootFolder,
  runMainAndExit,
  runNode,
  UserError,
} from './toolchain.mjs';

/**
 * `npm test`: installs missing packages and runs every check. `npm test -- lint types unit e2e` runs only the named
 * stages. If only one stage is named, further arguments go to its runner (`npm test -- unit test/engine`). The last
 * line is `N passed, N failed`. In these numbers, lint, types and the build count as one check each.
 */

/**
 * Number of spec files that run at the same time, each on its own virtual display. Two of these files keep a processor
 * core busy each. The third file is one of the files that mostly wait (`waiting` in build/playwright.config.ts).
 */
const endToEndWorkers = 3;
const stages = ['lint', 'types', 'unit', 'e2e'];
let passed = 0;
let failed = 0;
let skipped = 0;
/** @type {string[]} */
const summary = [];

/** @typedef {{ passed: number, failed: number, skipped: number }} Result */

/**
 * Runs one stage and adds its result to the totals.
 * @param {string} name
 * @param {() => Promise<Result>} work
 */
async function runStage(name, work) {
  if (isScriptEnding()) return;
  printToStderr(`\n── ${name}`);
  const began = Date.now();
  const result = await work();
  passed += result.passed;
  failed += result.failed;
  skipped += result.skipped;
  summary.push(
    `${name.padEnd(18)} ${String(result.passed).padStart(6)} passed ${String(result.failed).padStart(4)} failed ` +
      `${((Date.now() - began) / 1000).toFixed(1).padStart(7)} s`,
  );
}

/** Returns the result of a stage from the exit code of its program. The stage counts as one check. */
const resultOfExitCode = (/** @type {number} */ code) => ({
  passed: code === 0 ? 1 : 0,
  failed: code === 0 ? 0 : 1,
  skipped: 0,
});

/**
 * Returns the result from a runner's report. A runner can fail although no test has failed, for example after a crash
 * or an error outside of tests. The result then has one failure.
 * @param {number} code
 * @param {string} file
 * @param {(report: any) => Result} read
 */
function resultOfReport(code, file, read) {
  const full = path.join(rootFolder, file);
  if (!existsSync(full)) return resultOfExitCode(code || 1);
  const result = read(JSON.parse(readFileSync(full, 'utf8')));
  if (code !== 0 && result.failed === 0) result.failed = 1;
  return result;
}

/**
 * Returns the result from a report of vitest. Does not count tests in the files in `leftOut`.
 * @param {any} report
 * @param {string[]} [leftOut]
 * @returns {Result}
 */
function unitResult(report, leftOut = []) {
  const result = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, assertionResults } of report.testResults) {
    if (leftOut.includes(path.relative(rootFolder, name))) continue;
    for (const { status } of assertionResults) {
      if (status === 'passed' || status === 'failed') result[/** @type {'passed' | 'failed'} */ (status)] += 1;
      else result.skipped += 1;
    }
  }
  return result;
}

/**
 * Returns the test files to run again: files that failed although no test in them failed. The process of these files
 * crashed, for example because of a fault in native code. Returns an empty list if any test failed, or if more than two
 * files crashed.
 * @param {string} file vitest's report
 * @returns {string[]} paths from the root
 */
function crashedFiles(file) {
  const full = path.join(rootFolder, file);
  if (!existsSync(full)) return [];
  const report = JSON.parse(readFileSync(full, 'utf8'));
  if (report.numFailedTests > 0) return [];
  const files = report.testResults
    .filter((/** @type {{ status: string }} */ { status }) => status !== 'passed')
    .map((/** @type {{ name: string }} */ { name }) => path.relative(rootFolder, name));
  return files.length > 2 ? [] : files;
}

await runMainAndExit(async () => {
  const args = process.argv.slice(2);
  const chosen = stages.filter((name) => args.includes(name));
  const rest = args.filter((arg) => !stages.includes(arg));
  if (rest.length > 0 && chosen.length !== 1) {
    throw new UserError(`npm test -- [${stages.join('|')}] [arguments of that stage's runner]`);
  }
  const runs = (/** @type {string} */ name) => chosen.length === 0 || chosen.includes(name);
  const began = Date.now();
  await setup({ withElectron: runs('e2e') });
  printToStderr(`Set up in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
  mkdirSync(path.join(rootFolder, 'out/test'), { recursive: true });
  // Many threads and child processes of tests run the same TypeScript sources. With this folder for compiled code, Node
  // compiles each source only once.
  process.env.NODE_COMPILE_CACHE ??= path.join(rootFolder, 'out/test/compile-cache');

  if (runs('lint')) {
    await runStage('format and lint', async () => {
      const options = ['ci', '--error-on-warnings', '--colors=off', ...rest];
      return resultOfExitCode((await runNode('node_modules/@biomejs/biome/bin/biome', options)).code);
    });
  }
  if (runs('types')) {
    await runStage('types', async () =>
      resultOfExitCode((await runNode('node_modules/typescript/bin/tsc', ['-b', ...rest])).code),
    );
  }
  if (runs('unit')) {
    await runStage('unit', async () => {
      const report = 'out/test/vitest.json';
      rmSync(path.join(rootFolder, report), { force: true });
      const options = ['run', '--config', 'build/vitest.config.ts', ...rest];
      const { code } = await runNode('node_modules/vitest/vitest.mjs', options);
      const crashed = code === 0 ? [] : crashedFiles(report);
      if (crashed.length === 0) return resultOfReport(code, report, unitResult);
      const first = unitResult(JSON.parse(readFileSync(path.join(rootFolder, report), 'utf8')), crashed);
      printToStderr(`A test process crashed. Running its file again: ${crashed.join(', ')}`);
      rmSync(path.join(rootFolder, report), { force: true });
      const again = await runNode('node_modules/vitest/vitest.mjs', [...options.slice(0, 3), ...crashed]);
      const second = resultOfReport(again.code, report, unitResult);
      return {
        passed: first.passed + second.passed,
        failed: second.failed,
        skipped: first.skipped + second.skipped,
      };
    });
  }
  if (runs('e2e')) {
    await runStage('build', async () => resultOfExitCode(await bundleApp()));
    await runStage('end to end', async () => {
      const displays = await startVirtualDisplays(endToEndWorkers);
      if (displays.length > 0)
        printToStderr(`No display: the windows open on virtual ones, ${displays.join(' and ')}.`);
      const report = 'out/test/playwright.json';
      rmSync(path.join(rootFolder, report), { force: true });
      const options = ['test', '--config', 'build/playwright.config.ts', ...rest];
      // Without virtual displays there is only one worker, since windows on the same screen take the focus from each
      // other.
      const env = {
        ...electronEnvironment(),
        DECKTOP_DISPLAYS: displays.join(' '),
        DECKTOP_WORKERS: String(Math.max(1, displays.length)),
      };
      const { code } = await runNode('node_modules/@playwright/test/cli.js', options, { env });
      return resultOfReport(code, report, ({ stats }) => ({
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        skipped: stats.skipped,
      }));
    });
  }
  if (isScriptEnding()) return 130;

  process.stdout.write(`\n${summary.join('\n')}\n`);
  if (skipped > 0) process.stdout.write(`${skipped} skipped\n`);
  process.stdout.write(`Took ${((Date.now() - began) / 1000).toFixed(0)} s.\n\n${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
});
