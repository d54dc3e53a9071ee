/**
 * Models that the interface does not show: watches, guardians, participants, pins, locks. They have the form of the
 * contract's models, so that tables, row store and replay treat them alike; no query can name them.
 */
import type { Model } from '../../../shared/contract/index.ts';
import { model } from '../../../shared/contract/model.ts';
import { id, int32, json, nullable, oneOf, string, timestamp, type ValueOf } from '../../../shared/contract/type.ts';
import { participantStatuses } from '../../../shared/contract/values.ts';

const inside = <const F extends Model['fields']>(about: string, ids: readonly (keyof F & string)[], fields: F) =>
  model({ about, id: ids, fields, relations: {} });

export const internalModels = {
  cardSubscription: inside('A user watches a card.', ['id'], {
    id: id('cardSubscription'),
    cardId: id('card'),
    userId: id('user'),
  }),
  deckSubscription: inside('A user watches a deck.', ['id'], {
    id: id('deckSubscription'),
    deckId: id('deck'),
    userId: id('user'),
  }),
  deckGuardian: inside('A user guards a deck.', ['deckId', 'userId'], { deckId: id('deck'), userId: id('user') }),
  pinnedMilestone: inside("A user's one pinned milestone.", ['userId'], {
    userId: id('user'),
    milestoneId: id('milestone'),
  }),
  resolvableParticipant: inside('A user takes part in a thread.', ['resolvableId', 'userId'], {
    resolvableId: id('resolvable'),
    userId: id('user'),
    status: oneOf(...participantStatuses),
  }),
  lockedCard: inside(
    'A card locked into a run in Beast Mode, and its Beast level; `lockedAt` in the future while in its grace period.',
    ['cardId'],
    {
      cardId: id('card'),
      /** Null, like `lockedAt`, while the card is not locked in and has only a level. */
      sprintId: nullable(id('sprint')),
      lockedAt: nullable(timestamp),
      level: int32,
    },
  ),
  notice: inside('A user is told of a comment.', ['userId', 'entryId'], {
    userId: id('user'),
    entryId: id('resolvableEntry'),
    cardId: id('card'),
    createdAt: timestamp,
  }),
  runSchedule: inside('How long the runs of a Run Config are, and in which time zone they begin.', ['sprintConfigId'], {
    sprintConfigId: id('sprintConfig'),
    days: int32,
    /** IANA name. */
    timezone: string,
  }),
  setting: inside('Settings of the service itself, by name.', ['name'], { name: string, value: json }),
  /** The highest number so far; cards and journey steps share a counter. */
  counter: inside('The last accountSeq given per kind of row.', ['name'], { name: string, value: int32 }),
  upload: inside('A signed upload that may or may not have arrived.', ['id'], {
    id: string,
    fileName: string,
    /** The address to read it from: the param of `cards/addFile`, then `file.url`. */
    url: string,
    /** In bytes; null until it is uploaded. */
    size: nullable(int32),
    userId: nullable(id('user')),
    createdAt: timestamp,
  }),
} as const;

export type InternalModel = keyof typeof internalModels;
export type InternalRow<M extends InternalModel> = {
  [F in keyof (typeof internalModels)[M]['fields']]: ValueOf<(typeof internalModels)[M]['fields'][F]>;
};
