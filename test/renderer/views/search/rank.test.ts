/** Checks what the palette finds, and what comes first. */
import { expect, test, vi } from 'vitest';
import { scoreAt, type Use, withUse } from '../../../../renderer/data/uses.ts';
import {
  type Candidate,
  compareMatches,
  foldCommandName,
  rankCandidates,
  tierOfCard,
} from '../../../../renderer/views/search/rank.ts';
import { synonymsOf } from '../../../../renderer/views/search/synonyms.ts';
import { foldText } from '../../../../shared/domain/search-text.ts';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
const { allCommands } = await import('../../../../renderer/app/commands/all-commands.ts');

const labelOf = (id: string) => {
  const label = allCommands.find((command) => command.id === id)?.label;
  return typeof label === 'function' ? label([]) : (label ?? expect.fail(`No command ${id}`));
};
const commandCandidates = allCommands
  .filter(({ keyOnly }) => !keyOnly)
  .map(({ id }): Candidate<string> => {
    const label = labelOf(id);
    return { item: id, names: [foldCommandName(label)], synonyms: synonymsOf(label, id), score: 0 };
  });
const commandsFor = (text: string) => rankCandidates(commandCandidates, text).map(({ item }) => item);

const named = (name: string, score = 0): Candidate<string> => ({
  item: name,
  names: [foldText(name)],
  synonyms: [],
  score,
});
const ranked = (text: string, ...candidates: Candidate<string>[]) =>
  rankCandidates(candidates, text).map(({ item }) => item);

test.each([
  ['light theme', 'theme'],
  ['dark mode', 'theme'],
  ['sprint', 'card.run'],
  ['label', 'card.tag'],
  ['estimate', 'card.effort'],
  ['assign', 'card.owner'],
  ['assign to me', 'card.mine'],
  ['milstones', 'go.milestones'],
  ['mielstones', 'go.milestones'],
  ['recnet undo', undefined],
  ['back', 'go.back'],
  ['new deck', 'deck.new'],
  ['deck new', 'deck.new'],
  ['complete', 'card.done'],
  ['preferences', 'go.settings'],
  ['import', 'import'],
])('%s finds %s first', (typed, id) => {
  expect(commandsFor(typed)[0]).toBe(id);
});

test('what matches better comes first, then what is used more, then what stands first', () => {
  const names = ['Old inbox list', 'Reinbox', 'Inbox zero', 'Inbox', 'Inbxo'].map((name) => named(name));
  expect(ranked('inbox', ...names)).toEqual(['Inbox', 'Inbox zero', 'Old inbox list', 'Reinbox', 'Inbxo']);
  expect(ranked('q', named('Quests'), named('Quality', 2), named('Questions', 1))).toEqual([
    'Quality',
    'Questions',
    'Quests',
  ]);
  // Use does not lift a worse match over a better one.
  expect(ranked('inbox', named('Old inbox', 99), named('Inbox'))).toEqual(['Inbox', 'Old inbox']);
});

test('letters of all scripts are found, and short words match exactly', () => {
  expect(ranked('lodz', named('Łódź'))).toEqual(['Łódź']);
  expect(ranked('登录', named('修复登录错误'))).toEqual(['修复登录错误']);
  expect(ranked('ab', named('ba'), named('abc'))).toEqual(['abc']);
  expect(ranked('', named('a'), named('b', 1))).toEqual(['b', 'a']);
  for (const odd of ['(', '[a', '\\', '$1', '*', '"x', '-x', '$$$'])
    expect(ranked(odd, named(`before ${odd} after`))).toHaveLength(1);
});

test('a use loses half of its weight in a week', () => {
  const week = 7 * 86_400_000;
  let uses: readonly Use[] = [];
  for (const [key, at] of [
    ['a', 0],
    ['a', 0],
    ['b', week],
  ] as const)
    uses = withUse(uses, key, at);
  expect(uses.map(({ key }) => key)).toEqual(['b', 'a']);
  expect(uses.map((use) => scoreAt(use, week))).toEqual([1, 1]);
  for (let at = 0; at < 300; at += 1) uses = withUse(uses, `key ${at}`, week + at);
  expect(uses).toHaveLength(200);
});

test('an archived card comes after a command of that name, and after what contains the text', () => {
  const [command] = rankCandidates(commandCandidates, 'import');
  const card = (title: string, isArchived: boolean) => ({
    tier: tierOfCard(foldText(title), 'import', isArchived),
    score: 9,
  });
  if (!command) expect.fail('no command');
  expect(compareMatches(command, card('Import', true))).toBeLessThan(0);
  expect(compareMatches(command, card('Import the map', false))).toBeLessThan(0);
  expect(compareMatches(card('Reimport it', false), card('Import', true))).toBeLessThan(0);
  expect(compareMatches(card('Import', true), card('By text', false))).toBeLessThan(0);
});
