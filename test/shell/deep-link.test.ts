import { describe, expect, test } from 'vitest';
import {
  createDeepLinkQueue,
  deepLinkOfArgument,
  firstDeepLinkIn,
  parseDeepLink,
  workspaceIdForLinkHost,
} from '../../electron/shell/deep-link.ts';

const malformed = 'This link is not complete or contains something that Decktop does not know.';

const targetOf = (link: string) => {
  const parsed = parseDeepLink(link);
  return typeof parsed === 'string' ? parsed : parsed.target;
};

describe('deep links', () => {
  test.each([
    ['decktop://card/$12C', { name: 'openCard', code: '12c' }],
    ['decktop://card/%2412c', { name: 'openCard', code: '12c' }],
    ['DECKTOP://Card/12c', { name: 'openCard', code: '12c' }],
    ['decktop://deck/0b6f-1', { name: 'go', route: '/deck/0b6f-1' }],
    ['decktop://milestone/m1', { name: 'go', route: '/milestone/m1' }],
    ['decktop://run/r1', { name: 'go', route: '/run/r1' }],
    ['decktop://person/p1', { name: 'go', route: '/person/p1' }],
    ['decktop://search?q=a%20%26%20b', { name: 'go', route: '/search?q=a+%26+b' }],
    ['decktop://hand', { name: 'go', route: '/hand' }],
    ['decktop://inbox/', { name: 'go', route: '/inbox' }],
    ['decktop://add', { name: 'compose', text: '' }],
    ['decktop://add?text=Buy%20milk%0Aand%20bread', { name: 'compose', text: 'Buy milk\nand bread' }],
  ])('%s', (link, target) => {
    expect(targetOf(link)).toEqual(target);
  });

  test.each([
    ['--add', ''],
    ['--add=Oil & salt +1\nnow', 'Oil & salt +1\nnow'],
  ])('%j as a command line argument opens quick add', (argument, text) => {
    expect(targetOf(deepLinkOfArgument(argument) ?? '')).toEqual({ name: 'compose', text });
  });

  test('other arguments are no links', () => {
    expect(['--address', '--hidden', 'add', 'x.png'].map(deepLinkOfArgument)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each([
    'decktop:',
    'decktop://',
    'decktop:card/12c',
    'decktop://card',
    'decktop://card/',
    'decktop://card/no-code',
    'decktop://card/12c/more',
    'decktop://card/12c#top',
    'decktop://card/12c?edit=1',
    'decktop://card:80/12c',
    'decktop://me@card/12c',
    'decktop://deck/..%2Fsettings',
    'decktop://deck/a%3Fcard=b',
    'decktop://deck/%E0%A4',
    'decktop://hand/x',
    'decktop://search',
    'decktop://search?q=%20',
    'decktop://search?q=a&q=b',
    'decktop://add?text=%00',
    'decktop://add?text=a&deck=b',
    'decktop://card/12c?workspace=',
    'decktop://card/12c?workspace=a/b',
    'decktop://card/12c?workspace=me@a.example',
    'decktop://card/12c?workspace=a.example&workspace=b.example',
  ])('%s is malformed', (link) => {
    expect(targetOf(link)).toBe(malformed);
  });

  test.each([
    ['decktop://search?q=', 200],
    ['decktop://add?text=', 2_000],
  ])('%s takes at most %i characters', (start, maxLength) => {
    expect(targetOf(start + 'a'.repeat(maxLength))).not.toBe(malformed);
    expect(targetOf(start + 'a'.repeat(maxLength + 1))).toBe(malformed);
  });

  test.each(['settings', 'constructor', 'hasOwnProperty'])('there is no kind %s', (kind) => {
    expect(targetOf(`decktop://${kind}/x`)).toBe(`Decktop has no links to '${kind}'.`);
  });

  test.each([
    ['a.example', 'remote'],
    ['A.Example', 'remote'],
    ['127.0.0.1:8080', 'loopback'],
    ['[::1]:8080', 'current'],
    ['unknown.example', 'current'],
    [null, 'current'],
  ])('workspace %s', (host, expected) => {
    const parsed = parseDeepLink(`decktop://hand${host === null ? '' : `?workspace=${encodeURIComponent(host)}`}`);
    if (typeof parsed === 'string') throw new Error(parsed);
    const workspaces = [
      { id: 'current', baseUrl: null },
      { id: 'remote', baseUrl: 'https://a.example/api' },
      { id: 'second', baseUrl: 'https://a.example' },
      { id: 'loopback', baseUrl: 'http://127.0.0.1:8080' },
    ];
    expect(workspaceIdForLinkHost(parsed.workspaceHost, workspaces, 'current')).toBe(expected);
    if (expected === 'remote')
      expect(workspaceIdForLinkHost(parsed.workspaceHost, workspaces, 'second')).toBe('second');
  });
});

test('a link is found wherever it is among the arguments of a start', () => {
  expect(firstDeepLinkIn(['/opt/Decktop/decktop', '--original-process-start-time=1', 'decktop://hand', '--x'])).toBe(
    'decktop://hand',
  );
  expect(firstDeepLinkIn(['/opt/Decktop/decktop', '/home/me/notes.md'])).toBeUndefined();
});

test('links from before somebody listens are returned, later ones are passed on', () => {
  const inbox = createDeepLinkQueue();
  inbox.receive('decktop://hand');
  const later: string[] = [];
  expect(inbox.deliverTo((link) => later.push(link))).toEqual(['decktop://hand']);
  inbox.receive('decktop://inbox');
  expect(later).toEqual(['decktop://inbox']);
});
