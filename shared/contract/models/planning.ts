/** Models of planning: decks and their journey steps, milestones, Run Configs, runs and progress. */

import { defineModel, markAsPreview, toMany, toManyByQueryableIdList, toOne, toOneOrNull } from '../model.ts';
import {
  boolean,
  day,
  id,
  int32,
  json,
  list,
  markTypeAsPreview,
  nullable,
  object,
  oneOf,
  string,
  timestamp,
} from '../type.ts';
import { deckTypes, milestoneColors, moveOnFinishKinds, visibilities } from '../values.ts';
import { capacitiesType, checkboxListType, checkboxStatsType, taskOnlyFields, zonesType } from './fields.ts';

export const deck = defineModel({
  about: 'A list of cards in a project.',
  id: ['id'],
  fields: {
    id: id('deck'),
    accountId: id('account'),
    accountSeq: int32,
    coverColor: markTypeAsPreview(nullable(string)),
    coverFileId: markTypeAsPreview(nullable(id('file'))),
    createdAt: timestamp,
    creatorId: id('user'),
    deckType: oneOf(...deckTypes),
    defaultCard: markTypeAsPreview(
      object(
        {},
        {
          content: string,
          assigneeId: nullable(id('user')),
          ...taskOnlyFields,
          masterTags: list(string),
        },
      ),
    ),
    defaultProjectTagId: nullable(id('projectTag')),
    description: string,
    handSyncEnabled: markTypeAsPreview(boolean),
    hasGuardians: markTypeAsPreview(boolean),
    isDeleted: boolean,
    manualOrderLabels: zonesType,
    milestoneId: nullable(id('milestone')),
    projectId: id('project'),
    sortValue: markTypeAsPreview(string),
    spaceId: markTypeAsPreview(nullable(int32)),
    title: string,
  },
  relations: {
    account: toOne('account', 'accountId'),
    cards: toMany('card', 'deckId'),
    coverFile: markAsPreview(toOneOrNull('file', 'coverFileId')),
    creator: toOne('user', 'creatorId'),
    defaultProjectTag: toOneOrNull('projectTag', 'defaultProjectTagId'),
    milestone: toOneOrNull('milestone', 'milestoneId'),
    project: toOne('project', 'projectId'),
    workflowItems: markAsPreview(toMany('workflowItem', 'deckId')),
  },
});

export const milestone = defineModel({
  about: 'A date that cards are planned toward.',
  id: ['id'],
  fields: {
    id: id('milestone'),
    accountId: id('account'),
    accountSeq: int32,
    color: oneOf(...milestoneColors),
    coverFileId: markTypeAsPreview(nullable(id('file'))),
    createdAt: timestamp,
    creatorId: id('user'),
    date: day,
    description: nullable(string),
    handSyncEnabled: markTypeAsPreview(boolean),
    isDeleted: boolean,
    isGlobal: boolean,
    manualOrderLabels: zonesType,
    name: string,
    startDate: nullable(day),
    userCapacities: capacitiesType,
  },
  relations: {
    account: toOne('account', 'accountId'),
    cards: toMany('card', 'milestoneId'),
    coverFile: markAsPreview(toOneOrNull('file', 'coverFileId')),
    creator: toOne('user', 'creatorId'),
    milestoneProjects: toMany('milestoneProject', 'milestoneId'),
    progress: markAsPreview(toMany('milestoneProgress', 'milestoneId')),
  },
});

export const milestoneProgress = defineModel({
  about: "State of a milestone's cards on a UTC day; written only on days of change.",
  preview: true,
  id: ['milestoneId', 'date'],
  fields: { milestoneId: id('milestone'), date: day, progress: json },
  relations: { milestone: toOne('milestone', 'milestoneId') },
});

export const milestoneProject = defineModel({
  about: 'Links a milestone to a project.',
  id: ['milestoneId', 'projectId'],
  fields: { milestoneId: id('milestone'), projectId: id('project'), accountId: id('account') },
  relations: {
    account: toOne('account', 'accountId'),
    milestone: toOne('milestone', 'milestoneId'),
    project: toOne('project', 'projectId'),
  },
});

export const sprint = defineModel({
  about: 'A run: one time box of a Run Config.',
  id: ['id'],
  fields: {
    id: id('sprint'),
    accountId: id('account'),
    accountSeq: int32,
    autoMilestoneId: markTypeAsPreview(nullable(id('milestone'))),
    completedAt: nullable(timestamp),
    coverFileId: markTypeAsPreview(nullable(id('file'))),
    createdAt: timestamp,
    description: nullable(string),
    endDate: day,
    handSyncEnabled: markTypeAsPreview(boolean),
    index: int32,
    isDeleted: boolean,
    lockedAt: markTypeAsPreview(nullable(timestamp)),
    manualOrderLabels: zonesType,
    name: nullable(string),
    sprintConfigId: id('sprintConfig'),
    startDate: day,
    userCapacities: capacitiesType,
  },
  relations: {
    account: toOne('account', 'accountId'),
    autoMilestone: markAsPreview(toOneOrNull('milestone', 'autoMilestoneId')),
    cards: toMany('card', 'sprintId'),
    coverFile: markAsPreview(toOneOrNull('file', 'coverFileId')),
    progress: markAsPreview(toMany('sprintProgress', 'sprintId')),
    sprintConfig: toOne('sprintConfig', 'sprintConfigId'),
  },
});

export const sprintConfig = defineModel({
  about: 'A Run Config: creates consecutive runs of equal length for its projects.',
  id: ['id'],
  fields: {
    id: id('sprintConfig'),
    accountId: id('account'),
    autoAssignNewCard: markTypeAsPreview(boolean),
    autoAssignStartedCard: markTypeAsPreview(boolean),
    autoBeastModeDurationHours: markTypeAsPreview(nullable(int32)),
    beastGracePeriodHours: markTypeAsPreview(int32),
    color: oneOf(...milestoneColors),
    createdAt: timestamp,
    creatorId: id('user'),
    isGlobal: boolean,
    moveOnFinish: markTypeAsPreview(list(oneOf(...moveOnFinishKinds))),
    name: string,
    runLabelTemplate: markTypeAsPreview(nullable(string)),
  },
  relations: {
    account: toOne('account', 'accountId'),
    creator: toOne('user', 'creatorId'),
    progress: markAsPreview(toMany('sprintConfigProgress', 'sprintConfigId')),
    sprintProjects: toMany('sprintProject', 'sprintConfigId'),
    sprints: toMany('sprint', 'sprintConfigId'),
  },
});

export const sprintConfigProgress = defineModel({
  about: 'Done cards of all runs of a Run Config on a UTC day; written only on days of change.',
  preview: true,
  id: ['sprintConfigId', 'date'],
  fields: { sprintConfigId: id('sprintConfig'), date: day, progress: json },
  relations: { sprintConfig: toOne('sprintConfig', 'sprintConfigId') },
});

export const sprintProgress = defineModel({
  about: "State of a run's cards on a UTC day; written only on days of change.",
  preview: true,
  id: ['sprintId', 'date'],
  fields: { sprintId: id('sprint'), date: day, progress: json },
  relations: { sprint: toOne('sprint', 'sprintId') },
});

export const sprintProject = defineModel({
  about: 'Links a Run Config to a project.',
  id: ['sprintConfigId', 'projectId'],
  fields: { sprintConfigId: id('sprintConfig'), projectId: id('project'), accountId: id('account') },
  relations: {
    account: toOne('account', 'accountId'),
    project: toOne('project', 'projectId'),
    sprintConfig: toOne('sprintConfig', 'sprintConfigId'),
  },
});

export const workflowItem = defineModel({
  about: 'A Journey Step: template for a sub card.',
  preview: true,
  id: ['itemId'],
  fields: {
    itemId: id('workflowItem'),
    accountId: id('account'),
    accountSeq: int32,
    assigneeId: nullable(id('user')),
    checkboxInfo: checkboxListType,
    checkboxStats: checkboxStatsType,
    content: string,
    createdAt: timestamp,
    creatorId: id('user'),
    deckId: id('deck'),
    ...taskOnlyFields,
    label: nullable(string),
    lastUpdatedAt: timestamp,
    masterTags: list(string),
    mentionedUsers: list(id('user')),
    sortValue: string,
    tags: list(string),
    targetDeckId: nullable(id('deck')),
    title: string,
    version: int32,
    visibility: oneOf(...visibilities),
  },
  relations: {
    account: toOne('account', 'accountId'),
    assignee: toOneOrNull('user', 'assigneeId'),
    creator: toOne('user', 'creatorId'),
    deck: toOne('deck', 'deckId'),
    inDeps: toManyByQueryableIdList('workflowItem'),
    outDeps: toManyByQueryableIdList('workflowItem'),
    targetDeck: toOneOrNull('deck', 'targetDeckId'),
  },
});
