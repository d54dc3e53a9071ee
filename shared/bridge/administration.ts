/** Changes that no API token allows, sent in-process. Main and the service both check the params. */
import { z } from 'zod';
import {
  memberRoles,
  type SubscriptionPlanFeature,
  type TokenKind,
  type TokenPermission,
  tokenPermissions,
} from '../contract/index.ts';

const id = z.string().min(1).max(200);
const noParams = z.object({});

export const administrationParamSchemas = {
  'members/list': noParams,
  /** A lower role also limits the member's tokens, until the role is raised again. */
  'members/update': z.object({
    userId: id,
    role: z.enum(memberRoles).optional(),
    isDisabled: z.boolean().optional(),
    /** The short name cannot change, because texts mention people by their short name. */
    fullName: z.string().trim().nullish(),
  }),
  /** By the action `users/remove`, which also deletes the member's tokens. Returns the remaining members. */
  'members/remove': z.object({ userId: id }),

  'tokens/list': noParams,
  /** Returns `{token}`, the secret text of the token. No later message returns this text again. */
  'tokens/create': z.object({
    kind: z.enum(['organization', 'personal']),
    permission: z.enum(tokenPermissions),
    label: z.string().trim().min(1),
    /** ISO 8601 time; null for a token that never expires. */
    expiresAt: z.iso.datetime().nullish(),
    /** The projects that an organization token without admin permission can see; null for all projects. */
    projectIds: z.array(id).max(10_000).nullish(),
    /** Required for personal tokens, ignored for organization tokens. */
    userId: id.optional(),
  }),
  'tokens/revoke': z.object({ id }),

  'service/settings': noParams,
  'service/change': z.object({
    organizationName: z.string().trim().min(1).optional(),
    personalTokensEnabled: z.boolean().optional(),
    /** IANA name of the time zone that new Run Configs get. */
    timezone: z.string().max(100).optional(),
    /** The runs of this Run Config begin and end at midnight in `timezone`, an IANA name. */
    runTimezone: z.object({ sprintConfigId: id, timezone: z.string().max(100) }).optional(),
  }),

  /** Returns the doubt about the computer's clock, or null. While there is one, nothing is archived and no run ends. */
  'clock/doubt': noParams,
  'clock/trust': noParams,

  /** Returns the stored e-mails, newest first. The embedded service stores e-mails instead of sending them. */
  'mail/list': noParams,
} as const;

export type AdministrationMessageName = keyof typeof administrationParamSchemas;
export type AdministrationParams<N extends AdministrationMessageName> = z.input<(typeof administrationParamSchemas)[N]>;

export interface Member {
  readonly userId: string;
  readonly name: string;
  readonly fullName: string | null;
  readonly role: (typeof memberRoles)[number];
  readonly isDisabled: boolean;
  /** True for the person who uses this computer. This member cannot be disabled or removed here. */
  readonly isLocalPerson: boolean;
  /**
   * Not revoked, and without the app's own token. `grantedPermission` is the permission with which a token was created,
   * `effectivePermission` the one that it has now: at most the permission of the member's role.
   */
  readonly tokens: readonly {
    readonly label: string;
    readonly grantedPermission: TokenPermission;
    readonly effectivePermission: TokenPermission;
  }[];
}

export interface ApiTokenDetails {
  readonly id: string;
  readonly kind: TokenKind;
  readonly permission: TokenPermission;
  /** Ids of the projects that the token can see; null for all projects, including ones created later. */
  readonly projects: readonly string[] | null;
  readonly userId: string;
  readonly label: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export interface ServiceSettings {
  readonly planFeatures: readonly SubscriptionPlanFeature[];
  readonly personalTokensEnabled: boolean;
  /** IANA name of the time zone that new Run Configs get. */
  readonly timezone: string;
  readonly runs: readonly {
    readonly sprintConfigId: string;
    /** Length of a run, in days. */
    readonly days: number;
    readonly timezone: string;
  }[];
}

/** The time that the clock shows, and the time that was expected; both in milliseconds since 1970. */
export interface ClockDoubtAnswer {
  readonly shown: number;
  readonly expected: number;
}

export interface StoredMail {
  readonly id: number;
  readonly userId: string;
  readonly subject: string;
  readonly text: string;
  /** ISO 8601 time. */
  readonly createdAt: string;
}

export interface AdministrationAnswers {
  'members/list': readonly Member[];
  'members/update': readonly Member[];
  'members/remove': readonly Member[];
  'tokens/list': readonly ApiTokenDetails[];
  'tokens/create': { readonly token: string };
  'tokens/revoke': null;
  'service/settings': ServiceSettings;
  'service/change': ServiceSettings;
  'clock/doubt': ClockDoubtAnswer | null;
  'clock/trust': null;
  'mail/list': readonly StoredMail[];
}
