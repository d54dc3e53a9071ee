/** The invented game studio of the demo workspace. */
import type { DeckType, MemberRole, MilestoneColor } from '../../../../shared/contract/index.ts';

export const demoStudioName = 'Lanternfish Games';

interface DemoPerson {
  readonly fullName: string;
  readonly role: MemberRole;
  readonly timezone: string;
}

/** The key is the user name. The first is the local person, to whom the workspace belongs. */
export const demoPeople = {
  mara: { fullName: 'Mara Lindqvist', role: 'owner', timezone: 'Europe/Stockholm' },
  tomasz: { fullName: 'Tomasz Wilk', role: 'producer', timezone: 'Europe/Warsaw' },
  ines: { fullName: 'Inês Carvalho', role: 'producer', timezone: 'Europe/Lisbon' },
  dev: { fullName: 'Dev Okafor', role: 'admin', timezone: 'Europe/London' },
  yuki: { fullName: 'Yuki Tanaka', role: 'write', timezone: 'Europe/Berlin' },
  rosa: { fullName: 'Rosa Delgado', role: 'write', timezone: 'Europe/Madrid' },
  ben: { fullName: 'Ben Achterberg', role: 'write', timezone: 'Europe/Amsterdam' },
  priya: { fullName: 'Priya Nair', role: 'write', timezone: 'Europe/Stockholm' },
} as const satisfies Record<string, DemoPerson>;
export type DemoUserName = keyof typeof demoPeople;
export const demoUserNames = Object.keys(demoPeople) as DemoUserName[];

export interface DemoDeck {
  readonly title: string;
  readonly space: number;
  readonly type: DeckType;
  readonly color: string;
  readonly description?: string;
  /** The zones are for priorities a, b and c; cards without priority are in the unnamed zone. */
  readonly zones?: readonly [string, string, string];
  readonly milestone?: string;
  readonly autoTag?: string;
  readonly guardians?: readonly DemoUserName[];
  readonly defaultContent?: string;
}

interface DemoProject {
  readonly name: string;
  readonly spaces: readonly { id: number; name: string; icon: string; defaultDeckType: DeckType }[];
  readonly tags: Readonly<Record<string, { color?: string; emoji?: string; about?: string }>>;
  readonly decks: readonly DemoDeck[];
}

const scopeZones: [string, string, string] = ['Must have', 'Should have', 'Nice to have'];

export const demoProjects: readonly DemoProject[] = [
  {
    name: 'Saltmere',
    spaces: [
      { id: 1, name: 'Gameplay', icon: '🛶', defaultDeckType: 'task' },
      { id: 2, name: 'World', icon: '🌊', defaultDeckType: 'hero' },
      { id: 3, name: 'Craft', icon: '🎨', defaultDeckType: 'task' },
      { id: 4, name: 'Knowledge', icon: '📓', defaultDeckType: 'doc' },
    ],
    tags: {
      quest: { color: '#8a5cd1', about: 'Changes what the player may do next.' },
      feel: { emoji: '✋', about: 'How it feels in the hands. **Play it** before you judge it.' },
      audio: { color: '#2f8f83' },
      music: { emoji: '🎻' },
      save: { color: '#c4552d', about: 'Touches the save format: old saves must still open.' },
      crash: { emoji: '💥' },
      performance: { color: '#b58a00', about: 'Measured on the Steam Deck.' },
      ai: { emoji: '🧠' },
      tools: { color: '#5a6b7b' },
      loc: { emoji: '🌍', about: 'Has text that is translated.' },
      bug: { color: '#b3343f' },
    },
    decks: [
      {
        title: 'Player & Boat',
        space: 1,
        type: 'task',
        color: '#2d6f8e',
        zones: scopeZones,
        milestone: 'Act one complete',
        description: 'Everything that happens in the hands: rowing, climbing, carrying, swimming.',
      },
      {
        title: 'Tide System',
        space: 1,
        type: 'task',
        color: '#1f8a8c',
        zones: scopeZones,
        milestone: 'Act one complete',
      },
      { title: 'Lighthouse', space: 1, type: 'task', color: '#c98a1b', zones: scopeZones },
      {
        title: 'Bugs',
        space: 1,
        type: 'task',
        color: '#b3343f',
        zones: ['Ship stopper', 'Annoying', 'Cosmetic'],
        autoTag: 'bug',
        description: 'One bug per card: what you did, what happened, what should have happened.',
        defaultContent: 'What happens, in one line\n\nSteps:\n1. \n\nExpected:\n',
      },
      { title: 'Regions', space: 2, type: 'hero', color: '#4f7a3a', description: 'One hero card per region.' },
      { title: 'Characters', space: 2, type: 'hero', color: '#8d4f8a', description: 'Start the journey on a new one.' },
      { title: 'Cast', space: 2, type: 'task', color: '#a5668f', description: 'The work on characters, step by step.' },
      { title: 'Quests', space: 2, type: 'mixed', color: '#6a55b5', zones: ['Act one', 'Act two', 'Anywhere'] },
      { title: 'Environment Art', space: 3, type: 'task', color: '#3f8f5a', guardians: ['ines'] },
      { title: 'Animation', space: 3, type: 'task', color: '#b5654a' },
      { title: 'Sound', space: 3, type: 'task', color: '#2f6f83', zones: ['Score', 'World', 'Later'] },
      { title: 'Design Docs', space: 4, type: 'doc', color: '#6b6f7a' },
      { title: 'Inbox', space: 4, type: 'mixed', color: '#9a8f7a', description: 'Unsorted. Emptied every Monday.' },
    ],
  },
  {
    name: 'Launch',
    spaces: [
      { id: 1, name: 'Store & Press', icon: '🗞️', defaultDeckType: 'task' },
      { id: 2, name: 'Players', icon: '💬', defaultDeckType: 'task' },
    ],
    tags: {
      loc: { emoji: '🌍' },
      music: { emoji: '🎻' },
      save: { color: '#c4552d' },
      performance: { color: '#b58a00' },
      tools: { color: '#5a6b7b' },
      showcase: { color: '#d17a1b', about: 'Needed for the autumn showcase.' },
    },
    decks: [
      {
        title: 'Store Page',
        space: 1,
        type: 'task',
        color: '#d17a1b',
        zones: scopeZones,
        milestone: 'Showcase demo',
        autoTag: 'showcase',
      },
      { title: 'Trailer', space: 1, type: 'task', color: '#a8432f', milestone: 'Showcase demo' },
      { title: 'Press Kit', space: 1, type: 'doc', color: '#75706a' },
      { title: 'Playtests', space: 2, type: 'task', color: '#4a6fb5', milestone: 'Saltmere 1.0' },
      { title: 'Community', space: 2, type: 'mixed', color: '#b04f7a' },
    ],
  },
  {
    name: 'Studio',
    spaces: [
      { id: 1, name: 'People', icon: '🏮', defaultDeckType: 'task' },
      { id: 2, name: 'Machines', icon: '🛠️', defaultDeckType: 'task' },
    ],
    tags: {
      tools: { color: '#5a6b7b' },
      save: { color: '#c4552d' },
      audio: { color: '#2f8f83' },
      loc: { emoji: '🌍' },
      crash: { emoji: '💥' },
      performance: { color: '#b58a00' },
    },
    decks: [
      { title: 'Studio Handbook', space: 1, type: 'doc', color: '#6b7a6f' },
      { title: 'Hiring & People', space: 1, type: 'task', color: '#9b5a8a', milestone: 'Second animator starts' },
      { title: 'Tools & Pipeline', space: 2, type: 'task', color: '#4f6f8f', zones: scopeZones },
    ],
  },
];

interface DemoMilestone {
  readonly name: string;
  readonly color: MilestoneColor;
  /** Days after the creation of the demo workspace. */
  readonly inDays: number;
  /** Days after the creation of the demo workspace. */
  readonly startsInDays?: number;
  /** Null for all projects. */
  readonly project: string | null;
  readonly description: string;
}

export const demoMilestones: readonly DemoMilestone[] = [
  {
    name: 'Saltmere 1.0',
    color: 'blue',
    inDays: 152,
    startsInDays: -70,
    project: null,
    description: 'On the shelf, in seven languages, without two cats.',
  },
  {
    name: 'Act one complete',
    color: 'green',
    inDays: 24,
    startsInDays: -42,
    project: 'Saltmere',
    description: 'From the first row to the buoys, with final light and sound.',
  },
  {
    name: 'Showcase demo',
    color: 'yellow',
    inDays: 38,
    startsInDays: -14,
    project: 'Launch',
    description: 'Forty minutes, one save slot, no way out of the harbour.',
  },
  {
    name: 'Second animator starts',
    color: 'pink',
    inDays: 61,
    project: 'Studio',
    description: 'Desk, machine, keys, and somebody to have lunch with.',
  },
];

/**
 * `target` is the deck in which a step creates its card. `after` is the content of another step, whose card must be
 * done first.
 */
export const characterDeckJourneySteps: readonly {
  readonly content: string;
  readonly owner: DemoUserName;
  readonly effort: number;
  readonly label: string | null;
  readonly target: string;
  readonly after?: string;
}[] = [
  { content: '%PARENT_TITLE%: character sheet', owner: 'ben', effort: 2, label: 'Paper', target: 'Cast' },
  {
    content: '%PARENT_TITLE%: model and rig',
    owner: 'ines',
    effort: 5,
    label: 'Build',
    target: 'Cast',
    after: '%PARENT_TITLE%: character sheet',
  },
  {
    content: '%PARENT_TITLE%: movement\n\n- [ ] Walk\n- [ ] Wait\n- [ ] Sit in a boat',
    owner: 'ines',
    effort: 5,
    label: 'Build',
    target: 'Animation',
    after: '%PARENT_TITLE%: model and rig',
  },
  {
    content: '%PARENT_TITLE%: recordings #audio',
    owner: 'rosa',
    effort: 5,
    label: 'Voice',
    target: 'Sound',
    after: '%PARENT_TITLE%: character sheet',
  },
];
