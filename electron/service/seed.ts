/**
 * The first rows of a new workspace: the organization, the person to whom it belongs, settings, and a first project with
 * the decks of the chosen template if the person named one.
 */
import type { NewWorkspace } from '../../shared/bridge/commands.ts';
import type { Timestamp } from '../../shared/contract/index.ts';
import { dayInTimeZone, startOfWeek } from '../../shared/domain/calendar.ts';
import { isMentionableName } from '../../shared/domain/text-tokens.ts';
import { type WorkspaceTemplateName, workspaceTemplates } from '../../shared/domain/workspace-templates.ts';
import type { Engine } from '../engine/engine.ts';
import { localPersonId } from '../engine/rules/members.ts';
import type { RowStore, StoredRow } from '../engine/store/rows.ts';

export interface InitialContent {
  readonly accountName: string;
  readonly subdomain: string;
  readonly personName: string;
  readonly personFullName: string | null;
  /** IANA name. */
  readonly timezone: string;
  /** IANA name for new Run Configs; null for the computer's time zone. */
  readonly runTimezone: string | null;
  readonly startWeekday: StoredRow<'account'>['startWeekday'];
  readonly projectName: string | null;
  readonly template: WorkspaceTemplateName;
}

/** Creates a new workspace that is not empty, such as the demo. */
export interface WorkspaceContent {
  readonly initialContent: Partial<InitialContent>;
  /** The organization and the local person get the first ids. */
  newId(): string;
  /** Called once, after the organization and the local person have been created. */
  fill(input: WorkspaceFillInput): void;
}

export interface WorkspaceFillInput {
  readonly engine: Engine;
  readonly accountId: string;
  readonly localPersonId: string;
  /** When the workspace is created. All dates of the content are relative to it. */
  readonly at: Timestamp;
  /** @returns the file's address, a parameter of `cards/addFile` */
  storeFile(fileName: string, type: string, bytes: Uint8Array, userId: string, at: Timestamp): string;
}

/** The name for mentions (`@name`): the first name in lower case, or `me` if a mention cannot contain it. */
function shortName(fullName: string): string {
  const [first = ''] = fullName.trim().replaceAll('İ', 'i').toLowerCase().split(/\s+/);
  const short = first.normalize('NFC').replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '');
  return isMentionableName(short) ? short : 'me';
}

export const chosenInitialContent = (wanted: NewWorkspace): Partial<InitialContent> => ({
  accountName: wanted.name,
  personName: shortName(wanted.personName),
  personFullName: wanted.personName,
  timezone: wanted.timezone,
  runTimezone: wanted.timezone,
  startWeekday: wanted.startWeekday,
  projectName: wanted.projectName,
  template: wanted.template ?? 'empty',
});

export const defaultInitialContent: InitialContent = {
  accountName: 'Local workspace',
  subdomain: 'local',
  personName: 'me',
  personFullName: null,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
  runTimezone: null,
  startWeekday: 'monday',
  projectName: null,
  template: 'empty',
};

export const newAccountRow = (
  id: string,
  createdAt: Timestamp,
  { name, subdomain }: Pick<StoredRow<'account'>, 'name' | 'subdomain'>,
): StoredRow<'account'> => ({
  id,
  allowInheritHeroCover: true,
  attachmentCoverMode: 'first',
  billingEmail: null,
  createdAt,
  dependenciesEnabled: true,
  dueDateEnabled: true,
  effortScale: [0, 1, 2, 3, 5, 8, 13],
  fallbackEffort: 1,
  hideCompletedCardCountForDecks: false,
  maxHandSlotCount: 14,
  milestonesEnabled: true,
  name,
  priorityLabels: { a: 'High', b: 'Medium', c: 'Low' },
  sprintsEnabled: true,
  startWeekday: 'monday',
  statusChangeDurations: { snooze: 7 * 86_400, archive: 21 * 86_400 },
  subdomain,
  timeTrackingMode: 'none',
  timelineScaleType: 'week',
  visionBoardEnabled: false,
  workdays: {
    monday: true,
    tuesday: true,
    wednesday: true,
    thursday: true,
    friday: true,
    saturday: false,
    sunday: false,
  },
  workflowMode: 'journeys',
});

export const newPersonRow = (
  id: string,
  { name, fullName = null, timezone = null }: Pick<StoredRow<'user'>, 'name'> & Partial<StoredRow<'user'>>,
): StoredRow<'user'> => ({ id, fullName, isIntegration: false, kind: 'human', name, profileImageId: null, timezone });

/** The caller opens the transaction. @returns the organization's id */
export function insertInitialRows(
  engine: Engine,
  initialContent: InitialContent,
  at: Timestamp,
  newId: () => string,
): string {
  const { rows } = engine;
  const accountId = newId();
  const userId = newId();
  const { accountName, subdomain, personName, personFullName, timezone, runTimezone, startWeekday, projectName } =
    initialContent;
  rows.insert('account', { ...newAccountRow(accountId, at, { name: accountName, subdomain }), startWeekday });
  rows.insert('user', newPersonRow(userId, { name: personName, fullName: personFullName, timezone }));
  rows.insert('accountRole', { userId, role: 'owner', isDisabled: false });
  rows.insert('setting', { name: 'localPerson', value: userId });
  if (runTimezone !== null) rows.insert('setting', { name: 'timezone', value: runTimezone });
  if (projectName !== null) {
    const actor = { userId, projects: 'all', scopes: 'all', isPerson: true, isProducer: true } as const;
    const call = { at, actor, accountId, newId };
    const projectId = engine.perform('projects/create', { name: projectName }, call).answer.id;
    const { decks, runs } = workspaceTemplates[initialContent.template];
    for (const { title, coverColor, zones } of decks) {
      const { id } = engine.perform('decks/create', { title, projectId, coverColor, deckType: 'task' }, call).answer;
      if (zones) engine.perform('decks/update', { id, manualOrderLabels: [...zones] }, call);
    }
    if (runs) {
      // The current run begins with the week, so that a person can plan and start at once.
      const today = dayInTimeZone(runTimezone ?? timezone, at);
      const startDate = startOfWeek(today, startWeekday === 'sunday' ? 0 : startWeekday === 'saturday' ? 6 : 1);
      engine.perform('sprints/createConfig', { ...runs, startDate, isGlobal: true }, call);
    }
  }
  return accountId;
}

/** The person to whom the workspace belongs. */
export function requireLocalPersonId(rows: RowStore): string {
  const userId = localPersonId(rows);
  if (userId === undefined) throw new Error('The workspace names no local person');
  return userId;
}
