/** Consequences in words: one sentence per kind, with its count. */

export type ConsequenceKind =
  | 'archive'
  | 'archiveSteps'
  | 'archiveSubCards'
  | 'bookmarks'
  | 'cardsMove'
  | 'decksLoseMilestone'
  | 'decksMove'
  | 'dependencies'
  | 'handBack'
  | 'handIn'
  | 'handOut'
  | 'milestoneOff'
  | 'milestoneOn'
  | 'nextRun'
  | 'reset'
  | 'stayInRun'
  | 'tagOff'
  | 'tagOn'
  | 'threads'
  | 'undone';

export interface Consequence {
  readonly kind: ConsequenceKind;
  readonly count: number;
  /** A sentence that begins with the count. */
  readonly text: string;
}

/** What the sentence names, where it is known. */
export interface Names {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly tag?: string | undefined;
}

type Words = readonly [one: string, many: string];

const words: Record<ConsequenceKind, (names: Names) => Words> = {
  archive: () => ['1 card is archived.', '# cards are archived.'],
  archiveSubCards: () => ['1 sub card in another deck is archived.', '# sub cards in other decks are archived.'],
  archiveSteps: () => [
    '1 journey step that creates cards here is archived.',
    '# journey steps that create cards here are archived.',
  ],
  cardsMove: ({ to }) => [
    `1 card moves along to ${to ?? 'the other project'}.`,
    `# cards move along to ${to ?? 'the other project'}.`,
  ],
  decksMove: ({ to }) => [
    `1 deck moves to the space ${to ?? 'that comes first'}.`,
    `# decks move to the space ${to ?? 'that comes first'}.`,
  ],
  reset: () => ['1 started card goes back to not started.', '# started cards go back to not started.'],
  undone: () => ['1 done card is no longer done.', '# done cards are no longer done.'],
  threads: () => ['1 open thread closes.', '# open threads close.'],
  dependencies: () => ['1 dependency is removed.', '# dependencies are removed.'],
  bookmarks: () => ['1 bookmark is removed.', '# bookmarks are removed.'],
  milestoneOn: ({ to }) => [`1 card moves to ${milestone(to)}.`, `# cards move to ${milestone(to)}.`],
  milestoneOff: ({ from }) => [`1 card loses ${milestone(from)}.`, `# cards lose ${milestone(from)}.`],
  decksLoseMilestone: ({ from }) => [`1 deck loses ${milestone(from)}.`, `# decks lose ${milestone(from)}.`],
  tagOff: ({ tag }) => [`1 card loses the tag #${tag}.`, `# cards lose the tag #${tag}.`],
  tagOn: ({ tag }) => [`1 card gets the tag #${tag}.`, `# cards get the tag #${tag}.`],
  nextRun: ({ to }) => [`1 card moves to ${to ?? 'the next run'}.`, `# cards move to ${to ?? 'the next run'}.`],
  stayInRun: () => ['1 card that is not done stays.', '# cards that are not done stay.'],
  handIn: () => ['1 card goes into its owner’s Hand.', '# cards go into their owners’ Hands.'],
  handOut: () => ['1 card leaves another person’s Hand.', '# Hand entries of other people go.'],
  handBack: () => [
    '1 card goes back from the done pile to the end of its owner’s Hand.',
    '# cards go back from done piles to the end of their owners’ Hands.',
  ],
};

const milestone = (name: string | undefined) => (name === undefined ? 'the milestone' : `the milestone ${name}`);

export function sentenceFor(kind: ConsequenceKind, count: number, names: Names): string {
  const [one, many] = words[kind](names);
  // Only the first character: tags and names further on may hold the sign, too.
  return count === 1 ? one : `${count}${many.slice(1)}`;
}
