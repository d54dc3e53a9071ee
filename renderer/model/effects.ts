/**
 * Describes side effects of actions in sentences. The counts do not include deleted cards, because boards show them
 * only if the person filters by the status "deleted".
 */
import type { PreviewedChange } from '../../shared/bridge/index.ts';
import type { QueryObject } from '../../shared/contract/index.ts';
import { isSameTag } from '../../shared/domain/content.ts';
import type { ActStep } from '../data/act.ts';
import type { SprintRow, WorkspaceLookups } from '../data/lookups.ts';
import { isStartedStatus } from './card-row.ts';
import { labelOfRun } from './planning/run-phase.ts';

/** The second text, for counts above one, starts with `#`, which the count replaces. */
type EffectTexts = (name: string | undefined) => readonly [one: string, many: string];

const milestoneText = (name: string | undefined) => (name === undefined ? 'the milestone' : `the milestone ${name}`);

/** In the order in which a confirmation lists them. */
const effectTexts = {
  decksMove: (to = 'that comes first') => [`1 deck moves to the space ${to}.`, `# decks move to the space ${to}.`],
  cardsMove: (to = 'the other project') => [`1 card moves along to ${to}.`, `# cards move along to ${to}.`],
  archive: () => ['1 card is archived.', '# cards are archived.'],
  archiveSubCards: () => ['1 sub card in another deck is archived.', '# sub cards in other decks are archived.'],
  archiveSteps: () => [
    '1 journey step that creates cards here is archived.',
    '# journey steps that create cards here are archived.',
  ],
  nextRun: (to = 'the next run') => [`1 card moves to ${to}.`, `# cards move to ${to}.`],
  stayInRun: () => ['1 card that is not done stays.', '# cards that are not done stay.'],
  reset: () => ['1 started card goes back to not started.', '# started cards go back to not started.'],
  undone: () => ['1 done card is no longer done.', '# done cards are no longer done.'],
  threads: () => ['1 open thread closes.', '# open threads close.'],
  dependencies: () => ['1 dependency is removed.', '# dependencies are removed.'],
  bookmarks: () => ['1 bookmark is removed.', '# bookmarks are removed.'],
  milestoneOn: (to) => [`1 card moves to ${milestoneText(to)}.`, `# cards move to ${milestoneText(to)}.`],
  milestoneOff: (from) => [`1 card loses ${milestoneText(from)}.`, `# cards lose ${milestoneText(from)}.`],
  decksLoseMilestone: (from) => [`1 deck loses ${milestoneText(from)}.`, `# decks lose ${milestoneText(from)}.`],
  tagOff: (tag) => [`1 card loses the tag #${tag}.`, `# cards lose the tag #${tag}.`],
  tagOn: (tag) => [`1 card gets the tag #${tag}.`, `# cards get the tag #${tag}.`],
  handIn: () => ['1 card goes into its owner’s Hand.', '# cards go into their owners’ Hands.'],
  handOut: () => ['1 card leaves another person’s Hand.', '# Hand entries of other people go.'],
  handBack: () => [
    '1 card goes back from the done pile to the end of its owner’s Hand.',
    '# cards go back from done piles to the end of their owners’ Hands.',
  ],
} satisfies Record<string, EffectTexts>;

export type ActionEffectKind = keyof typeof effectTexts;
const effectKinds = Object.keys(effectTexts) as ActionEffectKind[];

interface EffectCount {
  readonly kind: ActionEffectKind;
  readonly count: number;
  /** Of the milestone, tag, run, space or project, if it is known. */
  readonly name?: string | undefined;
}

/** The sentence begins with the count. */
export interface EffectLine extends EffectCount {
  readonly text: string;
}

export function effectLineOf({ kind, count, name }: EffectCount): EffectLine {
  const [one, many] = (effectTexts[kind] as EffectTexts)(name);
  // Replaces only the first character, since a name in the sentence may contain `#`.
  return { kind, count, name, text: count === 1 ? one : `${count}${many.slice(1)}` };
}

type RowFields = Readonly<Record<string, unknown>>;
type NameLookups = Pick<WorkspaceLookups, 'milestones' | 'sprints' | 'sprintConfigs'>;

const idsNamedBy = ({ params }: ActStep): string[] =>
  [params.id, params.ids, params.deckIds].flat().filter((id): id is string => typeof id === 'string');

function removedElements(name: string, before: RowFields, after: RowFields): readonly string[] {
  const now = after[name] as readonly string[] | undefined;
  return now
    ? ((before[name] ?? []) as readonly string[]).filter((id) => !now.some((other) => isSameTag(other, id)))
    : [];
}

/** Params that change the tags of a card. `content` is one of them, because a text can contain tags. */
const tagParams = ['content', 'masterTags', 'addMasterTag', 'removeMasterTag'];

/** A side effect is a change to a row that no step names, or to a field that no step sets. */
function countEffects(
  steps: readonly ActStep[],
  effects: readonly PreviewedChange[],
  names: NameLookups,
): EffectCount[] {
  const countsByKind = new Map<string, { kind: ActionEffectKind; name: string | undefined; keys: Set<string> }>();
  /** By row id, the params of all steps that name the row. */
  const setFields = new Map<string, RowFields>();
  for (const step of steps)
    for (const id of idsNamedBy(step)) setFields.set(id, { ...setFields.get(id), ...step.params });

  function countEffect(kind: ActionEffectKind, key: string, name?: string): void {
    const counted = countsByKind.get(`${kind} ${name ?? ''}`) ?? { kind, name, keys: new Set() };
    countsByKind.set(`${kind} ${name ?? ''}`, counted);
    counted.keys.add(key);
  }
  const milestoneName = (id: unknown) => names.milestones[String(id)]?.name;
  function runName(id: string): string | undefined {
    const created = effects.find(({ model, keys }) => model === 'sprint' && keys.includes(id))?.after;
    const run = names.sprints[id] ?? (created as SprintRow | undefined);
    return run && labelOfRun(run, names);
  }
  const spaceName = (spaceId: unknown) =>
    steps
      .flatMap(({ params }) => (params.spaces ?? []) as { id: number; name: string }[])
      .find(({ id }) => id === spaceId)?.name;

  function countCardEffects(key: string, before: RowFields, after: RowFields): void {
    const params = setFields.get(key) ?? {};
    // If a step sets the status, no change of it is a side effect, even if the service sets another one.
    const isSideEffect = (field: string) =>
      field in after && !(field in params && (field === 'status' || params[field] === after[field]));
    if (isSideEffect('visibility') && before.visibility === 'default' && after.visibility === 'archived')
      countEffect(setFields.has(String(before.deckId)) ? 'archive' : 'archiveSubCards', key);
    for (const id of removedElements('inDeps', before, after)) countEffect('dependencies', `${id} ${key}`);
    for (const id of removedElements('outDeps', before, after)) countEffect('dependencies', `${key} ${id}`);
    if (before.visibility === 'deleted') return;
    if (isSideEffect('sprintId') && after.sprintId !== null)
      countEffect('nextRun', key, runName(String(after.sprintId)));
    if (isSideEffect('status') && isStartedStatus(before.status) && after.status === 'not_started')
      countEffect('reset', key);
    if (isSideEffect('status') && before.status === 'done') countEffect('undone', key);
    if (isSideEffect('milestoneId'))
      if (after.milestoneId === null) countEffect('milestoneOff', key, milestoneName(before.milestoneId));
      else countEffect('milestoneOn', key, milestoneName(after.milestoneId));
    if (tagParams.some((name) => name in params)) return;
    for (const tag of removedElements('masterTags', before, after)) countEffect('tagOff', key, tag);
    for (const tag of removedElements('masterTags', after, before)) countEffect('tagOn', key, tag);
  }

  function countDeckEffects(key: string, before: RowFields, after: RowFields): void {
    if (before.isDeleted || setFields.has(key)) return;
    if ('spaceId' in after) countEffect('decksMove', key, spaceName(after.spaceId));
    if (after.milestoneId === null) countEffect('decksLoseMilestone', key, milestoneName(before.milestoneId));
  }

  function countHandEffects(key: string, before: RowFields | null, after: RowFields | null): void {
    if (!after) countEffect('handOut', key);
    else if (after.cardDoneAt === null) countEffect(before ? 'handBack' : 'handIn', key);
  }

  for (const { model, keys, before, after } of effects)
    for (const key of keys) {
      if (model === 'card' && before && after) countCardEffects(key, before, after);
      if (model === 'deck' && before && after) countDeckEffects(key, before, after);
      if (model === 'queueEntry') countHandEffects(key, before, after);
      if (model === 'handCard' && !after) countEffect('bookmarks', key);
      if (model === 'resolvable' && before && after?.isClosed && !setFields.has(key)) countEffect('threads', key);
      if (model === 'workflowItem' && before && after?.visibility === 'archived') countEffect('archiveSteps', key);
    }
  return [...countsByKind.values()].map(({ kind, name, keys }) => ({ kind, name, count: keys.size }));
}

const unfinishedStatuses = ['unassigned', 'assigned', 'started', 'snoozing', 'blocked', 'review', 'hero'];

/**
 * Cards that a step affects without changing their rows: those of a deck that moves to another project, and the
 * unfinished ones of a run that ends. Null for other steps.
 */
function affectedCardsOf({ action, params }: ActStep): QueryObject | null {
  if (action === 'sprints/updateSprint' && params.complete)
    return { sprintId: params.id as string, derivedStatus: unfinishedStatuses };
  if (action !== 'decks/addToSpaceAfter' && action !== 'decks/addToSpaceBefore') return null;
  return {
    deckId: { op: 'in', value: params.deckIds as string[] },
    deck: { projectId: { op: 'neq', value: params.targetProjectId as string } },
    visibility: 'default',
  };
}

/**
 * `effects` are the changes that a preview of the steps has reported. `countCards` counts the cards that match a
 * condition.
 */
export async function effectLinesOfSteps(
  steps: readonly ActStep[],
  effects: readonly PreviewedChange[],
  lookups: NameLookups & Pick<WorkspaceLookups, 'projects'>,
  countCards: (where: QueryObject) => Promise<number>,
): Promise<EffectLine[]> {
  const counts = countEffects(steps, effects, lookups);
  for (const step of steps) {
    const affectedCards = affectedCardsOf(step);
    if (!affectedCards) continue;
    const count = await countCards(affectedCards);
    if (step.action === 'sprints/updateSprint') {
      const moved = counts.filter(({ kind }) => kind === 'nextRun').reduce((sum, each) => sum + each.count, 0);
      counts.push({ kind: 'stayInRun', count: count - moved });
    } else {
      const project = lookups.projects.find(({ id }) => id === step.params.targetProjectId);
      counts.push({ kind: 'cardsMove', count, name: project?.name });
    }
  }
  return counts
    .filter(({ count }) => count > 0)
    .sort((a, b) => effectKinds.indexOf(a.kind) - effectKinds.indexOf(b.kind))
    .map(effectLineOf);
}
