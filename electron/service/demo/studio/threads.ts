/**
 * The demo studio's comment threads, dependencies, bookmarks, due dates and today's Hand. Each entry names its card by
 * title.
 */
import type { ThreadContextKind } from '../../../../shared/contract/index.ts';
import type { DemoUserName } from './studio.ts';

/** A comment that the replay writes. */
export interface DemoComment {
  readonly by: DemoUserName;
  readonly text: string;
  /** Emoji reactions, by the person who reacted. */
  readonly reactions?: Readonly<Partial<Record<DemoUserName, string>>>;
}

/** A comment thread that the replay opens on a card. */
export interface DemoThread {
  readonly card: string;
  readonly context: ThreadContextKind;
  /** How many days ago the thread began. */
  readonly daysAgo: number;
  readonly comments: readonly DemoComment[];
  readonly closedBy?: DemoUserName;
  /** The person who opened the closed thread again. */
  readonly reopenedBy?: DemoUserName;
}

/** The comment threads on the studio's cards. */
export const demoThreads: readonly DemoThread[] = [
  {
    card: 'Rain fills the boat; bail it out with the bucket',
    context: 'review',
    daysAgo: 1.6,
    comments: [
      { by: 'tomasz', text: 'Ready to be played, build 1184. Please sink at least once. @yuki @ines' },
      {
        by: 'yuki',
        text: 'Sank four times. The bucket is funny **once**; the third time I wanted a second bucket.',
        reactions: { tomasz: '😂', mara: '😂', ben: '🪣' },
      },
      { by: 'ines', text: 'The water surface cuts through the bench at 0.8. I can hide it with foam.' },
    ],
  },
  {
    card: 'Lens puzzle: align the three prisms',
    context: 'review',
    daysAgo: 0.9,
    comments: [
      { by: 'yuki', text: 'Snapping is in. @priya, could you look at the colours of the three beams?' },
      { by: 'priya', text: 'Red and green beams are the same to me. Dashes on one of them would do.' },
      { by: 'yuki', text: 'Dashes it is. Also a small hum per prism, @rosa?', reactions: { rosa: '👍' } },
    ],
  },
  {
    card: 'Low tide at 25:10 in the tide table',
    context: 'review',
    daysAgo: 0.5,
    comments: [{ by: 'dev', text: 'One line. The day ended at midnight, the tide did not.' }],
  },
  {
    card: 'Harbour Town: wet versions of every door',
    context: 'review',
    daysAgo: 2.2,
    comments: [
      { by: 'ines', text: 'All eleven doors, three wet states each.' },
      { by: 'mara', text: 'The postmistress has a dry door at spring tide. Is she right and the sea is wrong?' },
      { by: 'ines', text: 'She is always right. Fixed.', reactions: { mara: '❤️', ben: '❤️', priya: '😂' } },
    ],
  },
  {
    card: 'Drowned Chapel: bells that ring by themselves',
    context: 'review',
    daysAgo: 1.1,
    comments: [{ by: 'rosa', text: 'Three bells, detuned by the depth of the water. Headphones, please.' }],
  },
  {
    card: 'Carry poses for four sizes of things',
    context: 'review',
    daysAgo: 0.7,
    comments: [
      { by: 'ines', text: 'Small, long and heavy are final. "Alive" is the sleeping child, see the video.' },
      { by: 'tomasz', text: 'Her arm hangs. It is the best thing in the game.', reactions: { ines: '🥹', mara: '🥹' } },
    ],
  },
  {
    card: 'Capsule art in all nine sizes',
    context: 'review',
    daysAgo: 1.9,
    comments: [
      { by: 'ines', text: 'Nine sizes. In the smallest one only the lamp is left.' },
      { by: 'mara', text: 'That is the one I like most. Title a little higher in the wide one?' },
    ],
  },
  {
    card: 'Monthly letter, autumn',
    context: 'review',
    daysAgo: 0.8,
    comments: [
      { by: 'mara', text: 'Draft is done, 400 words and one picture. @priya, too many boats?' },
      { by: 'priya', text: 'There is no such number.', reactions: { mara: '⛵', yuki: '⛵' } },
    ],
  },
  {
    card: 'Flotsam collects where the current is weakest',
    context: 'block',
    daysAgo: 2.8,
    comments: [
      {
        by: 'dev',
        text: 'Stopped until the storm surge is in: both write the current field and one of them is wrong.',
      },
      { by: 'mara', text: 'Then surge first. Moved it up in your Hand.', reactions: { dev: '👍' } },
    ],
  },
  {
    card: 'Row with one hand while holding the lamp',
    context: 'block',
    daysAgo: 1.7,
    comments: [
      { by: 'tomasz', text: 'Needs the carry poses: without them the lamp floats beside the hand.' },
      {
        by: 'ines',
        text: 'They are in review. Tomorrow, if the sleeping child stays asleep.',
        reactions: { tomasz: '🤞' },
      },
    ],
  },
  {
    card: 'Jump aboard while the boat is moving',
    context: 'comment',
    daysAgo: 1.1,
    comments: [
      { by: 'yuki', text: 'Tried it 50 times: 31 in the boat, 12 in the water, 7 holding on.' },
      {
        by: 'priya',
        text: 'I got all 50 into the water. Can we make that a talent?',
        reactions: { yuki: '😂', ben: '😂' },
      },
    ],
  },
  {
    card: 'Frame drop when the third boat enters the harbour',
    context: 'block',
    daysAgo: 3.4,
    comments: [
      { by: 'dev', text: 'Capture attached to build 1179. It is not the boats, it is their reflections in wet walls.' },
      { by: 'ines', text: 'Waits for "Wet surfaces without a second material" then. Sorry. Nearly there.' },
      { by: 'priya', text: '41 ms here as well, in the market too.' },
    ],
  },
  {
    card: 'Music follows the tide, not the place',
    context: 'comment',
    daysAgo: 4,
    comments: [
      { by: 'rosa', text: 'The turn should be **silent** for eleven seconds. Not ten.' },
      { by: 'dev', text: 'Event `tide.turn` fires with the minute and the height. Eleven is yours.' },
      { by: 'ben', text: 'I heard it last night and stopped rowing. Keep it.', reactions: { rosa: '🙏', mara: '❤️' } },
    ],
  },
  {
    card: 'Somebody moves the buoys at night',
    context: 'comment',
    daysAgo: 3,
    comments: [
      { by: 'ben', text: 'Three suspects. If you guess right in the first ten minutes, tell me what gave it away.' },
      { by: 'yuki', text: 'The lamp oil. She bought twice as much.' },
      { by: 'ben', text: 'Noted. She now pays in letters.', reactions: { yuki: '😏' } },
    ],
  },
  {
    card: 'Somebody moves the buoys at night',
    context: 'comment',
    daysAgo: 9,
    comments: [
      { by: 'dev', text: 'Buoys can float to any of twelve places. More costs memory.' },
      { by: 'ben', text: 'Twelve is plenty.' },
    ],
    closedBy: 'ben',
  },
  {
    card: 'Playtest 4: act one from start to end',
    context: 'comment',
    daysAgo: 2,
    comments: [
      { by: 'priya', text: 'Sixteen people, two evenings. Who takes notes on Friday?' },
      { by: 'yuki', text: 'Me.' },
      { by: 'mara', text: 'Me too. I bring soup.', reactions: { priya: '🍲', yuki: '🍲', ben: '🍲', dev: '🍲' } },
    ],
  },
  {
    card: 'Storm surge overrides the calendar',
    context: 'comment',
    daysAgo: 1.3,
    comments: [
      { by: 'yuki', text: 'The chapel quest expects low tide on day 12. A surge there would lock it.' },
      { by: 'dev', text: 'No surge on days with a promise. Ben keeps the list in the save.' },
    ],
  },
  {
    card: 'Age rating forms for four regions',
    context: 'comment',
    daysAgo: 1,
    comments: [{ by: 'mara', text: 'Question 14: "Does the game show drowning?" @ben, how do we put this?' }],
  },
  {
    card: 'Rough cut with temporary music',
    context: 'comment',
    daysAgo: 0.6,
    comments: [
      { by: 'mara', text: 'Sixty-four seconds. Which four do we lose?' },
      { by: 'ben', text: 'The title. Everybody knows it by then.' },
      { by: 'rosa', text: 'Any four, but leave the breath before the bell.', reactions: { mara: '👍' } },
    ],
  },
  {
    card: 'Wet surfaces without a second material',
    context: 'comment',
    daysAgo: 5,
    comments: [
      { by: 'dev', text: 'Channel 3 of the flood map is free again. 2 bytes, one hour of drying.' },
      { by: 'ines', text: 'Slate dries slower than plaster. Can I have a curve?' },
      { by: 'dev', text: 'You can have four curves.', reactions: { ines: '🎉' } },
    ],
  },
  {
    card: 'Grappling hook',
    context: 'comment',
    daysAgo: 55,
    comments: [
      { by: 'yuki', text: 'Ten minutes of joy, then nobody used a boat.' },
      { by: 'tomasz', text: 'I will miss it.', reactions: { yuki: '😢' } },
    ],
    closedBy: 'yuki',
  },
  {
    card: 'Theme for the valley: strings recorded',
    context: 'review',
    daysAgo: 20,
    comments: [
      { by: 'rosa', text: 'Seven players, one church, two takes.' },
      {
        by: 'mara',
        text: 'Take two. The chair creaks and I would not change it.',
        reactions: { rosa: '🎻', ben: '🎻' },
      },
    ],
    closedBy: 'mara',
  },
  {
    card: 'Drowned Chapel: stained glass under water',
    context: 'review',
    daysAgo: 19,
    comments: [
      { by: 'ines', text: 'Caustics come through in the colours of the glass.' },
      { by: 'yuki', text: 'At noon on a spring tide the floor tells the story. Leave it.' },
    ],
    closedBy: 'yuki',
  },
  {
    card: 'Moon rises in the west',
    context: 'comment',
    daysAgo: 24,
    comments: [
      { by: 'priya', text: 'A player in Tromsø wrote. Very politely.' },
      { by: 'dev', text: 'One sign. Two years.', reactions: { mara: '🌝', ines: '🌝', tomasz: '🌝', priya: '🌝' } },
    ],
    closedBy: 'dev',
  },
  {
    card: 'Eight screenshots, one per region',
    context: 'block',
    daysAgo: 23,
    comments: [
      { by: 'ines', text: 'No light in the Saltworks yet; shot without it looks like a car park.' },
      { by: 'yuki', text: 'Light is in build 1122.' },
    ],
    closedBy: 'ines',
  },
  {
    card: 'Write the advert for a second animator',
    context: 'review',
    daysAgo: 31,
    comments: [{ by: 'mara', text: 'Half a page. Does it say often enough that it rains?' }],
    closedBy: 'ines',
  },
  {
    card: 'Save format and what may never change',
    context: 'comment',
    daysAgo: 12,
    comments: [
      { by: 'tomasz', text: 'May the boat list change its order?' },
      { by: 'dev', text: 'Yes. Never its ids.' },
    ],
    closedBy: 'tomasz',
    reopenedBy: 'tomasz',
  },
  {
    card: 'Two cats',
    context: 'comment',
    daysAgo: 6,
    comments: [
      { by: 'priya', text: 'Seen again. The second one sat in the lamp.' },
      { by: 'ines', text: 'May we keep it?', reactions: { ben: '🐈', rosa: '🐈', yuki: '🐈', mara: '🐈' } },
      { by: 'mara', text: 'No. (Maybe in the credits.)' },
    ],
  },
  {
    card: 'Store texts in seven languages',
    context: 'comment',
    daysAgo: 1.4,
    comments: [{ by: 'mara', text: 'Translators have time from the 9th. English must be final by then.' }],
  },
];

/** Pairs of card titles: the card `before` must be done before the card `after`. */
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

/** Titles of the cards that each person bookmarked, in order. */
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

/** Titles of the cards that the local person put at the top of their own Hand today, in order. */
export const todaysHandCardTitles: readonly string[] = [
  'Rough cut with temporary music',
  'Age rating forms for four regions',
  'Monthly letter, autumn',
  'Store texts in seven languages',
  'Yearly talks',
  'Interviews, first week',
];

/** Days until a card is due, by card title. A due date on a weekend moves to the Friday before. */
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
