/** Clients must also accept values that are not listed here. */

export const attachmentCoverModes = ['none', 'first', 'last'] as const;
export const cardOrderContexts = ['milestone', 'deck', 'sprint'] as const;
export const cardStatuses = ['not_started', 'started', 'snoozing', 'done'] as const;
/** Statuses that actions can set; only the service sets `snoozing`. */
export const writableStatuses = ['not_started', 'started', 'done'] as const;
export const deckTypes = ['task', 'hero', 'doc', 'mixed'] as const;
export const derivedStatuses = [
  'deleted',
  'archived',
  'archivedDone',
  'archivedHeroDone',
  'doc',
  'blocked',
  'review',
  'hero',
  'heroDone',
  'heroDoc',
  'assigned',
  'unassigned',
  'started',
  'done',
  'snoozing',
  'archivedHero',
] as const;
/** Roles of an organization's members, highest first. */
export const memberRoles = ['owner', 'admin', 'producer', 'write', 'read'] as const;
export const moveOnFinishKinds = ['undone', 'review', 'blocked'] as const;
export const threadParticipantStatuses = ['active', 'opt_out', 'approve'] as const;
/** Features that not every organization's plan includes. */
export const subscriptionPlanFeatures = ['dueDates', 'guardians', 'capacity', 'beastMode'] as const;
export const milestoneColors = ['gray', 'brown', 'yellow', 'red', 'pink', 'blue', 'green'] as const;
export const priorities = ['a', 'b', 'c'] as const;
export const startWeekdays = ['monday', 'saturday', 'sunday'] as const;
export const threadContextKinds = ['block', 'review', 'comment'] as const;
export const timeTrackingModes = ['none', 'manual', 'strict'] as const;
export const timelineScales = ['day', 'week'] as const;
export const userKinds = ['human', 'integration', 'api_token'] as const;
export const visibilities = ['default', 'archived', 'deleted'] as const;
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export const workflowModes = ['none', 'only_parent_cards', 'journeys'] as const;

export type CardOrderContext = (typeof cardOrderContexts)[number];
export type CardStatus = (typeof cardStatuses)[number];
export type DerivedStatus = (typeof derivedStatuses)[number];
export type MemberRole = (typeof memberRoles)[number];
export type SubscriptionPlanFeature = (typeof subscriptionPlanFeatures)[number];
export type MilestoneColor = (typeof milestoneColors)[number];
export type Priority = (typeof priorities)[number];
export type ThreadContextKind = (typeof threadContextKinds)[number];
export type Visibility = (typeof visibilities)[number];
