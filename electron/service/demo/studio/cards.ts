/** Parses the demo studio's cards. gameplay.ts describes the text format. */
import type { Priority } from '../../../../shared/contract/index.ts';
import { artAndSoundCardTexts } from './art-and-sound.ts';
import { gameplayCardsByDeck } from './gameplay.ts';
import { launchAndStudioCardTexts } from './launch-and-studio.ts';
import { type DemoUserName, demoPeople } from './studio.ts';
import { worldCardTexts } from './world.ts';

/**
 * What happens to a card in the demo's history:
 * - `r1` to `r5`: done in the first to the fifth run.
 * - `now`: planned in the current run. `now:…`: also started, done, in review or blocked. With much effort
 *   (`minCarriedOverEffort` in history.ts), a `now:…` card is planned in the run before and carried over.
 * - `next`, `next2`: planned in the next run, or in the run after the next.
 * - `later`: not planned.
 * - `snooze`: started weeks ago and unchanged since then.
 * - `shelf`: archived without being done. `drop`: deleted.
 * - `doc`: a document. `doc-shelf`: an archived document.
 * - `-`: a hero card. `hero-done`: a done hero card. `hero-shelf`: an archived hero card.
 */
export type DemoCardHistory = (typeof histories)[number];

const histories = [
  ...(['r1', 'r2', 'r3', 'r4', 'r5', 'now', 'now:started', 'now:done', 'now:review', 'now:blocked'] as const),
  ...(['next', 'next2', 'later', 'snooze', 'shelf', 'drop', 'doc', 'doc-shelf'] as const),
  ...(['-', 'hero-done', 'hero-shelf'] as const),
];
const isHistory = (text: string): text is DemoCardHistory => histories.some((history) => history === text);

export interface DemoCard {
  readonly title: string;
  readonly deck: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly owner: DemoUserName | null;
  readonly effort: number | null;
  readonly priority: Priority | null;
  readonly history: DemoCardHistory;
  /** Title, for a sub card. */
  readonly hero: string | null;
}

function readLine(line: string, deck: string, hero: string | null): DemoCard {
  const [head = '', owner = '-', effort = '-', priority = '-', history = 'later'] = line
    .split('|')
    .map((x) => x.trim());
  // A prefix `[Deck]` overrides `deck`, whose text contains the line.
  const otherDeck = /^\[(.+?)\]\s*/.exec(head);
  const title = head.slice(otherDeck?.[0].length ?? 0).replace(/\s+#\w+/g, '');
  if (!isHistory(history) || (owner !== '-' && !(owner in demoPeople)))
    throw new Error(`The demo card '${title}' has an unknown owner or history`);
  return {
    title,
    deck: otherDeck?.[1] ?? deck,
    content: title,
    tags: [...head.matchAll(/\s#(\w+)/g)].map((match) => match[1] as string),
    owner: owner === '-' ? null : (owner as DemoUserName),
    effort: effort === '-' ? null : Number(effort),
    priority: priority === '-' ? null : (priority as Priority),
    history,
    hero,
  };
}

function readDeck(deck: string, text: string): DemoCard[] {
  const cards: DemoCard[] = [];
  let hero: string | null = null;
  for (const line of text.trim().split('\n')) {
    const last = cards.at(-1);
    if (line.startsWith(': ') && last) {
      // A blank line separates the title from the first line of the text.
      const gap = last.content === last.title ? '\n\n' : '\n';
      cards[cards.length - 1] = { ...last, content: `${last.content}${gap}${line.slice(2)}` };
    } else if (line.startsWith('+ ')) cards.push(readLine(line.slice(2), deck, hero));
    else {
      const card = readLine(line, deck, null);
      hero = card.title;
      cards.push(card);
    }
  }
  return cards;
}

/** Each hero card before its sub cards. */
export function parseDemoCards(): DemoCard[] {
  const decks: Readonly<Record<string, string>> = {
    ...gameplayCardsByDeck,
    ...worldCardTexts,
    ...artAndSoundCardTexts,
    ...launchAndStudioCardTexts,
  };
  return Object.entries(decks).flatMap(([deck, text]) => readDeck(deck, text));
}
