/** Reads the studio's cards from their written form (gameplay.ts). */
import type { Priority } from '../../../../shared/contract/index.ts';
import { around } from './around.ts';
import { craft } from './craft.ts';
import { gameplay } from './gameplay.ts';
import { type PersonName, people } from './studio.ts';
import { world } from './world.ts';

/**
 * The fate of a card:
 * `r1`…`r5` done in that past run; `now` planned in the current run, `now:…` and what it is there; `next`, `next2`
 * planned ahead; `later` not planned; `snooze` started long ago and forgotten; `shelf` archived undone; `drop` deleted;
 * `doc` a document, `doc-shelf` an archived one; `-` a hero card, `hero-done` and `hero-shelf` ones that are over.
 */
export type Fate =
  | `r${1 | 2 | 3 | 4 | 5}`
  | 'now'
  | `now:${'started' | 'done' | 'review' | 'blocked'}`
  | 'next'
  | 'next2'
  | 'later'
  | 'snooze'
  | 'shelf'
  | 'drop'
  | 'doc'
  | 'doc-shelf'
  | '-'
  | 'hero-done'
  | 'hero-shelf';

const fates: ReadonlySet<string> = new Set([
  ...['r1', 'r2', 'r3', 'r4', 'r5', 'now', 'now:started', 'now:done', 'now:review', 'now:blocked'],
  ...['next', 'next2', 'later', 'snooze', 'shelf', 'drop', 'doc', 'doc-shelf', '-', 'hero-done', 'hero-shelf'],
]);

export interface WrittenCard {
  readonly title: string;
  readonly deck: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly owner: PersonName | null;
  readonly effort: number | null;
  readonly priority: Priority | null;
  readonly fate: Fate;
  /** Title of its hero card. */
  readonly hero: string | null;
}

function readLine(line: string, deck: string, hero: string | null): WrittenCard {
  const [head = '', owner = '-', effort = '-', priority = '-', fate = 'later'] = line.split('|').map((x) => x.trim());
  const elsewhere = /^\[(.+?)\]\s*/.exec(head);
  const title = head.slice(elsewhere?.[0].length ?? 0).replace(/\s+#\w+/g, '');
  if (!fates.has(fate) || (owner !== '-' && !(owner in people)))
    throw new Error(`The demo card '${title}' has an unknown owner or fate`);
  return {
    title,
    deck: elsewhere?.[1] ?? deck,
    content: title,
    tags: [...head.matchAll(/\s#(\w+)/g)].map((match) => match[1] as string),
    owner: owner === '-' ? null : (owner as PersonName),
    effort: effort === '-' ? null : Number(effort),
    priority: priority === '-' ? null : (priority as Priority),
    fate: fate as Fate,
    hero,
  };
}

function readDeck(deck: string, text: string): WrittenCard[] {
  const cards: WrittenCard[] = [];
  let hero: string | null = null;
  for (const line of text.trim().split('\n')) {
    const last = cards.at(-1);
    if (line.startsWith(': ') && last) {
      // A blank line between title and text; the lines of a text follow one another.
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

/** Every written card, in order. */
export function writtenCards(): WrittenCard[] {
  const decks: Readonly<Record<string, string>> = { ...gameplay, ...world, ...craft, ...around };
  return Object.entries(decks).flatMap(([deck, text]) => readDeck(deck, text));
}
