/**
 * Local administration that tokens cannot do: messages that windows send to the embedded service in-process. One entry
 * per message with the schema of its params, which main and the service both check.
 */
import { z } from 'zod';
import { memberRoles, type Permission, type PlanFeature, permissions, type TokenKind } from '../contract/index.ts';

const id = z.string().min(1).max(200);
const none = z.object({});

export const administrations = {
  'members/list': none,
  /** Returns the same as `members/list`. A lowered role lowers the member's tokens until it is raised again. */
  'members/update': z.object({
    userId: id,
    role: z.enum(memberRoles).optional(),
    isDisabled: z.boolean().optional(),
    /** The short name cannot change, since texts mention people by it. */
    fullName: z.string().trim().max(100).nullish(),
  }),
  /** Deletes the member's tokens; the person stays as author and owner. Returns the same as `members/list`. */
  'members/remove': z.object({ userId: id }),

  'tokens/list': none,
  /** Returns `{token}`, the only time that it is readable. */
  'tokens/create': z.object({
    kind: z.enum(['organization', 'personal']),
    permission: z.enum(permissions),
    label: z.string().trim().min(1).max(100),
    /** ISO 8601. */
    expiresAt: z.iso.datetime().nullish(),
    /** For an organization token below admin. */
    projectIds: z.array(id).max(10_000).nullish(),
    /** For a personal token: its owner, by default the person whom the workspace belongs to. */
    userId: id.optional(),
  }),
  'tokens/revoke': z.object({ id }),

  'service/settings': none,
  /** Returns the same as `service/settings`. */
  'service/change': z.object({
    organizationName: z.string().trim().min(1).max(100).optional(),
    personalTokensEnabled: z.boolean().optional(),
    /** IANA name, for new Run Configs. */
    timezone: z.string().max(100).optional(),
    /** IANA name; the runs of a Run Config begin and end at midnight in this zone. */
    runTimezone: z.object({ sprintConfigId: id, timezone: z.string().max(100) }).optional(),
  }),

  /** E-mails that a hosted service would have sent, newest first. */
  'mail/list': none,
} as const;

export type AdministrationName = keyof typeof administrations;
export type AdministrationParams<N extends AdministrationName> = z.input<(typeof administrations)[N]>;

export interface Member {
  readonly userId: string;
  readonly name: string;
  readonly fullName: string | null;
  readonly role: (typeof memberRoles)[number];
  readonly isDisabled: boolean;
  /** The person who uses this computer; cannot be disabled or removed here. */
  readonly isLocalPerson: boolean;
  /** Their personal tokens, with the permission each was created with and the one it has now. */
  readonly tokens: readonly { readonly label: string; readonly made: Permission; readonly acts: Permission }[];
}

export interface TokenInfo {
  readonly id: string;
  readonly kind: TokenKind;
  readonly permission: Permission;
  /** Null: all projects, later ones too. */
  readonly projects: readonly string[] | null;
  readonly userId: string;
  readonly label: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export interface ServiceSettings {
  readonly planFeatures: readonly PlanFeature[];
  readonly personalTokensEnabled: boolean;
  /** IANA name, for new Run Configs. */
  readonly timezone: string;
  readonly runs: readonly {
    readonly sprintConfigId: string;
    /** Length of a run, in days. */
    readonly days: number;
    readonly timezone: string;
  }[];
}

export interface Mail {
  readonly id: number;
  readonly userId: string;
  readonly subject: string;
  readonly text: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

export interface AdministrationAnswers {
  'members/list': readonly Member[];
  'members/update': readonly Member[];
  'members/remove': readonly Member[];
  'tokens/list': readonly TokenInfo[];
  'tokens/create': { readonly token: string };
  'tokens/revoke': null;
  'service/settings': ServiceSettings;
  'service/change': ServiceSettings;
  'mail/list': readonly Mail[];
}
