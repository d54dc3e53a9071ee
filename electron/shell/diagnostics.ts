/** Builds the text that a person copies for support, without tokens, texts of cards and the path of the home folder. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AppInfo, Workspace, WorkspaceStatus } from '../../shared/bridge/index.ts';
import { redactSecrets } from './log.ts';

const maxLogLines = 200;
const maxReports = 10;

interface DiagnosticsInput {
  readonly info: AppInfo;
  readonly workspaces: readonly Workspace[];
  readonly statuses: readonly WorkspaceStatus[];
  readonly reports: string;
  readonly home: string;
  /** If false, names such as `service-1` replace the hosts of services. */
  readonly withHosts: boolean;
}

export function diagnosticsText(source: DiagnosticsInput): string {
  const { info, workspaces, statuses, reports, home, withHosts } = source;
  const hosts = withHosts ? [] : workspaces.flatMap(({ baseUrl }) => (baseUrl ? [new URL(baseUrl).host] : []));
  const lines = [
    `Decktop ${info.version}, Electron ${info.electron}, Chromium ${info.chrome}, Node ${info.node}, ${info.platform}`,
    `Data folder: ${info.userData}`,
    '',
    ...workspaces.map((workspace, index) => {
      const status = statuses.find(({ id }) => id === workspace.id)?.status;
      const { kind, baseUrl } = workspace;
      const state = status
        ? [
            `${status.phase}, fresh at ${status.freshAt ?? 'no time yet'}, ${status.budgetLeft} requests left`,
            `${status.waiting} waiting, ${status.attention} need attention, last failure: ${failureOf(status)}`,
            `missing scopes: ${status.missingScopes.join(' ') || 'none'}`,
            `rows with a wrong value: ${wrongValuesOf(status)}`,
          ].join(', ')
        : 'not open';
      return `Workspace ${index + 1}: ${baseUrl ?? kind}, ${state}`;
    }),
    '',
    ...reportLines(reports),
    '',
    'Log:',
    ...readLog(info.logFile).map(redactLogDetails),
  ];
  // Also replaces the home folder in URLs, because stack traces contain files as URLs. In URLs, Windows paths have
  // forward slashes and some characters are encoded.
  const { pathname: homeInUrls } = pathToFileURL(home, { windows: home.includes('\\') });
  let text = redactSecrets(lines.join('\n')).replaceAll(home, '~').replaceAll(homeInUrls, '~');
  for (const [index, host] of [...new Set(hosts)].entries()) text = text.replaceAll(host, `service-${index + 1}`);
  return text;
}

/** "none" without a failure. Leaves out the message, which can quote cards. */
function failureOf({ failure }: WorkspaceStatus['status']): string {
  if (!failure) return 'none';
  return 'code' in failure ? `${failure.kind} (${failure.code})` : failure.kind;
}

const wrongValuesOf = ({ wrongValues }: WorkspaceStatus['status']): string =>
  Object.entries(wrongValues)
    .map(([field, rows]) => `${field} ${rows}`)
    .join(' ') || 'none';

function reportLines(folder: string): string[] {
  if (!existsSync(folder)) return ['Crash reports: none'];
  const reports = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.dmp'))
    .map((name) => ({ name, at: statSync(path.join(folder, name)).mtime.toISOString() }))
    .toSorted((a, b) => b.at.localeCompare(a.at));
  return [
    `Crash reports: ${reports.length === 0 ? 'none' : `${reports.length} in ${folder}`}`,
    ...reports.slice(0, maxReports).map(({ name, at }) => `${at} ${name}`),
  ];
}

function readLog(file: string): string[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-maxLogLines);
}

/**
 * Removes texts that may quote cards from a line of the log. The line begins with a sentence of the app, followed by
 * details as JSON. Keeps the sentence, and the names, codes, numbers and stack trace lines of the details.
 */
export function redactLogDetails(line: string): string {
  const start = line.indexOf(' {');
  if (start < 0) return line;
  try {
    const details = JSON.parse(line.slice(start)) as Record<string, unknown>;
    const kept = Object.entries(details).map(([name, value]) => [name, withoutText(value)]);
    return `${line.slice(0, start)} ${JSON.stringify(Object.fromEntries(kept))}`;
  } catch {
    return `${line.slice(0, start)} …`;
  }
}

function withoutText(value: unknown): unknown {
  if (typeof value !== 'string') return typeof value === 'object' && value !== null ? '…' : value;
  if (/^[\w.:-]{1,60}$/.test(value)) return value;
  const stackLines = value.split('\n').filter((line) => /^\s+at .+:\d+:\d+\)?$/.test(line));
  const [, kind = ''] = /^(\w*Error)\b/.exec(value) ?? [];
  return [`${kind}…`, ...stackLines].join('\n');
}
