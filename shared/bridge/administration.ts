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
  /** Answers as `members/list`. A lowered role lowers the member's tokens until it is raised again. */
  'members/update': z.object({
    userId: id,
    role: z.enum(memberRoles).optional(),
    isDisabled: z.boolean().optional(),
    /** The short name stays: texts mention people by it. */
    fullName: z.string().trim().max(100).nullish(),
  }),
  /** Deletes the member's tokens; the person stays as author and owner of what is theirs. Answers as `members/list`. */
  'members/remove': z.object({ userId: id }),

  'tokens/list': none,
  /** Answers `{token}`, shown once. */
  'tokens/create': z.object({
    kind: z.enum(['organization', 'personal']),
    permission: z.enum(permissions),
    label: z.string().trim().min(1).max(100),
    /** ISO 8601. */
    expiresAt: z.iso.datetime().nullish(),
    /** Of an organization token below admin. */
    projectIds: z.array(id).max(10_000).nullish(),
    /** Of a personal token: whose; by default of the person this workspace is shown as. */
    userId: id.optional(),
  }),
  'tokens/revoke': z.object({ id }),

  'service/settings': none,
  /** Answers as `service/settings`. */
  'service/change': z.object({
    organizationName: z.string().trim().min(1).max(100).optional(),
    personalTokensEnabled: z.boolean().optional(),
    /** IANA name: of Run Configs to come. */
    timezone: z.string().max(100).optional(),
    /** IANA name: by whose midnights the runs of a Run Config begin and end. */
    runTimezone: z.object({ sprintConfigId: id, timezone: z.string().max(100) }).optional(),
  }),

  /** What a hosted service would have e-mailed, newest first. */
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
  /** The person whose computer this is: neither disabled nor removed from here. */
  readonly isLocalPerson: boolean;
  /** Of their personal tokens: the permission they were made with, and what each acts with now. */
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
  /** IANA name: of Run Configs to come. */
  readonly timezone: string;
  readonly runs: readonly {
    readonly sprintConfigId: string;
    /** Length of a run. */
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
