import { describe, expect, test } from 'vitest';
import { commandLineHelpText, parseCommandLineOptions, workspaceFileIn } from '../../electron/shell/options.ts';

describe('command line', () => {
  test('reads every option in its table', () => {
    expect(
      parseCommandLineOptions([
        '--user-data-dir=/tmp/d',
        '--connect=http://127.0.0.1:9',
        '--screenshot=/tmp/x.png',
        '--size=1280x800',
        '--theme=dark',
        '--route=/hand',
        '--remote-debugging-port=0',
      ]),
    ).toEqual({
      userDataDir: '/tmp/d',
      connect: 'http://127.0.0.1:9',
      screenshot: '/tmp/x.png',
      size: { width: 1280, height: 800 },
      theme: 'dark',
      route: '/hand',
    });
  });

  test.each([
    [['--screnshot=x.png'], "Unknown option '--screnshot=x.png'"],
    [['board.png'], "Unknown option 'board.png'"],
    [['--screenshot'], '--screenshot needs a value: --screenshot=<file.png>'],
    [['--connect=ftp://x'], "not 'ftp://x'"],
    [['--connect=nonsense'], "not 'nonsense'"],
    [['--size=big'], "not 'big'"],
    [['--theme=blue'], "not 'blue'"],
    [['--remote-debugging-port=abc'], "not 'abc'"],
  ])('says what is wrong with %j and how to remedy it', (args, message) => {
    expect(parseCommandLineOptions(args)).toContain(message);
  });

  test('the help names the command that starts the app', () => {
    expect(commandLineHelpText()).toContain('npm start -- [options]');
    expect(commandLineHelpText('decktop')).toContain('\ndecktop [options]');
  });

  test('ignores what the system and Chromium add to the arguments of a packaged app', () => {
    const added = ['--disable-gpu', '-psn_0_1234', '/home/me/notes.md', '--original-process-start-time=1'];
    expect(parseCommandLineOptions([...added, '--theme=dark'], true)).toEqual({ theme: 'dark' });
  });

  test.each([true, false])('reads a link, and nothing that follows it (packaged: %s)', (lenient) => {
    expect(parseCommandLineOptions(['--theme=dark', 'decktop://hand', '--connect=http://a.example'], lenient)).toEqual({
      theme: 'dark',
      link: 'decktop://hand',
    });
  });

  test('lists every option in the help', () => {
    for (const name of ['user-data-dir', 'remote-debugging-port', 'connect', 'screenshot', 'DECKTOP_TOKEN'])
      expect(commandLineHelpText()).toContain(name);
  });
});

test('a workspace as a file is opened by its path or address, but not beside a link', () => {
  const file = process.platform === 'win32' ? 'C:\\a b\\Home.decktop' : '/a b/Home.decktop';
  const address = process.platform === 'win32' ? 'file:///C:/a%20b/Home.decktop' : 'file:///a%20b/Home.decktop';
  for (const argument of [file, address]) {
    expect(parseCommandLineOptions([argument])).toEqual({ file });
    expect(workspaceFileIn(['decktop', '--flag', argument], '/elsewhere')).toBe(file);
    expect(workspaceFileIn(['decktop', 'decktop://hand', argument], '/elsewhere')).toBeUndefined();
    expect(parseCommandLineOptions(['decktop://hand', argument])).toEqual({ link: 'decktop://hand' });
  }
  expect(workspaceFileIn(['decktop', 'Home.DECKTOP'], '/folder')).toMatch(/folder.Home\.DECKTOP$/);
  for (const other of ['file://host/Home.decktop', '--x.decktop', 'Home.zip'])
    expect(workspaceFileIn(['decktop', other], '/folder')).toBeUndefined();
});
