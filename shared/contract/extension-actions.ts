/**
 * The app needs these actions for local workspaces, except the `renameZone` actions, which only other programs send.
 * For changes that no token permits there are no actions: windows send messages of local administration
 * (shared/bridge/administration.ts).
 */
import { defineAction } from './action.ts';
import { taskOnlyFields } from './models/fields.ts';
import { models } from './models.ts';
import { boolean, day, id, int32, json, list, nullable, object, oneOf, string } from './type.ts';
import { deckTypes, memberRoles, milestoneColors, subscriptionPlanFeatures, visibilities } from './values.ts';

const { id: _id, createdAt: _createdAt, subdomain: _subdomain, ...accountSettings } = models.account.fields;

/** A group of decks within a project, as `project.spaces` lists them. */
export const spaceType = object({
  id: int32,
  name: string,
  icon: nullable(string),
  defaultDeckType: oneOf(...deckTypes),
});

const stepFields = {
  content: string,
  assigneeId: nullable(id('user')),
  ...taskOnlyFields,
  label: nullable(string),
  masterTags: list(string),
  targetDeckId: nullable(id('deck')),
  inDeps: list(id('workflowItem')),
  visibility: oneOf(...visibilities),
  sortValue: string,
};

const renameZone = <const M extends 'deck' | 'milestone' | 'sprint'>(owner: M) =>
  defineAction({
    about: `Renames a zone of the ${owner}'s manual order; its cards stay in it.`,
    scopes: [`${owner}:write`],
    labels: { Rename: 'Renamed' },
    extension: true,
    retry: 'ask',
    undo: 'always',
    readBack: 'rows',
    required: { id: id(owner), label: string, newLabel: string },
  });

export const extensionActions = {
  'account/update': defineAction({
    about: 'Changes settings of the organization, and which plan features it has.',
    scopes: ['account:write'],
    labels: { Change: 'Changed', Rename: 'Renamed', Switch: 'Switched' },
    extension: true,
    retry: 'harmless',
    undo: {
      never: 'settings are changed back where they are shown',
      said: 'Settings cannot be undone: change them back where you changed them.',
    },
    readBack: 'rows',
    required: {},
    optional: { ...accountSettings, planFeatures: list(oneOf(...subscriptionPlanFeatures)) },
  }),
  'projects/create': defineAction({
    about: 'Creates a project with one space.',
    scopes: ['project:create'],
    labels: { Create: 'Created' },
    extension: true,
    retry: 'search',
    undo: {
      never: 'a new project is archived, not taken back',
      said: 'A new project cannot be taken back by undo: archive it.',
    },
    readBack: 'rows',
    required: { name: string },
    optional: { spaces: json },
    answer: { id: id('project') },
  }),
  'projects/update': defineAction({
    about: 'Renames a project or changes its spaces; decks of a removed space move into the first remaining one.',
    scopes: ['project:write'],
    labels: { Change: 'Changed', Rename: 'Renamed', Add: 'Added', Remove: 'Removed' },
    extension: true,
    retry: 'harmless',
    sets: 'project',
    undo: 'always',
    readBack: 'rows',
    required: { id: id('project') },
    optional: { name: string, spaces: list(spaceType) },
  }),
  'projects/setVisibility': defineAction({
    about: "Archives, deletes or restores a project; archiving and deleting close its cards' open threads.",
    scopes: ['project:delete'],
    labels: { Archive: 'Archived', Delete: 'Deleted', Restore: 'Restored' },
    extension: true,
    retry: 'harmless',
    sets: 'project',
    undo: 'always',
    readBack: 'rows',
    required: { id: id('project'), visibility: oneOf(...visibilities) },
  }),
  'projects/addTag': defineAction({
    about: 'Adds a tag to a project.',
    scopes: ['projectTag:write'],
    labels: { Add: 'Added' },
    extension: true,
    retry: 'search',
    undo: {
      never: 'deleting the tag would also take it out of texts that wrote it before',
      said: 'A new tag cannot be taken back by undo: delete it in the settings of the project.',
    },
    readBack: 'rows',
    required: { projectId: id('project'), tag: string },
    optional: { color: nullable(string), emoji: nullable(string), description: nullable(string) },
    answer: { id: id('projectTag') },
  }),
  'projects/updateTag': defineAction({
    about: "Changes a tag; renaming also renames it in content and masterTags of the project's cards.",
    scopes: ['projectTag:write'],
    labels: { Change: 'Changed', Rename: 'Renamed', Colour: 'Coloured' },
    extension: true,
    retry: 'harmless',
    sets: 'projectTag',
    undo: 'always',
    readBack: 'rows',
    required: { id: id('projectTag') },
    optional: { tag: string, color: nullable(string), emoji: nullable(string), description: nullable(string) },
  }),
  'projects/deleteTag': defineAction({
    about:
      "Deletes a tag. Cards, journey steps and decks of the project lose it; where a card's text writes it, the plain word stays.",
    scopes: ['projectTag:write'],
    labels: { Delete: 'Deleted' },
    extension: true,
    retry: 'search',
    undo: {
      never: 'texts that wrote the tag have the plain word',
      said: 'A deleted tag cannot be restored: add it again.',
    },
    readBack: 'rows',
    required: { id: id('projectTag') },
  }),
  'users/create': defineAction({
    about: 'Adds a person to the organization.',
    scopes: ['accountRole:write'],
    labels: { Add: 'Added' },
    extension: true,
    retry: 'ask',
    undo: {
      never: 'removing a person is not as if they had never been there',
      said: 'A new person cannot be taken back by undo: remove them in the settings.',
    },
    readBack: 'rows',
    required: { name: string },
    optional: {
      fullName: nullable(string),
      timezone: nullable(string),
      role: oneOf(...memberRoles),
    },
    answer: { id: id('user') },
  }),
  'users/remove': defineAction({
    about:
      'Removes a person from the organization: their tokens, Hand, bookmarks and subscriptions go, and what they own and is not done has no owner any more. They stay as author, and as owner of what is done.',
    scopes: ['accountRole:write'],
    labels: { Remove: 'Removed' },
    extension: true,
    retry: 'harmless',
    undo: {
      never: 'their Hand, bookmarks and subscriptions are gone',
      said: 'A removed person cannot be brought back by undo.',
    },
    readBack: 'rows',
    required: { id: id('user') },
  }),
  'sprints/createConfig': defineAction({
    about:
      'Creates a Run Config whose first run starts on `startDate`; runs begin and end at the midnights of `timezone`.',
    scopes: ['sprintConfig:write'],
    labels: { Create: 'Created' },
    extension: true,
    retry: 'search',
    undo: {
      never: 'deleting a Run Config is a decision of its own: its runs go with it',
      said: 'A new Run Config cannot be taken back by undo: delete it in its settings.',
    },
    readBack: 'rows',
    required: { name: string, startDate: day, days: int32 },
    optional: {
      color: oneOf(...milestoneColors),
      isGlobal: boolean,
      projectIds: list(id('project')),
      timezone: string,
    },
    answer: { id: id('sprintConfig') },
  }),
  'sprints/deleteConfig': defineAction({
    about: 'Deletes a Run Config with its runs and their progress; cards leave their run.',
    scopes: ['sprintConfig:write'],
    labels: { Delete: 'Deleted' },
    extension: true,
    retry: 'search',
    undo: { never: 'its runs and their progress are gone', said: 'A deleted Run Config cannot be restored.' },
    readBack: 'rows',
    required: { id: id('sprintConfig') },
  }),
  'workflowItems/create': defineAction({
    about: "Adds a step to a deck's journey.",
    scopes: ['workflowItem:write'],
    labels: { Add: 'Added' },
    extension: true,
    retry: 'search',
    undo: {
      never: 'a journey step is archived, not taken back',
      said: 'A new journey step cannot be taken back by undo: archive it.',
    },
    readBack: 'rows',
    required: { deckId: id('deck'), content: string },
    optional: stepFields,
    answer: { id: id('workflowItem') },
  }),
  'workflowItems/update': defineAction({
    about: 'Changes a journey step; changing an archived or deleted one sets it back to `default`.',
    scopes: ['workflowItem:write'],
    labels: { Change: 'Changed', Move: 'Moved', Remove: 'Removed' },
    extension: true,
    retry: 'harmless',
    sets: 'workflowItem',
    undo: {
      never: 'changing an archived or deleted step also restores it',
      said: 'A journey step cannot be changed back by undo: change it again.',
    },
    readBack: 'rows',
    required: { id: id('workflowItem') },
    optional: stepFields,
  }),
  'decks/renameZone': renameZone('deck'),
  'milestones/renameZone': renameZone('milestone'),
  'sprints/renameZone': renameZone('sprint'),
  'journeys/start': defineAction({
    about: "Starts a deck's journey on a card: each step becomes a sub card.",
    scopes: ['card:write'],
    labels: { Start: 'Started' },
    extension: true,
    retry: 'search',
    undo: 'always',
    readBack: 'rows',
    required: { cardId: id('card'), deckId: id('deck') },
    answer: { ids: list(id('card')) },
  }),
} as const;
