/**
 * Models whose rows queries cannot read, such as subscriptions, guardians, locks, notices and settings. They are
 * defined like the contract's, so that tables, the row store and replay need no special code for them.
 */
import type { Model } from '../../../shared/contract/index.ts';
import { defineModel } from '../../../shared/contract/model.ts';
import {
  day,
  id,
  int32,
  json,
  nullable,
  oneOf,
  string,
  timestamp,
  type ValueOf,
} from '../../../shared/contract/type.ts';
import { threadParticipantStatuses } from '../../../shared/contract/values.ts';

const internalModel = <const F extends Model['fields']>(about: string, ids: readonly (keyof F & string)[], fields: F) =>
  defineModel({ about, id: ids, fields, relations: {} });

export const internalModels = {
  cardSubscription: internalModel('A user watches a card.', ['id'], {
    id: id('cardSubscription'),
    cardId: id('card'),
    userId: id('user'),
  }),
  deckSubscription: internalModel('A user watches a deck.', ['id'], {
    id: id('deckSubscription'),
    deckId: id('deck'),
    userId: id('user'),
  }),
  deckGuardian: internalModel('A user guards a deck.', ['deckId', 'userId'], {
    deckId: id('deck'),
    userId: id('user'),
  }),
  pinnedMilestone: internalModel("A user's one pinned milestone.", ['userId'], {
    userId: id('user'),
    milestoneId: id('milestone'),
  }),
  resolvableParticipant: internalModel('A user takes part in a thread.', ['resolvableId', 'userId'], {
    resolvableId: id('resolvable'),
    userId: id('user'),
    status: oneOf(...threadParticipantStatuses),
  }),
  lockedCard: internalModel(
    'A card locked into a run in Beast Mode, and its Beast level; `lockedAt` in the future while in its grace period.',
    ['cardId'],
    {
      cardId: id('card'),
      /** Both are null for a card that has a Beast level but is not locked into a run. */
      sprintId: nullable(id('sprint')),
      lockedAt: nullable(timestamp),
      level: int32,
    },
  ),
  notice: internalModel('A user is told of a comment.', ['userId', 'entryId'], {
    userId: id('user'),
    entryId: id('resolvableEntry'),
    cardId: id('card'),
    createdAt: timestamp,
  }),
  runSchedule: internalModel(
    'How long the runs of a Run Config are, and in which time zone they begin.',
    ['sprintConfigId'],
    {
      sprintConfigId: id('sprintConfig'),
      days: int32,
      /** IANA name. */
      timezone: string,
    },
  ),
  projectProgress: internalModel(
    'The part of one project in progress rows, for viewers of some projects. Has a row only for days of change, too.',
    ['model', 'ownerId', 'projectId', 'date'],
    {
      model: oneOf('milestoneProgress', 'sprintProgress', 'sprintConfigProgress'),
      /** Id of the milestone, run or Run Config. */
      ownerId: string,
      projectId: id('project'),
      date: day,
      /** Numbers as in `stats` of a progress row. */
      stats: json,
    },
  ),
  setting: internalModel('Settings of the service itself, by name.', ['name'], { name: string, value: json }),
  /** `value` is the last assigned `accountSeq`. Cards and journey steps share one counter (rule `journeys.seq`). */
  counter: internalModel('The last accountSeq given per kind of row.', ['name'], { name: string, value: int32 }),
  upload: internalModel('A signed upload that may or may not have arrived.', ['id'], {
    id: string,
    fileName: string,
    /** For reading the file: a param of `cards/addFile`, which stores it in `file.url`. */
    url: string,
    /** In bytes; null until the file is uploaded. */
    size: nullable(int32),
    userId: nullable(id('user')),
    createdAt: timestamp,
  }),
} as const;

export type InternalModelName = keyof typeof internalModels;
export type InternalRow<M extends InternalModelName> = {
  [F in keyof (typeof internalModels)[M]['fields']]: ValueOf<(typeof internalModels)[M]['fields'][F]>;
};
