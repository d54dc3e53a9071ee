/** Each entry names its card by title. */
import type { ThreadContextKind } from '../../../../shared/contract/index.ts';
import { type DemoUserName, demoPeople } from './studio.ts';

export interface DemoComment {
  readonly by: DemoUserName;
  readonly text: string;
  /** The key is the person who reacted. */
  readonly reactions: Readonly<Partial<Record<DemoUserName, string>>>;
}

export interface DemoThread {
  readonly card: string;
  readonly context: ThreadContextKind;
  readonly daysAgo: number;
  readonly comments: readonly DemoComment[];
  readonly closedBy: DemoUserName | undefined;
  /** This person opened the closed thread again. */
  readonly reopenedBy: DemoUserName | undefined;
}

/**
 * A thread begins with a line `card | context | days ago | closed by | reopened by`; the last two may be missing. Each
 * indented line is a comment: `author: text | reactions`, with pairs of a name and an emoji.
 */
const threadTexts = `
Rain fills the boat; bail it out with the bucket | review | 1.6
  tomasz: Ready to be played, build 1184. Please sink at least once. @yuki @ines
  yuki: Sank four times. The bucket is funny **once**; the third time I wanted a second bucket. | tomasz 😂 mara 😂 ben 🪣
  ines: The water surface cuts through the bench at 0.8. I can hide it with foam.
Lens puzzle: align the three prisms | review | 0.9
  yuki: Snapping is in. @priya, could you look at the colours of the three beams?
  priya: Red and green beams are the same to me. Dashes on one of them would do.
  yuki: Dashes it is. Also a small hum per prism, @rosa? | rosa 👍
Low tide at 25:10 in the tide table | review | 0.5
  dev: One line. The day ended at midnight, the tide did not.
Harbour Town: wet versions of every door | review | 2.2
  ines: All eleven doors, three wet states each.
  mara: The postmistress has a dry door at spring tide. Is she right and the sea is wrong?
  ines: She is always right. Fixed. | mara ❤️ ben ❤️ priya 😂
Drowned Chapel: bells that ring by themselves | review | 1.1
  rosa: Three bells, detuned by the depth of the water. Headphones, please.
Carry poses for four sizes of things | review | 0.7
  ines: Small, long and heavy are final. "Alive" is the sleeping child, see the video.
  tomasz: Her arm hangs. It is the best thing in the game. | ines 🥹 mara 🥹
Capsule art in all nine sizes | review | 1.9
  ines: Nine sizes. In the smallest one only the lamp is left.
  mara: That is the one I like most. Title a little higher in the wide one?
Monthly letter, autumn | review | 0.8
  mara: Draft is done, 400 words and one picture. @priya, too many boats?
  priya: There is no such number. | mara ⛵ yuki ⛵
Flotsam collects where the current is weakest | block | 2.8
  dev: Stopped until the storm surge is in: both write the current field and one of them is wrong.
  mara: Then surge first. Moved it up in your Hand. | dev 👍
Row with one hand while holding the lamp | block | 1.7
  tomasz: Needs the carry poses: without them the lamp floats beside the hand.
  ines: They are in review. Tomorrow, if the sleeping child stays asleep. | tomasz 🤞
Jump aboard while the boat is moving | comment | 1.1
  yuki: Tried it 50 times: 31 in the boat, 12 in the water, 7 holding on.
  priya: I got all 50 into the water. Can we make that a talent? | yuki 😂 ben 😂
Frame drop when the third boat enters the harbour | block | 3.4
  dev: Capture attached to build 1179. It is not the boats, it is their reflections in wet walls.
  ines: Waits for "Wet surfaces without a second material" then. Sorry. Nearly there.
  priya: 41 ms here as well, in the market too.
Music follows the tide, not the place | comment | 4
  rosa: The turn should be **silent** for eleven seconds. Not ten.
  dev: Event \`tide.turn\` fires with the minute and the height. Eleven is yours.
  ben: I heard it last night and stopped rowing. Keep it. | rosa 🙏 mara ❤️
Somebody moves the buoys at night | comment | 3
  ben: Three suspects. If you guess right in the first ten minutes, tell me what gave it away.
  yuki: The lamp oil. She bought twice as much.
  ben: Noted. She now pays in letters. | yuki 😏
Somebody moves the buoys at night | comment | 9 | ben
  dev: Buoys can float to any of twelve places. More costs memory.
  ben: Twelve is plenty.
Playtest 4: act one from start to end | comment | 2
  priya: Sixteen people, two evenings. Who takes notes on Friday?
  yuki: Me.
  mara: Me too. I bring soup. | priya 🍲 yuki 🍲 ben 🍲 dev 🍲
Storm surge overrides the calendar | comment | 1.3
  yuki: The chapel quest expects low tide on day 12. A surge there would lock it.
  dev: No surge on days with a promise. Ben keeps the list in the save.
Age rating forms for four regions | comment | 1
  mara: Question 14: "Does the game show drowning?" @ben, how do we put this?
Rough cut with temporary music | comment | 0.6
  mara: Sixty-four seconds. Which four do we lose?
  ben: The title. Everybody knows it by then.
  rosa: Any four, but leave the breath before the bell. | mara 👍
Wet surfaces without a second material | comment | 5
  dev: Channel 3 of the flood map is free again. 2 bytes, one hour of drying.
  ines: Slate dries slower than plaster. Can I have a curve?
  dev: You can have four curves. | ines 🎉
Grappling hook | comment | 55 | yuki
  yuki: Ten minutes of joy, then nobody used a boat.
  tomasz: I will miss it. | yuki 😢
Theme for the valley: strings recorded | review | 20 | mara
  rosa: Seven players, one church, two takes.
  mara: Take two. The chair creaks and I would not change it. | rosa 🎻 ben 🎻
Drowned Chapel: stained glass under water | review | 19 | yuki
  ines: Caustics come through in the colours of the glass.
  yuki: At noon on a spring tide the floor tells the story. Leave it.
Moon rises in the west | comment | 24 | dev
  priya: A player in Tromsø wrote. Very politely.
  dev: One sign. Two years. | mara 🌝 ines 🌝 tomasz 🌝 priya 🌝
Eight screenshots, one per region | block | 23 | ines
  ines: No light in the Saltworks yet; shot without it looks like a car park.
  yuki: Light is in build 1122.
Write the advert for a second animator | review | 31 | ines
  mara: Half a page. Does it say often enough that it rains?
Save format and what may never change | comment | 12 | tomasz | tomasz
  tomasz: May the boat list change its order?
  dev: Yes. Never its ids.
Two cats | comment | 6
  priya: Seen again. The second one sat in the lamp.
  ines: May we keep it? | ben 🐈 rosa 🐈 yuki 🐈 mara 🐈
  mara: No. (Maybe in the credits.)
Store texts in seven languages | comment | 1.4
  mara: Translators have time from the 9th. English must be final by then.
`;

export function parseDemoThreads(): DemoThread[] {
  const threads: (DemoThread & { comments: DemoComment[] })[] = [];
  for (const line of threadTexts.trim().split('\n')) {
    const [head = '', ...parts] = line.trim().split(' | ');
    if (line.startsWith(' ')) {
      const [, by, text = ''] = /^(\w+): (.*)$/s.exec(head) ?? [];
      const reactions = Object.fromEntries(
        [...(parts[0] ?? '').matchAll(/(\w+) (\S+)/g)].map(([, name, emoji]) => [name, emoji]),
      );
      if (!by || !(by in demoPeople)) throw new Error(`The demo comment '${head}' has an unknown author`);
      threads.at(-1)?.comments.push({ by: by as DemoUserName, text, reactions });
    } else {
      type Head = [context: ThreadContextKind, daysAgo: string, closedBy?: DemoUserName, reopenedBy?: DemoUserName];
      const [context, daysAgo, closedBy, reopenedBy] = parts as Head;
      threads.push({ card: head, context, daysAgo: Number(daysAgo), comments: [], closedBy, reopenedBy });
    }
  }
  return threads;
}

/** Card titles: the card `before` must be done before the card `after`. */
export const demoCardDependencies: readonly (readonly [before: string, after: string])[] = [
  ['Carry poses for four sizes of things', 'Carry one thing with both hands'],
  ['Carry poses for four sizes of things', 'Row with one hand while holding the lamp'],
  ['Storm surge overrides the calendar', 'Flotsam collects where the current is weakest'],
  ['Wet surfaces without a second material', 'Frame drop when the third boat enters the harbour'],
  ['Storm surge overrides the calendar', 'Water rises inside houses with the door shut'],
  ['Somebody moves the buoys at night', "The flood of '58, told by five people"],
  ['Capsule art in all nine sizes', 'Store texts in seven languages'],
  ['Rough cut with temporary music', 'Colour pass with the final palette'],
  ['Colour pass with the final palette', 'Subtitles in twelve languages'],
  ['Portfolio round for the animator', 'Interviews, first week'],
  ['Questions for playtest 4', 'Playtest 4: act one from start to end'],
  ['Playtest 4: act one from start to end', 'Playtest 5: players who have never held a controller'],
  ['Causeway: blockout with refuges', 'Causeway: stories for the refuges'],
  ['Saltworks: crust that breaks under your feet', 'Saltworks: crunch in four strengths'],
  ['Mill Race: blockout', 'Mill Race: wheel that turns both ways'],
];

/** The titles are in order. */
export const bookmarkedCardTitles: Readonly<Partial<Record<DemoUserName, readonly string[]>>> = {
  mara: [
    'How we plan: runs, Hands, milestones',
    'Playtest 4: act one from start to end',
    'Pillars: water decides, people adapt, nothing is wasted',
    'Storm surge overrides the calendar',
    'Fact sheet',
    'Definition of done',
  ],
  dev: ['Tide model, explained for designers', 'Save format and what may never change', 'Two player notes'],
  yuki: ['Regions at a glance', 'Harbour Town', 'Kelp Orchards'],
  ben: ['Quest text style guide', 'Dialogue: length, tone, what nobody ever says'],
  priya: ['Accessibility plan', 'Community rules, short version'],
};

/** The local person put these at the top of their own Hand, in order. */
export const todaysHandCardTitles: readonly string[] = [
  'Rough cut with temporary music',
  'Age rating forms for four regions',
  'Monthly letter, autumn',
  'Store texts in seven languages',
  'Yearly talks',
  'Interviews, first week',
];

/** A due date on a weekend moves to the Friday before. */
export const daysUntilDueByCardTitle: Readonly<Record<string, number>> = {
  'Vertical cut for phones': -4,
  'Playtest 4: act one from start to end': 2,
  'Rough cut with temporary music': 3,
  'Age rating forms for four regions': 3,
  'Capsule art in all nine sizes': 4,
  'Development diary: forty letters from one postmistress': 5,
  'Music for the trailer: theme, faster, no ending': 8,
  'Store texts in seven languages': 9,
  'Demo branch and its own save folder': 9,
  'Interviews, first week': 11,
  'Colour pass with the final palette': 15,
  'Subtitles in twelve languages': 18,
  'Yearly talks': 22,
};
