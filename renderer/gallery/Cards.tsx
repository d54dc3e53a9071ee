/** Cards as boards show them, in every state and density. The cards are of nobody's workspace. */
import { type ReactElement, useMemo } from 'react';
import { derivedStatuses } from '../../shared/contract/index.ts';
import { CardFace } from '../board/CardFace.tsx';
import type { CardRow } from '../board/cards.ts';
import { FaceContext, type FaceFacts } from '../board/facts.tsx';
import type { Lookups, Person } from '../data/lookups.ts';
import { statusLook } from '../ui/status.ts';
import { Part, Sample } from './Part.tsx';

const today = '2026-05-20';

const people = {
  p1: { id: 'p1', name: 'ines', fullName: 'Ines Okafor', kind: 'human', isIntegration: false },
} as unknown as Readonly<Record<string, Person>>;

const lookups = {
  account: { priorityLabels: { a: 'High', b: 'Medium', c: 'Low' } },
  projects: [],
  decks: { d1: { id: 'd1', title: 'Lighthouse', deckType: 'task', coverColor: '#2f7f8f' } },
  tags: {},
  sprints: { s1: { id: 's1', index: 5, name: null, sprintConfigId: 'c1', startDate: '2026-05-18' } },
  sprintConfigs: { c1: { id: 'c1', name: 'Weeks', runLabelTemplate: 'Run %RUN_NR% · week %CALENDAR_WEEK%' } },
  milestones: {},
  milestoneProjects: [],
  sprintProjects: [],
  ready: true,
} as unknown as Lookups;

const plain = {
  cardId: 'c',
  title: 'Lamp oil runs low in a storm',
  accountSeq: 1207,
  assigneeId: 'p1',
  checkboxStats: { total: 0, checked: 0 },
  createdAt: '2026-05-01T08:00:00Z',
  deckId: 'd1',
  derivedStatus: 'assigned',
  dueDate: null,
  effort: 3,
  hasBlockingDeps: false,
  isDoc: false,
  lastUpdatedAt: '2026-05-01T08:00:00Z',
  milestoneId: null,
  parentCardId: null,
  priority: 'b',
  sprintId: null,
  status: 'not_started',
  tags: [],
  masterTags: [],
  visibility: 'default',
  childCards: [],
  coverFile: null,
} as unknown as CardRow;

const everything: Partial<CardRow> = {
  priority: 'a',
  effort: 13,
  sprintId: 's1' as CardRow['sprintId'],
  tags: ['loc', 'feel', 'audio', 'quest'],
  checkboxStats: { total: 4, checked: 2 } as CardRow['checkboxStats'],
  hasBlockingDeps: true,
  dueDate: '2026-05-12' as CardRow['dueDate'],
  'count:resolvables({"isClosed":false})': 2,
};

const shapes: readonly (readonly [string, Partial<CardRow>, { total: number; done: number }?])[] = [
  ['all there is to say', everything],
  ['nothing but a title', { priority: null, effort: null, assigneeId: null }],
  ['without a title', { title: '' }],
  [
    'long title',
    { title: 'The lens turns once a minute in fog, twice in rain, and not at all while the keeper sleeps' },
  ],
  ['one long word', { title: 'Leuchtturmwärterwohnungsbeleuchtungsanlagenprüfung' }],
  ['right to left', { title: 'المنارة تضيء الميناء في الليل' }],
  ['emoji', { title: '🌊 🚣‍♀️ Row to the wreck 👩🏽‍🚒' }],
  ['due today', { dueDate: today as CardRow['dueDate'] }],
  ['not in a deck', { deckId: null }],
  ['unknown values', { derivedStatus: 'a_later_status', priority: 'urgent' as CardRow['priority'] }],
  ['hero, begun', { derivedStatus: 'hero', effort: null }, { total: 5, done: 2 }],
  ['hero, done', { derivedStatus: 'heroDone', effort: null, status: 'done' }, { total: 3, done: 3 }],
];

const densities: readonly FaceFacts['density'][] = ['normal', 'compact', 'row'];

export function Cards(): ReactElement {
  const facts = useMemo<FaceFacts>(
    () => ({
      lookups,
      people,
      density: 'normal',
      namesDeck: false,
      hides: new Set(),
      holder: null,
      today,
      inHand: new Set(),
      heroCovers: new Map(),
      tagOf: () => undefined,
    }),
    [],
  );
  const face = (card: Partial<CardRow>, sub = { total: 0, done: 0 }) => (
    <CardFace card={{ ...plain, ...card }} subTotal={sub.total} subDone={sub.done} />
  );
  return (
    <>
      <FaceContext value={facts}>
        <Part name="Card by status">
          {[...derivedStatuses, 'a_later_status'].map((derivedStatus) => (
            <Sample key={derivedStatus} of={derivedStatus} width={268}>
              {face({ derivedStatus, title: statusLook(derivedStatus).label })}
            </Sample>
          ))}
        </Part>
        <Part name="Card by content">
          {shapes.map(([name, card, sub]) => (
            <Sample key={name} of={name} width={268} named>
              {face(card, sub)}
            </Sample>
          ))}
        </Part>
      </FaceContext>
      <Part name="Card by density">
        {densities.map((density) => (
          <FaceContext key={density} value={{ ...facts, density }}>
            <Sample of={density} width={density === 'row' ? 820 : 268} named>
              {face(everything)}
            </Sample>
          </FaceContext>
        ))}
      </Part>
    </>
  );
}
