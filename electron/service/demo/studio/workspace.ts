/** The demo workspace of an invented game studio. */
import type { Id } from '../../../../shared/contract/index.ts';
import type { DemoContent } from '../content.ts';
import { seededRandom } from '../seeded-random.ts';
import { type DemoDatesAndIds, planCardHistory, planOtherHistory } from './history.ts';
import { cardPictures, paintScene } from './pictures.ts';
import { dayMs, HistoryReplay, hourMs } from './replay.ts';
import {
  characterDeckJourneySteps,
  type DemoUserName,
  demoMilestones,
  demoPeople,
  demoProjects,
  demoStudioName,
} from './studio.ts';

const runDays = 14;
/** Runs before the current one. */
const pastRunCount = 5;

export function createDemoStudioContent(): DemoContent {
  const seeded = seededRandom(20_260_401);
  const { mara } = demoPeople;
  return {
    initialContent: {
      accountName: demoStudioName,
      subdomain: 'lanternfish',
      personName: 'mara',
      personFullName: mara.fullName,
      timezone: mara.timezone,
    },
    newId: () => seeded.id(),
    fill({ engine, accountId, localPersonId, at, storeFile }) {
      const now = Date.parse(at);
      const currentStart = startOfCurrentRun(now);
      const firstStart = currentStart - pastRunCount * runDays * dayMs;
      const replay = new HistoryReplay(engine, accountId, seeded, firstStart - 5 * dayMs + 7 * hourMs);
      replay.addPerson('mara', localPersonId);
      const studio = createStudio(replay, { now, currentStart, firstStart });
      planCardHistory(replay, studio);
      planOtherHistory(replay, studio);
      for (const { card, by, fileName, daysAgo, scene } of cardPictures)
        replay.plan(now - daysAgo * dayMs, () => {
          const user = replay.user(by);
          const url = storeFile(fileName, 'image/png', paintScene(scene), user, new Date(replay.now).toISOString());
          const cardId = studio.cards.get(card) as string;
          replay.act(by, 'cards/addFile', { cardId, fileData: { fileName, url } });
        });
      replay.run(now);
    },
  };
}

/**
 * The start (UTC) of the last Monday at least three days ago, in milliseconds since 1970, so that the current run
 * always has some history.
 */
function startOfCurrentRun(now: number): number {
  const today = Math.floor(now / dayMs) * dayMs;
  const sinceMonday = (new Date(today).getUTCDay() + 6) % 7;
  return today - (sinceMonday < 3 ? sinceMonday + 7 : sinceMonday) * dayMs;
}

function createStudio(
  replay: HistoryReplay,
  times: Pick<DemoDatesAndIds, 'now' | 'currentStart' | 'firstStart'>,
): DemoDatesAndIds {
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  replay.change(({ rows, at }) => {
    rows.update('account', replay.accountId, { createdAt: at });
    rows.update('user', replay.user('mara'), { timezone: demoPeople.mara.timezone });
  });
  for (const [name, { fullName, timezone, role }] of Object.entries(demoPeople).slice(1))
    replay.addPerson(
      name as DemoUserName,
      replay.act('mara', 'users/create', { name, fullName, timezone, role }).id as Id<'user'>,
    );
  const projectIds = new Map<string, string>();
  const decks: DemoDatesAndIds['decks'] = new Map();
  for (const project of demoProjects) {
    const projectId = replay.act('mara', 'projects/create', { name: project.name, spaces: [...project.spaces] }).id;
    projectIds.set(project.name, projectId);
    const tags = new Map<string, string>();
    for (const [tag, { color = null, emoji = null, about = null }] of Object.entries(project.tags)) {
      const params = { projectId, tag, color, emoji, description: about };
      tags.set(tag, replay.act('mara', 'projects/addTag', params).id);
    }
    for (const deck of project.decks) {
      const { title, color: coverColor, type: deckType } = deck;
      const { id } = replay.act('mara', 'decks/create', { title, projectId, coverColor, deckType });
      const { description, zones, autoTag } = deck;
      replay.act('mara', 'decks/update', {
        id,
        ...(description !== undefined && { description }),
        ...(zones && { manualOrderLabels: [...zones] }),
        ...(autoTag !== undefined && { defaultProjectTagId: tags.get(autoTag) ?? null }),
      });
      const place = { deckIds: [id], targetId: null, targetProjectId: projectId, targetSpaceId: deck.space };
      replay.act('mara', 'decks/addToSpaceAfter', place);
      const { defaultContent } = deck;
      if (defaultContent !== undefined)
        replay.change(({ rows }) => rows.update('deck', id, { defaultCard: { content: defaultContent } }));
      decks.set(title, { id, projectId, plan: deck });
    }
  }
  const milestoneIds = new Map<string, string>();
  for (const { name, color, inDays, startsInDays, project, description } of demoMilestones) {
    const { id } = replay.act('mara', 'milestones/create', {
      accountId: replay.accountId,
      name,
      color,
      description,
      date: dayOf(times.now + inDays * dayMs),
      startDate: startsInDays === undefined ? null : dayOf(times.now + startsInDays * dayMs),
      isGlobal: project === null,
      projectIds: project === null ? null : [projectIds.get(project) as string],
    });
    milestoneIds.set(name, id);
  }
  const { id: configId } = replay.act('mara', 'sprints/createConfig', {
    name: 'Studio rhythm',
    startDate: dayOf(times.firstStart),
    days: runDays,
    color: 'green',
    isGlobal: true,
  });
  replay.act('mara', 'sprints/updateConfig', {
    id: configId,
    moveOnFinish: ['undone', 'review', 'blocked'],
    autoAssignStartedCard: false,
    runLabelTemplate: 'Run %RUN_NR% · week %CALENDAR_WEEK%',
  });
  createJourneySteps(replay, decks);
  return { ...times, decks, milestoneIds, configId, cards: new Map(), lifespans: new Map() };
}

function createJourneySteps(replay: HistoryReplay, decks: DemoDatesAndIds['decks']): void {
  const deckId = deckNamed(decks, 'Characters');
  const steps = new Map<string, string>();
  for (const { content, owner, effort, label, target, after } of characterDeckJourneySteps) {
    const { id } = replay.act('mara', 'workflowItems/create', {
      deckId,
      content,
      effort,
      label,
      assigneeId: replay.user(owner),
      targetDeckId: deckNamed(decks, target),
      ...(after !== undefined && { inDeps: [steps.get(after) as string] }),
    });
    steps.set(content, id);
  }
}

function deckNamed(decks: DemoDatesAndIds['decks'], title: string): string {
  const deck = decks.get(title);
  if (!deck) throw new Error(`The studio has no deck '${title}'`);
  return deck.id;
}
