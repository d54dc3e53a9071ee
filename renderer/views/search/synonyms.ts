/** Words of other programs for ours, so that somebody who comes from them finds a command. */
import { foldText } from '../../../shared/domain/search-text.ts';

const otherWords: Readonly<Record<string, readonly string[]>> = {
  run: ['sprint', 'iteration', 'cycle'],
  runs: ['sprints', 'iterations', 'cycles'],
  tag: ['label'],
  tags: ['labels'],
  effort: ['estimate', 'points', 'size'],
  owner: ['assign', 'assignee'],
  deck: ['board', 'list'],
  card: ['task', 'issue', 'ticket'],
  zone: ['column', 'section'],
  hero: ['parent', 'epic'],
  milestone: ['release', 'goal'],
  milestones: ['releases', 'roadmap', 'timeline'],
  due: ['deadline', 'date'],
  finish: ['done', 'complete', 'close'],
  start: ['begin', 'in progress', 'doing'],
  block: ['impediment', 'stuck'],
  delete: ['remove', 'trash'],
  duplicate: ['clone'],
  hand: ['today', 'my day'],
  bookmark: ['favourite', 'star'],
  bookmarks: ['favourites', 'starred'],
  inbox: ['notifications', 'messages'],
  settings: ['preferences', 'options'],
  project: ['folder'],
  workspace: ['account', 'organization'],
  plan: ['schedule'],
};

const wordsOfCommands: Readonly<Record<string, readonly string[]>> = {
  theme: ['dark mode', 'light mode', 'night mode', 'light theme', 'dark theme', 'appearance'],
  'faces.compact': ['density', 'small cards'],
  'faces.normal': ['density'],
  'faces.cover': ['density', 'pictures', 'images'],
  doNotDisturb: ['mute', 'quiet'],
  shortcuts: ['keys', 'hotkeys', 'help'],
  sync: ['refresh', 'reload'],
  'card.reset': ['reopen', 'to do', 'unstart'],
  'card.mine': ['assign to me', 'take'],
  'card.handOver': ['reassign', 'delegate'],
  'board.mine': ['assigned to me'],
  'card.hero': ['make a sub card', 'sub task'],
};

/** Folded. */
export function synonymsOf(label: string, commandId?: string): string[] {
  const folded = foldText(label);
  return [
    ...(folded.match(/\p{L}+/gu) ?? []).flatMap((word) =>
      (Object.hasOwn(otherWords, word) ? (otherWords[word] ?? []) : []).map((other) => folded.replace(word, other)),
    ),
    ...(commandId === undefined ? [] : (wordsOfCommands[commandId] ?? [])),
  ];
}
