/** Actions on decks, milestones, Run Configs and runs. */
import { defineAction } from '../action.ts';
import { boolean, id, int32, list, nullable, oneOf, record, string } from '../type.ts';
import { deckTypes, milestoneColors, moveOnFinishKinds } from '../values.ts';
import { accountSeqAnswer, dayOrNull, userId } from './params.ts';

const dayType = { kind: 'day' } as const;
const zones = nullable(list(nullable(string)));
const capacities = record(int32, userId);
const color = oneOf(...milestoneColors);
const milestoneScopes = ['milestone:write'] as const;
const deckPlacementParams = {
  deckIds: list(id('deck')),
  targetId: nullable(id('deck')),
  targetProjectId: id('project'),
  targetSpaceId: int32,
};

export const actionsOnDecks = {
  'decks/create': defineAction({
    about: "Creates a deck at the end of the project's first space.",
    scopes: ['deck:write'],
    labels: { Create: 'Created' },
    retry: 'search',
    undo: 'always',
    readBack: 'rows',
    previewParams: ['coverColor'],
    required: { title: string, projectId: id('project') },
    optional: { coverColor: nullable(string), deckType: oneOf(...deckTypes) },
    answer: { id: id('deck') },
  }),
  'decks/update': defineAction({
    about: 'Changes the given fields of a deck.',
    scopes: ['deck:write', 'project:write'],
    labels: { Change: 'Changed', Rename: 'Renamed' },
    retry: 'harmless',
    sets: 'deck',
    searchWith: ['milestoneId'],
    undo: 'always',
    readBack: 'rows',
    previewParams: ['handSyncEnabled', 'manualOrderLabels', 'coverColor'],
    required: { id: id('deck') },
    optional: {
      milestoneId: nullable(id('milestone')),
      title: string,
      description: string,
      handSyncEnabled: boolean,
      defaultProjectTagId: nullable(id('projectTag')),
      manualOrderLabels: zones,
      coverColor: nullable(string),
      deckType: oneOf(...deckTypes),
    },
  }),
  'decks/delete': defineAction({
    about: 'Deletes a deck; its cards, their sub cards elsewhere and journey steps into it are archived.',
    scopes: ['deck:delete'],
    labels: { Delete: 'Deleted' },
    retry: 'harmless',
    undo: { never: 'a deleted deck cannot be restored', said: 'A deleted deck cannot be restored.' },
    readBack: 'rows',
    required: { id: id('deck') },
  }),
  'decks/updateGuardians': defineAction({
    about: "Sets the deck's guardians to exactly `userIds`.",
    scopes: ['deckGuardian:write'],
    labels: { Set: 'Set', Remove: 'Removed' },
    retry: 'harmless',
    undo: {
      unless: 'the deck had guardians: no query names them',
      said: 'The former guardians are not known, so this cannot be undone: choose them again.',
    },
    readBack: 'rows',
    preview: true,
    required: { id: id('deck'), userIds: list(userId) },
  }),
  'decks/addToSpaceAfter': defineAction({
    about: 'Moves decks right after the target (null: end of the space).',
    scopes: ['deck:write'],
    labels: { Move: 'Moved' },
    retry: 'harmless',
    undo: {
      unless: 'the deck was in no space',
      said: 'The deck was in no space before, and cannot be taken out of one: move it to another.',
    },
    readBack: 'rows',
    preview: true,
    required: deckPlacementParams,
  }),
  'decks/addToSpaceBefore': defineAction({
    about: 'Moves decks right before the target (null: start of the space).',
    scopes: ['deck:write'],
    labels: { Move: 'Moved' },
    retry: 'harmless',
    undo: {
      unless: 'the deck was in no space',
      said: 'The deck was in no space before, and cannot be taken out of one: move it to another.',
    },
    readBack: 'rows',
    preview: true,
    required: deckPlacementParams,
  }),
} as const;

export const actionsOnMilestones = {
  'milestones/create': defineAction({
    about: 'Creates a milestone.',
    scopes: milestoneScopes,
    labels: { Create: 'Created' },
    retry: 'search',
    undo: 'always',
    readBack: 'rows',
    required: {
      accountId: id('account'),
      name: string,
      color,
      date: dayType,
      isGlobal: boolean,
      projectIds: nullable(list(id('project'))),
    },
    optional: { description: nullable(string), startDate: dayOrNull },
    answer: { id: id('milestone'), ...accountSeqAnswer },
  }),
  'milestones/update': defineAction({
    about: 'Changes the given fields of a milestone.',
    scopes: milestoneScopes,
    labels: { Change: 'Changed', Rename: 'Renamed' },
    retry: 'harmless',
    sets: 'milestone',
    undo: 'always',
    readBack: 'rows',
    previewParams: ['handSyncEnabled', 'manualOrderLabels', 'userCapacities'],
    required: { id: id('milestone') },
    optional: {
      name: string,
      description: nullable(string),
      color,
      date: dayType,
      startDate: dayOrNull,
      handSyncEnabled: boolean,
      isGlobal: boolean,
      projectIds: list(id('project')),
      manualOrderLabels: zones,
      userCapacities: capacities,
    },
  }),
  'milestones/delete': defineAction({
    about: 'Deletes a milestone and removes it from all cards and decks.',
    scopes: milestoneScopes,
    labels: { Delete: 'Deleted' },
    retry: 'harmless',
    undo: { never: 'a deleted milestone cannot be restored', said: 'A deleted milestone cannot be restored.' },
    readBack: 'rows',
    required: { id: id('milestone') },
  }),
  'milestones/pin': defineAction({
    about: "Sets the caller's one pinned milestone; null removes the pin.",
    scopes: ['pinnedMilestone:writeOwn'],
    labels: { Pin: 'Pinned', Take: 'Took' },
    retry: 'harmless',
    undo: 'always',
    readBack: 'nothing',
    preview: true,
    required: { milestoneId: nullable(id('milestone')), userId },
  }),
} as const;

export const actionsOnSprints = {
  'sprints/updateConfig': defineAction({
    about: 'Changes the given fields of a Run Config.',
    scopes: ['sprintConfig:write'],
    labels: { Change: 'Changed', Rename: 'Renamed', Colour: 'Coloured' },
    retry: 'harmless',
    sets: 'sprintConfig',
    undo: 'always',
    readBack: 'rows',
    previewParams: [
      'autoBeastModeDurationHours',
      'beastGracePeriodHours',
      'moveOnFinish',
      'autoAssignStartedCard',
      'autoAssignNewCard',
      'runLabelTemplate',
    ],
    required: { id: id('sprintConfig') },
    optional: {
      name: string,
      color,
      isGlobal: boolean,
      autoBeastModeDurationHours: nullable(int32),
      beastGracePeriodHours: int32,
      projectIds: list(id('project')),
      moveOnFinish: list(oneOf(...moveOnFinishKinds)),
      autoAssignStartedCard: boolean,
      autoAssignNewCard: boolean,
      runLabelTemplate: nullable(string),
    },
  }),
  'sprints/updateSprint': defineAction({
    about: 'Changes the given fields of a run; `complete` and `lockIn` are refused when repeated.',
    scopes: ['sprint:write'],
    labels: { Change: 'Changed', Rename: 'Renamed', Complete: 'Completed' },
    retry: 'harmless',
    sets: 'sprint',
    searchWith: ['complete', 'lockIn'],
    undo: {
      unless: 'it completed the run or locked it in',
      said: 'A run that was completed or locked in cannot be opened again.',
    },
    readBack: 'rows',
    previewParams: ['handSyncEnabled', 'manualOrderLabels', 'userCapacities', 'autoMilestoneId', 'lockIn'],
    required: { id: id('sprint') },
    optional: {
      name: nullable(string),
      description: nullable(string),
      handSyncEnabled: boolean,
      manualOrderLabels: zones,
      userCapacities: capacities,
      autoMilestoneId: nullable(id('milestone')),
      lockIn: boolean,
      complete: boolean,
    },
  }),
} as const;
