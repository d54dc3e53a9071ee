import { defineModel, markAsExtension, markAsPreview, toAllRows, toMany, toOne, toOneOrNull } from '../model.ts';
import {
  boolean,
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
  withNeutral,
} from '../type.ts';
import {
  attachmentCoverModes,
  memberRoles,
  startWeekdays,
  timelineScales,
  timeTrackingModes,
  userKinds,
  visibilities,
  weekdays,
  workflowModes,
} from '../values.ts';

const weekdayFlags = object(
  Object.fromEntries(weekdays.map((name) => [name, boolean])) as Record<(typeof weekdays)[number], typeof boolean>,
);

export const rootModel = defineModel({
  about: 'Start of every query.',
  id: [],
  fields: {},
  relations: {
    account: toOneOrNull('account', 'account'),
    loggedInUser: toOneOrNull('user', 'loggedInUser'),
    releases: toAllRows('release'),
  },
});

export const account = defineModel({
  about: 'The organization of the request.',
  id: ['id'],
  fields: {
    id: id('account'),
    allowInheritHeroCover: markTypeAsPreview(boolean),
    attachmentCoverMode: markTypeAsPreview(oneOf(...attachmentCoverModes)),
    billingEmail: { ...nullable(string), scope: 'account:readAdmin' },
    createdAt: timestamp,
    dependenciesEnabled: boolean,
    dueDateEnabled: boolean,
    effortScale: list(int32),
    fallbackEffort: markTypeAsPreview(int32),
    hideCompletedCardCountForDecks: markTypeAsPreview(boolean),
    maxHandSlotCount: markTypeAsPreview(int32),
    milestonesEnabled: boolean,
    name: string,
    priorityLabels: object({ a: string, b: string, c: string }),
    sprintsEnabled: boolean,
    startWeekday: oneOf(...startWeekdays),
    statusChangeDurations: markTypeAsPreview(object({ snooze: int32, archive: nullable(int32) })),
    subdomain: string,
    timeTrackingMode: markTypeAsPreview(oneOf(...timeTrackingModes)),
    timelineScaleType: markTypeAsPreview(oneOf(...timelineScales)),
    visionBoardEnabled: markTypeAsPreview(boolean),
    workdays: weekdayFlags,
    workflowMode: markTypeAsPreview(oneOf(...workflowModes)),
  },
  relations: {
    archivedProjects: toAllRows('project', { visibility: 'archived' }),
    attachments: toAllRows('attachment'),
    cards: toAllRows('card'),
    decks: toAllRows('deck', { isDeleted: false }),
    files: toAllRows('file'),
    handCards: toAllRows('handCard'),
    milestones: toAllRows('milestone'),
    projects: toAllRows('project', { visibility: 'default' }),
    queueEntries: toAllRows('queueEntry'),
    resolvables: toAllRows('resolvable'),
    sprintConfigs: toAllRows('sprintConfig'),
    sprints: toAllRows('sprint'),
    workflowItems: markAsPreview(toAllRows('workflowItem')),
    cardOrders: markAsExtension(toAllRows('cardOrder')),
    roles: markAsExtension(toAllRows('accountRole')),
  },
});

export const accountRole = defineModel({
  about: "A member of the organization, and the role that bounds what the member's personal tokens may do.",
  extension: true,
  id: ['userId'],
  fields: {
    userId: id('user'),
    role: withNeutral(oneOf(...memberRoles), 'read'),
    /** The service refuses the tokens of a disabled member. */
    isDisabled: { ...boolean, scope: 'accountRole:write' },
  },
  relations: { user: toOne('user', 'userId') },
});

export const file = defineModel({
  about: 'A stored file.',
  id: ['id'],
  fields: {
    id: id('file'),
    accountId: nullable(id('account')),
    createdAt: timestamp,
    name: string,
    size: int32,
    uploaderId: nullable(id('user')),
    url: string,
  },
  relations: {
    account: toOneOrNull('account', 'accountId'),
    uploader: toOneOrNull('user', 'uploaderId'),
  },
});

export const project = defineModel({
  about: 'Groups decks.',
  id: ['id'],
  fields: {
    id: id('project'),
    accountId: id('account'),
    coverFileId: nullable(id('file')),
    createdAt: timestamp,
    name: string,
    spaces: markTypeAsPreview(json),
    visibility: oneOf(...visibilities),
  },
  relations: {
    account: toOne('account', 'accountId'),
    coverFile: toOneOrNull('file', 'coverFileId'),
    decks: toMany('deck', 'projectId'),
    milestoneProjects: toMany('milestoneProject', 'projectId'),
    sprintProjects: toMany('sprintProject', 'projectId'),
    tags: toMany('projectTag', 'projectId'),
  },
});

export const projectTag = defineModel({
  about: 'A tag of a project.',
  id: ['id'],
  fields: {
    id: id('projectTag'),
    color: nullable(string),
    createdAt: timestamp,
    description: nullable(string),
    emoji: nullable(string),
    projectId: id('project'),
    tag: string,
  },
  relations: { project: toOne('project', 'projectId') },
});

export const release = defineModel({
  about: "An entry of the service's changelog, the same for every organization.",
  id: ['id'],
  fields: { id: id('release'), content: string, createdAt: timestamp, title: string, version: string },
  relations: {},
});

export const user = defineModel({
  about: 'A person, integration, or API token acting in an organization.',
  id: ['id'],
  fields: {
    id: id('user'),
    fullName: nullable(string),
    isIntegration: boolean,
    kind: oneOf(...userKinds),
    name: string,
    profileImageId: nullable(id('file')),
    timezone: { ...markTypeAsPreview(nullable(string)), personal: true },
  },
  relations: { profileImage: toOneOrNull('file', 'profileImageId') },
});
