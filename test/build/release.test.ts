/** Checks the workflow that makes a release, as far as that is possible without running it. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}
interface Job {
  readonly 'runs-on': string;
  readonly 'timeout-minutes'?: number;
  readonly needs?: string | readonly string[];
  readonly strategy?: { readonly matrix: { readonly os: readonly string[]; readonly include: readonly object[] } };
  readonly steps: readonly Step[];
}

const root = path.join(import.meta.dirname, '../..');
const text = readFileSync(path.join(root, '.github/workflows/release.yml'), 'utf8');
/** A package of electron-builder, which has no types. */
const yaml = createRequire(import.meta.url)('js-yaml') as { load(text: string): unknown };
const { jobs } = yaml.load(text) as { readonly jobs: Readonly<Record<string, Job>> };
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const steps = Object.values(jobs).flatMap((job) => job.steps);
const stepNamed = (name: string) => steps.find((step) => step.name === name);

test('each step either uses an action of one version or runs commands, and each job ends in time', () => {
  for (const step of steps) {
    expect(
      [step.uses, step.run].filter((work) => work !== undefined),
      step.name,
    ).toHaveLength(1);
    if (step.uses) expect(step.uses).toMatch(/^actions\/[\w-]+@v\d+$/);
    else expect(step.name).toBeTruthy();
    expect(
      Object.keys(step).filter(
        (key) => !['name', 'uses', 'run', 'shell', 'with', 'env', 'if', 'working-directory'].includes(key),
      ),
    ).toEqual([]);
  }
  for (const [name, job] of Object.entries(jobs)) expect(job['timeout-minutes'], name).toBeLessThanOrEqual(60);
});

test('the commands are those of a shell and of this project', () => {
  for (const { run = '', shell } of steps) {
    for (const [, script = ''] of run.matchAll(/npm run ([\w-]+)/g)) expect(scripts).toHaveProperty(script);
    if (shell !== 'pwsh') expect(spawnSync('bash', ['-n'], { input: run, encoding: 'utf8' }).stderr).toBe('');
  }
});

test('expressions use only values that exist', () => {
  const matrix = jobs.check?.strategy?.matrix;
  const known = new Set(['os', ...(matrix?.include ?? []).flatMap(Object.keys)]);
  for (const [, name = ''] of text.matchAll(/\bmatrix\.(\w+)/g)) expect(known).toContain(name);
  for (const entry of matrix?.include ?? []) expect(matrix?.os).toContain(Reflect.get(entry, 'os'));
  const secrets = new Set([...text.matchAll(/\bsecrets\.(\w+)/g)].map(([, name]) => name));
  expect([...secrets].sort()).toEqual([
    ...['APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_ID', 'APPLE_TEAM_ID', 'CSC_KEY_PASSWORD', 'CSC_LINK'],
    ...['WIN_CSC_KEY_PASSWORD', 'WIN_CSC_LINK'],
  ]);
  expect(text.match(/\$\{\{/g)?.length).toBe(text.match(/\}\}/g)?.length);
});

test('nothing is published before every check, and no certificate signs for another system', () => {
  const { publish, ...checks } = jobs;
  expect([publish?.needs].flat().sort()).toEqual(Object.keys(checks).sort());
  const { CSC_LINK = '', WIN_CSC_LINK = '' } = stepNamed('Installers')?.env ?? {};
  expect(CSC_LINK).toContain("matrix.makes == 'mac'");
  expect(WIN_CSC_LINK).toContain('secrets.WIN_CSC_LINK');
});

test('only what people download is published', () => {
  const uploads = steps.filter(({ uses }) => uses?.startsWith('actions/upload-artifact'));
  expect(uploads.map((step) => step.with?.path)).toEqual([expect.stringContaining('!dist/builder-debug.yml')]);
});
