/** Models of planning: decks and their journey steps, milestones, Run Configs, runs and progress. */

import { defineModel, many, one, oneOrNull, previewRelation, queryableIdList } from '../model.ts';
import { boolean, day, id, int32, json, list, nullable, object, oneOf, preview, string, timestamp } from '../type.ts';
import { deckTypes, milestoneColors, moveOnFinishKinds, visibilities } from '../values.ts';
import { capacities, checkboxInfo, checkboxStats, taskFields, zones } from './fields.ts';

export const deck = defineModel({
  about: 'A list of cards in a project.',
  id: ['id'],
  fields: {
    id: id('deck'),
    accountId: id('account'),
    accountSeq: int32,
    coverColor: preview(nullable(string)),
    coverFileId: preview(nullable(id('file'))),
    createdAt: timestamp,
    creatorId: id('user'),
    deckType: oneOf(...deckTypes),
    defaultCard: preview(
      object(
        {},
        {
          content: string,
          assigneeId: nullable(id('user')),
          ...taskFields,
          masterTags: list(string),
        },
      ),
    ),
    defaultProjectTagId: nullable(id('projectTag')),
    description: string,
    handSyncEnabled: preview(boolean),
    hasGuardians: preview(boolean),
    isDeleted: boolean,
    manualOrderLabels: zones,
    milestoneId: nullable(id('milestone')),
    projectId: id('project'),
    sortValue: preview(string),
    spaceId: preview(nullable(int32)),
    title: string,
  },
  relations: {
    account: one('account', 'accountId'),
    cards: many('card', 'deckId'),
    coverFile: previewRelation(oneOrNull('file', 'coverFileId')),
    creator: one('user', 'creatorId'),
    defaultProjectTag: oneOrNull('projectTag', 'defaultProjectTagId'),
    milestone: oneOrNull('milestone', 'milestoneId'),
    project: one('project', 'projectId'),
    workflowItems: previewRelation(many('workflowItem', 'deckId')),
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
    coverFileId: preview(nullable(id('file'))),
    createdAt: timestamp,
    creatorId: id('user'),
    date: day,
    description: nullable(string),
    handSyncEnabled: preview(boolean),
    isDeleted: boolean,
    isGlobal: boolean,
    manualOrderLabels: zones,
    name: string,
    startDate: nullable(day),
    userCapacities: capacities,
  },
  relations: {
    account: one('account', 'accountId'),
    cards: many('card', 'milestoneId'),
    coverFile: previewRelation(oneOrNull('file', 'coverFileId')),
    creator: one('user', 'creatorId'),
    milestoneProjects: many('milestoneProject', 'milestoneId'),
    progress: previewRelation(many('milestoneProgress', 'milestoneId')),
  },
});

export const milestoneProgress = defineModel({
  about: "State of a milestone's cards on a UTC day; written only on days of change.",
  preview: true,
  id: ['milestoneId', 'date'],
  fields: { milestoneId: id('milestone'), date: day, progress: json },
  relations: { milestone: one('milestone', 'milestoneId') },
});

export const milestoneProject = defineModel({
  about: 'Links a milestone to a project.',
  id: ['milestoneId', 'projectId'],
  fields: { milestoneId: id('milestone'), projectId: id('project'), accountId: id('account') },
  relations: {
    account: one('account', 'accountId'),
    milestone: one('milestone', 'milestoneId'),
    project: one('project', 'projectId'),
  },
});

export const sprint = defineModel({
  about: 'A run: one time box of a Run Config.',
  id: ['id'],
  fields: {
    id: id('sprint'),
    accountId: id('account'),
    accountSeq: int32,
    autoMilestoneId: preview(nullable(id('milestone'))),
    completedAt: nullable(timestamp),
    coverFileId: preview(nullable(id('file'))),
    createdAt: timestamp,
    description: nullable(string),
    endDate: day,
    handSyncEnabled: preview(boolean),
    index: int32,
    isDeleted: boolean,
    lockedAt: preview(nullable(timestamp)),
    manualOrderLabels: zones,
    name: nullable(string),
    sprintConfigId: id('sprintConfig'),
    startDate: day,
    userCapacities: capacities,
  },
  relations: {
    account: one('account', 'accountId'),
    autoMilestone: previewRelation(oneOrNull('milestone', 'autoMilestoneId')),
    cards: many('card', 'sprintId'),
    coverFile: previewRelation(oneOrNull('file', 'coverFileId')),
    progress: previewRelation(many('sprintProgress', 'sprintId')),
    sprintConfig: one('sprintConfig', 'sprintConfigId'),
  },
});

export const sprintConfig = defineModel({
  about: 'A Run Config: creates consecutive runs of equal length for its projects.',
  id: ['id'],
  fields: {
    id: id('sprintConfig'),
    accountId: id('account'),
    autoAssignNewCard: preview(boolean),
    autoAssignStartedCard: preview(boolean),
    autoBeastModeDurationHours: preview(nullable(int32)),
    beastGracePeriodHours: preview(int32),
    color: oneOf(...milestoneColors),
    createdAt: timestamp,
    creatorId: id('user'),
    isGlobal: boolean,
    moveOnFinish: preview(list(oneOf(...moveOnFinishKinds))),
    name: string,
    runLabelTemplate: preview(nullable(string)),
  },
  relations: {
    account: one('account', 'accountId'),
    creator: one('user', 'creatorId'),
    progress: previewRelation(many('sprintConfigProgress', 'sprintConfigId')),
    sprintProjects: many('sprintProject', 'sprintConfigId'),
    sprints: many('sprint', 'sprintConfigId'),
  },
});

export const sprintConfigProgress = defineModel({
  about: 'Done cards of all runs of a Run Config on a UTC day; written only on days of change.',
  preview: true,
  id: ['sprintConfigId', 'date'],
  fields: { sprintConfigId: id('sprintConfig'), date: day, progress: json },
  relations: { sprintConfig: one('sprintConfig', 'sprintConfigId') },
});

export const sprintProgress = defineModel({
  about: "State of a run's cards on a UTC day; written only on days of change.",
  preview: true,
  id: ['sprintId', 'date'],
  fields: { sprintId: id('sprint'), date: day, progress: json },
  relations: { sprint: one('sprint', 'sprintId') },
});

export const sprintProject = defineModel({
  about: 'Links a Run Config to a project.',
  id: ['sprintConfigId', 'projectId'],
  fields: { sprintConfigId: id('sprintConfig'), projectId: id('project'), accountId: id('account') },
  relations: {
    account: one('account', 'accountId'),
    project: one('project', 'projectId'),
    sprintConfig: one('sprintConfig', 'sprintConfigId'),
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
    checkboxInfo,
    checkboxStats,
    content: string,
    createdAt: timestamp,
    creatorId: id('user'),
    deckId: id('deck'),
    ...taskFields,
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
    account: one('account', 'accountId'),
    assignee: oneOrNull('user', 'assigneeId'),
    creator: one('user', 'creatorId'),
    deck: one('deck', 'deckId'),
    inDeps: queryableIdList('workflowItem'),
    outDeps: queryableIdList('workflowItem'),
    targetDeck: oneOrNull('deck', 'targetDeckId'),
  },
});
