#!/usr/bin/env node
// @ts-check
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Makes a deb with dpkg-deb. package.mjs sets the environment variable CUSTOM_FPM_PATH to the path of this script, so
 * that electron-builder runs it instead of downloading the program fpm. The script accepts the arguments that
 * electron-builder passes to fpm, and refuses all other arguments.
 */
const stringOption = /** @type {const} */ ({ type: 'string' });
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ force: { type: 'boolean' }, s: { ...stringOption, short: 's' }, t: { ...stringOption, short: 't' } },
    ...{
      name: stringOption,
      version: stringOption,
      architecture: stringOption,
      maintainer: stringOption,
      vendor: stringOption,
      url: stringOption,
      license: stringOption,
    },
    ...{
      description: stringOption,
      category: stringOption,
      package: stringOption,
      'after-install': stringOption,
      'after-remove': stringOption,
    },
    ...{ 'deb-priority': stringOption, 'deb-compression': stringOption },
    depends: { type: 'string', short: 'd', multiple: true },
    'deb-recommends': { type: 'string', multiple: true },
  },
});
if (values.s !== 'dir' || values.t !== 'deb' || !values.package) throw new Error('Only a deb of folders can be made.');

const folder = mkdtempSync(path.join(os.tmpdir(), 'decktop-deb-'));
try {
  for (const mapping of positionals) {
    const [from = '', to = ''] = mapping.split('=');
    const target = path.join(folder, to);
    mkdirSync(path.dirname(target), { recursive: true });
    cpSync(from, target, { recursive: true, verbatimSymlinks: true });
    if (statSync(target).isFile()) chmodSync(target, 0o644);
  }
  // The installed size in kilobytes. Each file's size is rounded up to a whole kilobyte, as in dpkg.
  const size = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + Math.ceil(statSync(path.join(entry.parentPath, entry.name)).size / 1024), 0);
  const [synopsis = '', ...lines] = (values.description ?? '').split('\n');
  const control = {
    Package: values.name,
    Version: values.version,
    Architecture: values.architecture,
    Maintainer: values.maintainer,
    'Installed-Size': String(size),
    Section: values.category,
    Priority: values['deb-priority'],
    Homepage: values.url,
    Depends: values.depends?.join(', '),
    Recommends: values['deb-recommends']?.join(', '),
    // In a control file, continuation lines begin with a space, and an empty line is written as a dot.
    Description: [synopsis.trim(), ...lines.map((line) => ` ${line.trim() || '.'}`)].join('\n'),
  };
  const fields = Object.entries(control).flatMap(([name, value]) => (value ? [`${name}: ${value}\n`] : []));
  const debian = path.join(folder, 'DEBIAN');
  mkdirSync(debian);
  writeFileSync(path.join(debian, 'control'), fields.join(''));
  for (const [name, file] of /** @type {const} */ ([
    ['postinst', values['after-install']],
    ['postrm', values['after-remove']],
  ])) {
    if (!file) continue;
    cpSync(file, path.join(debian, name));
    chmodSync(path.join(debian, name), 0o755);
  }
  chmodSync(folder, 0o755);
  const compression = `-Z${values['deb-compression'] ?? 'xz'}`;
  execFileSync('dpkg-deb', ['--root-owner-group', compression, '--build', folder, values.package], {
    stdio: 'inherit',
  });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
