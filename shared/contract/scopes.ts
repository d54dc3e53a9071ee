/** Lowest first. A permission includes the scopes of all lower ones. */
export const tokenPermissions = ['read', 'write', 'producer', 'admin'] as const;
export type TokenPermission = (typeof tokenPermissions)[number];
export type TokenKind = 'organization' | 'personal';

const splitWords = (text: string) => text.trim().split(/\s+/);
const scopesFor = (verb: string, names: string) => splitWords(names).map((name) => `${name}:${verb}`);

interface Grant {
  readonly both: readonly string[];
  readonly organization: readonly string[];
  readonly personal: readonly string[];
}

const grants: Record<TokenPermission, Grant> = {
  read: {
    both: [
      'account:readPublic',
      ...scopesFor(
        'read',
        `_root account accountRole activity assigneeAssignment assigneeDeckAssignment attachment card cardHistory
        cardOrder cardOrderInDeck cardPreset cardSubscription cardUpvote cardsEffortHistory cardsFinishedHistory
        cardsStatusHistory cardsTimeToFinished deck deckAssignment deckGuardian deckSubscription dueCard file
        forecastOverwrite handCard milestone milestoneProgress milestoneProject pinnedMilestone project projectOrder
        projectTag projectUser projectUserSetting publicProjectInfo queueEntry release resolvable resolvableEntry
        resolvableEntryHistory resolvableEntryReaction resolvableParticipant resolvableParticipantHistory sprint
        sprintConfig sprintConfigProgress sprintProgress sprintProject timeTrackingSegment timeTrackingSum user
        userTag visionBoard visionBoardQuery workflowItem workflowItemHistory workflowTemplate workflowTemplateItem`,
      ),
    ],
    organization: [],
    personal: [
      'user:readSelf',
      ...scopesFor(
        'read',
        `accountUserSetting cardDiffNotification lastSeenCardUpvote projectSelection queueSelection
        resolvableNotification savedSearch userNotificationChannel`,
      ),
    ],
  },
  write: {
    both: [
      ...scopesFor(
        'write',
        'attachment card cardOrder cardPreset file queueEntry resolvable visionBoard visionBoardQuery',
      ),
      ...scopesFor(
        'writeOwn',
        `cardSubscription cardUpvote deckSubscription handCard pinnedMilestone resolvableEntry
        resolvableEntryReaction resolvableParticipant timeTrackingSegment userTag`,
      ),
    ],
    organization: ['handCard:writeAny'],
    personal: [
      'lastSeenCardUpvote:write',
      ...scopesFor(
        'writeOwn',
        `accountUserSetting cardDiffNotification projectOrder projectSelection queueSelection
        resolvableNotification savedSearch user userNotificationChannel`,
      ),
    ],
  },
  producer: {
    both: [
      'deck:delete',
      'timeTrackingSegment:writeAny',
      ...scopesFor(
        'write',
        `deck deckGuardian forecastOverwrite milestone project projectTag projectUser sprint sprintConfig workflowItem
        workflowTemplate`,
      ),
    ],
    organization: [],
    personal: [],
  },
  admin: {
    both: [
      'account:readAdmin',
      'affiliateCode:read',
      'file:delete',
      'invoice:read',
      'project:create',
      'project:delete',
      'project:writeAccess',
      ...scopesFor('write', 'account accountRole'),
    ],
    organization: [],
    personal: [],
  },
};

export function scopesOfToken(kind: TokenKind, permission: TokenPermission): ReadonlySet<string> {
  const upTo = tokenPermissions.slice(0, tokenPermissions.indexOf(permission) + 1);
  return new Set(upTo.flatMap((name) => [...grants[name].both, ...grants[name][kind]]));
}
