/** Actions on decks, milestones, Run Configs and runs. */
import { action } from '../action.ts';
import { boolean, id, int32, list, nullable, oneOf, record, string } from '../type.ts';
import { deckTypes, moveOnFinishKinds, plannerColors } from '../values.ts';
import { dayOrNull, seq, userId } from './params.ts';

const dayText = { kind: 'day' } as const;
const zones = nullable(list(nullable(string)));
const capacities = record(int32, userId);
const color = oneOf(...plannerColors);
const milestoneScopes = ['milestone:write'] as const;
const deckPlacing = {
  deckIds: list(id('deck')),
  targetId: nullable(id('deck')),
  targetProjectId: id('project'),
  targetSpaceId: int32,
};

export const decks = {
  'decks/create': action({
    about: "Creates a deck at the end of the project's first space.",
    scopes: ['deck:write'],
    retry: 'recognise',
    previewParams: ['coverColor'],
    required: { title: string, projectId: id('project') },
    optional: { coverColor: nullable(string), deckType: oneOf(...deckTypes) },
    answer: { id: id('deck') },
  }),
  'decks/update': action({
    about: 'Changes the given fields of a deck.',
    scopes: ['deck:write', 'project:write'],
    retry: 'harmless',
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
  'decks/delete': action({
    about: 'Deletes a deck; its cards, their sub cards elsewhere and journey steps into it are archived.',
    scopes: ['deck:delete'],
    retry: 'harmless',
    required: { id: id('deck') },
  }),
  'decks/updateGuardians': action({
    about: "Sets the deck's guardians to exactly `userIds`.",
    scopes: ['deckGuardian:write'],
    retry: 'harmless',
    preview: true,
    required: { id: id('deck'), userIds: list(userId) },
  }),
  'decks/addToSpaceAfter': action({
    about: 'Moves decks right after the target (null: end of the space).',
    scopes: ['deck:write'],
    retry: 'harmless',
    preview: true,
    required: deckPlacing,
  }),
  'decks/addToSpaceBefore': action({
    about: 'Moves decks right before the target (null: start of the space).',
    scopes: ['deck:write'],
    retry: 'harmless',
    preview: true,
    required: deckPlacing,
  }),
} as const;

export const milestones = {
  'milestones/create': action({
    about: 'Creates a milestone.',
    scopes: milestoneScopes,
    retry: 'recognise',
    required: {
      accountId: id('account'),
      name: string,
      color,
      date: dayText,
      isGlobal: boolean,
      projectIds: nullable(list(id('project'))),
    },
    optional: { description: nullable(string), startDate: dayOrNull },
    answer: { id: id('milestone'), ...seq },
  }),
  'milestones/update': action({
    about: 'Changes the given fields of a milestone.',
    scopes: milestoneScopes,
    retry: 'harmless',
    previewParams: ['handSyncEnabled', 'manualOrderLabels', 'userCapacities'],
    required: { id: id('milestone') },
    optional: {
      name: string,
      description: nullable(string),
      color,
      date: dayText,
      startDate: dayOrNull,
      handSyncEnabled: boolean,
      isGlobal: boolean,
      projectIds: list(id('project')),
      manualOrderLabels: zones,
      userCapacities: capacities,
    },
  }),
  'milestones/delete': action({
    about: 'Deletes a milestone and removes it from all cards and decks.',
    scopes: milestoneScopes,
    retry: 'harmless',
    required: { id: id('milestone') },
  }),
  'milestones/pin': action({
    about: "Sets the caller's one pinned milestone; null removes the pin.",
    scopes: ['pinnedMilestone:writeOwn'],
    retry: 'harmless',
    preview: true,
    required: { milestoneId: nullable(id('milestone')), userId },
  }),
} as const;

export const sprints = {
  'sprints/updateConfig': action({
    about: 'Changes the given fields of a Run Config.',
    scopes: ['sprintConfig:write'],
    retry: 'harmless',
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
  'sprints/updateSprint': action({
    about: 'Changes the given fields of a run; `complete` and `lockIn` are refused when repeated.',
    scopes: ['sprint:write'],
    retry: 'recognise',
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
