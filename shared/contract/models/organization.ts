/**
 * Models of the organization: `_root` (the start of queries), account, projects, people and their roles, files and the
 * changelog.
 */
import { all, defineModel, extension, many, one, oneOrNull, previewRelation } from '../model.ts';
import { boolean, id, int32, json, list, nullable, object, oneOf, preview, string, timestamp } from '../type.ts';
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

export const root = defineModel({
  about: 'Start of every query.',
  id: [],
  fields: {},
  relations: {
    account: oneOrNull('account', 'account'),
    loggedInUser: oneOrNull('user', 'loggedInUser'),
    releases: all('release'),
  },
});

export const account = defineModel({
  about: 'The organization of the request.',
  id: ['id'],
  fields: {
    id: id('account'),
    allowInheritHeroCover: preview(boolean),
    attachmentCoverMode: preview(oneOf(...attachmentCoverModes)),
    billingEmail: { ...nullable(string), scope: 'account:readAdmin' },
    createdAt: timestamp,
    dependenciesEnabled: boolean,
    dueDateEnabled: boolean,
    effortScale: list(int32),
    fallbackEffort: preview(int32),
    hideCompletedCardCountForDecks: preview(boolean),
    maxHandSlotCount: preview(int32),
    milestonesEnabled: boolean,
    name: string,
    priorityLabels: object({ a: string, b: string, c: string }),
    sprintsEnabled: boolean,
    startWeekday: oneOf(...startWeekdays),
    statusChangeDurations: preview(object({ snooze: int32, archive: nullable(int32) })),
    subdomain: string,
    timeTrackingMode: preview(oneOf(...timeTrackingModes)),
    timelineScaleType: preview(oneOf(...timelineScales)),
    visionBoardEnabled: preview(boolean),
    workdays: weekdayFlags,
    workflowMode: preview(oneOf(...workflowModes)),
  },
  relations: {
    archivedProjects: all('project', { visibility: 'archived' }),
    attachments: all('attachment'),
    cards: all('card'),
    decks: all('deck', { isDeleted: false }),
    files: all('file'),
    handCards: all('handCard'),
    milestones: all('milestone'),
    projects: all('project', { visibility: 'default' }),
    queueEntries: all('queueEntry'),
    resolvables: all('resolvable'),
    sprintConfigs: all('sprintConfig'),
    sprints: all('sprint'),
    workflowItems: previewRelation(all('workflowItem')),
    cardOrders: extension(all('cardOrder')),
    roles: extension(all('accountRole')),
  },
});

export const accountRole = defineModel({
  about: "A member of the organization, and the role that bounds what the member's personal tokens may do.",
  extension: true,
  id: ['userId'],
  fields: {
    userId: id('user'),
    role: oneOf(...memberRoles),
    /** The service refuses the tokens of a disabled member. */
    isDisabled: { ...boolean, scope: 'accountRole:write' },
  },
  relations: { user: one('user', 'userId') },
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
    account: oneOrNull('account', 'accountId'),
    uploader: oneOrNull('user', 'uploaderId'),
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
    spaces: preview(json),
    visibility: oneOf(...visibilities),
  },
  relations: {
    account: one('account', 'accountId'),
    coverFile: oneOrNull('file', 'coverFileId'),
    decks: many('deck', 'projectId'),
    milestoneProjects: many('milestoneProject', 'projectId'),
    sprintProjects: many('sprintProject', 'projectId'),
    tags: many('projectTag', 'projectId'),
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
  relations: { project: one('project', 'projectId') },
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
    timezone: { ...preview(nullable(string)), personal: true },
  },
  relations: { profileImage: oneOrNull('file', 'profileImageId') },
});
