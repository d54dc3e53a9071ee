/** Every answer is an `Outcome`. A query's has JSON text: one string is the fastest to send. */
import { z } from 'zod';
import { type Failure, type Id, type Outcome, type QueryAnswer, startWeekdays } from '../contract/index.ts';
import type { NotificationSettings } from '../domain/notification-schedule.ts';
import { paperSizes } from '../domain/paper.ts';
import { workspaceTemplateNames } from '../domain/workspace-templates.ts';
import {
  type AdministrationAnswers,
  type AdministrationMessageName,
  administrationParamSchemas,
} from './administration.ts';
import { type DesktopSettings, type DesktopStatus, defaultDesktopSettings } from './desktop.ts';
import type { PreviewedChange } from './effect.ts';
import {
  type ImportPreview,
  type ImportReading,
  type ImportRun,
  importChoicesSchema,
  importColumnsSchema,
  importFilesSchema,
} from './import.ts';
import type { BackupState, Finding, WorkspaceCopyPreview } from './keep.ts';
import type { LivingFolderState } from './living-folder.ts';
import { appMenusSchema, shortLabel } from './menus.ts';
import {
  type ConnectionTestResult,
  networkSettingsSchema,
  type ProxyLoginRequest,
  proxyCredentialsSchema,
} from './network.ts';
import { type AppNotification, notificationSettingsSchema } from './notifications.ts';
import type { NetworkSettings } from './proxy-settings.ts';
import { maxFilesBytesBounds, type OfflineReadiness, type StorageUse, type WorkspaceStatus } from './readiness.ts';
import type { CardPutAwayByOthers, OverwrittenValue, SyncStatus } from './sync-status.ts';
import {
  type AppUpdateSettings,
  type AppUpdateState,
  appUpdateInstallChoices,
  appUpdateSettingsSchema,
} from './updates.ts';

const text = z.string();
const id = z.string().min(1).max(200);
const query = z.record(text, z.array(z.unknown()));
const noParams = z.object({});

/**
 * `base` has, by param, the values from which the window computed a new text, list or record. The replica applies the
 * difference to the newest values, because a window can show older ones while answers are under way.
 */
export const actionStepSchema = z.object({
  action: text,
  params: z.record(text, z.unknown()),
  base: z.record(text, z.unknown()).optional(),
});
export type ActionStep = z.infer<typeof actionStepSchema>;

/** Actions that form one change for the person: they have one label, and one undo reverts them together. */
export const labelledActionStepsSchema = z.object({
  label: shortLabel,
  steps: z.array(actionStepSchema).min(1).max(500),
});
export type LabelledActionSteps = z.infer<typeof labelledActionStepsSchema>;

const name = text.trim().min(1);

export const newWorkspaceSchema = z.object({
  name,
  /** Full name of the person whom the workspace belongs to. */
  personName: name,
  projectName: name,
  startWeekday: z.enum(startWeekdays),
  /** IANA name of the workspace's time zone. */
  timezone: text.max(100),
  /** `empty` by default. */
  template: z.enum(workspaceTemplateNames).optional(),
});
export type NewWorkspace = z.infer<typeof newWorkspaceSchema>;

export interface Workspace {
  readonly id: string;
  readonly kind: 'local' | 'remote';
  readonly isDemo: boolean;
  readonly name: string;
  /** Address of the service; null for a local workspace. */
  readonly baseUrl: string | null;
  readonly accountId: Id<'account'> | null;
  /** The user who uses the app in this workspace. The app shows this user's Hand and bookmarks as the person's own. */
  readonly userId: Id<'user'> | null;
  readonly tokenKind: 'organization' | 'personal' | null;
  /** False if the token is only in memory, for lack of a keychain. It is then lost when the app quits. */
  readonly tokenIsStored: boolean;
  /** True if the service has the extensions of the embedded service, such as the manual order of cards. */
  readonly hasExtensions: boolean;
}

export interface WorkspaceRowCounts {
  readonly projects: number;
  readonly decks: number;
  readonly cards: number;
}

/**
 * The person checks the organization and its people, as far as the token can see them, before the workspace is added.
 */
export interface TokenProbeResult {
  readonly accountId: Id<'account'>;
  readonly accountName: string;
  readonly loggedInUser: { readonly id: Id<'user'>; readonly name: string; readonly kind: string } | null;
  /** An organization token does not say who uses it, so the person picks their own name. */
  readonly people: readonly { readonly id: Id<'user'>; readonly name: string }[];
}

export interface ActAnswer {
  readonly operationIds: readonly number[];
  /** One answer per step. Ids of new rows are local until a `data/renamed` event replaces them. */
  readonly answers: readonly Record<string, unknown>[];
  /** Steps that undo the change; null if it changed nothing, or if no action can undo it (`isFinal`). */
  readonly undo: LabelledActionSteps | null;
  readonly isFinal: boolean;
}

export type OperationState = 'queued' | 'sending' | 'acknowledged' | 'rejected' | 'uncertain' | 'waiting';

/** Not confirmed yet: an action, several edits that are shown as one change, or an upload. */
export interface OutboxOperation {
  readonly id: number;
  readonly action: string;
  readonly params: Record<string, unknown>;
  readonly label: string;
  readonly state: OperationState;
  /** ISO time at which the person made the change, by this computer's clock. */
  readonly at: string;
  readonly tries: number;
  /** The reason why the service refused the operation, or why the operation cannot be sent yet; otherwise null. */
  readonly failure: Failure | null;
  /** Ids of operations that the service must acknowledge before this one is sent. */
  readonly waitsFor: readonly number[];
  /** Rows that the operation changes, with their titles, for the outbox view. */
  readonly touches: readonly { readonly model: string; readonly id: string; readonly title: string | null }[];
  /** By field of the first changed row: the values that the person saw when acting. Without lists and long texts. */
  readonly before: Readonly<Record<string, unknown>>;
  /** Only for an upload: the file and its card. `size` is in bytes. */
  readonly upload?: { readonly cardId: string; readonly name: string; readonly size: number };
}

export interface CardSearchResult {
  readonly cardId: Id<'card'>;
  readonly title: string;
  readonly code: string | null;
  readonly deckTitle: string | null;
  readonly derivedStatus: string;
  /** Text around the matches. Each match is between U+E000 and U+E001. */
  readonly snippet: string | null;
}

export interface StoredDraft {
  readonly key: string;
  readonly text: string;
  /** The saved text that the person began to edit. */
  readonly base: string;
  readonly at: string;
}

/** The change was discarded, or somebody changed the text before the app learned of its arrival. */
export interface LostText {
  readonly id: number;
  readonly text: string;
  /** ISO time at which the app stored the text as lost. */
  readonly at: string;
}

export const themeSchema = z.enum(['system', 'light', 'dark']);
export const colorPaletteSchema = z.enum(['standard', 'colour-blind']);
export const cardDensitySchema = z.enum(['normal', 'compact', 'cover']);

export interface AppSettings {
  readonly theme: z.infer<typeof themeSchema>;
  readonly palette: z.infer<typeof colorPaletteSchema>;
  readonly density: z.infer<typeof cardDensitySchema>;
  readonly notifications: NotificationSettings;
  readonly updates: AppUpdateSettings;
  readonly network: NetworkSettings;
  readonly desktop: DesktopSettings;
  /** JSON values by the name from `storedViewStateName`. */
  readonly views: Readonly<Record<string, unknown>>;
}

/** New and changed rows, and the keys of removed rows. */
export interface WatchPatch {
  readonly set: { readonly [model: string]: { readonly [key: string]: Record<string, unknown> } };
  readonly gone: { readonly [model: string]: readonly string[] };
  readonly root?: Record<string, unknown>;
}

export const viewAndScrollSchema = z.object({
  /** The part of the window's address after `#`, which names the view and the open card. */
  route: text,
  /** Scroll positions [left, top] in px, by the path of the scrolled element in the page. */
  scroll: z.record(text.max(200), z.tuple([z.number(), z.number()])),
});
export type ViewAndScroll = z.infer<typeof viewAndScrollSchema>;

export interface AppInfo {
  readonly version: string;
  readonly electron: string;
  readonly chrome: string;
  readonly node: string;
  readonly platform: string;
  readonly userData: string;
  readonly logFile: string;
}

/** Each field has a default, so that settings files of earlier versions can be read. */
export const desktopSettingsSchema: z.ZodType<DesktopSettings> = z.object({
  tray: z.boolean().default(defaultDesktopSettings.tray),
  afterLastWindow: z.enum(['ask', 'stay', 'quit']).default(defaultDesktopSettings.afterLastWindow),
  startAtLogin: z.enum(['no', 'shown', 'hidden']).default(defaultDesktopSettings.startAtLogin),
  quickAddKey: text.min(1).max(60).nullable().default(defaultDesktopSettings.quickAddKey),
});

/** Formats in which cards are exported, by the extension of the file. */
export const exportExtensions = ['csv', 'md', 'html', 'pdf', 'json'] as const;
export type ExportExtension = (typeof exportExtensions)[number];

const printedPagesSchema = z.object({ paper: z.enum(paperSizes), isLandscape: z.boolean() });
export type PrintedPages = z.infer<typeof printedPagesSchema>;

/** Of a file or folder that any system can have: no separators, no control characters, no dot or space at its ends. */
const portableName = text.max(150).regex(/^(?![. ])[^\p{C}/\\:*?"<>|]+(?<![. ])$/u);

const command = <P extends z.ZodType>(params: P) => ({ params });

const administrationCommands = Object.fromEntries(
  Object.entries(administrationParamSchemas).map(([name, params]) => [name, { params }]),
) as { readonly [N in AdministrationMessageName]: { readonly params: (typeof administrationParamSchemas)[N] } };

export const bridgeCommands = {
  'workspace/list': command(noParams),
  /** Returns the workspace that the window shows, or null. */
  'workspace/current': command(noParams),
  'workspace/open': command(z.object({ id })),
  'workspace/create': command(newWorkspaceSchema),
  /** Shows the demo workspace in the window; creates the workspace first if it does not exist. */
  'workspace/createDemo': command(noParams),
  'workspace/rename': command(z.object({ id, name })),
  'workspace/probe': command(z.object({ baseUrl: text, token: text })),
  'workspace/connect': command(z.object({ baseUrl: text, token: text, userId: id.nullable() })),
  'workspace/reconnect': command(z.object({ id, token: text })),
  'workspace/setUser': command(z.object({ id, userId: id })),
  'workspace/contents': command(z.object({ id })),
  /** As `import/read`: reads a local workspace, to import it into the one that the window shows. */
  'workspace/readForImport': command(z.object({ id })),
  /** Writes the workspace as one file into a folder that the person chooses. Returns its path; null if cancelled. */
  'workspace/export': command(z.object({ id })),
  /**
   * Reads a copy of a workspace: the one that the system asked the app to open, else one that the person chooses, or a
   * backup by its name. Null if the person cancelled. It stays open until one of the next two commands.
   */
  'workspace/openCopy': command(
    z.object({ from: z.union([z.literal('choice'), z.object({ backup: text.max(300) })]) }),
  ),
  /** As another workspace, or instead of the one that it is a copy of, whose state is saved first. */
  'workspace/restore': command(
    z.object({
      copyId: id,
      where: z.enum(['new', 'inPlace']),
      /** Whether theme, density and notifications become those of the copy, too. */
      settings: z.boolean(),
    }),
  ),
  'workspace/closeCopy': command(z.object({ copyId: id })),
  /** Checks the files of the workspace. With `mends`, saves its state and mends what can be mended first. */
  'workspace/examine': command(z.object({ id, mends: z.boolean() })),
  /** Copies a workspace on a service into a new local one. `workspace/copying` events report progress. Null if stopped. */
  'workspace/copyHere': command(z.object({ id })),
  'workspace/stopCopy': command(noParams),
  'backups/state': command(noParams),
  /** The person chooses the folder. Null if they cancelled. */
  'backups/chooseFolder': command(noParams),
  /** The backups stay. */
  'backups/turnOff': command(noParams),
  'backups/run': command(noParams),
  /** The person chooses the folder. Null if they cancelled. */
  'deck/keepAsFolder': command(z.object({ deckId: id })),
  /** The decks of the workspace that are kept as folders. */
  'folders/list': command(noParams),
  /** The files stay. */
  'folders/stop': command(z.object({ deckId: id })),
  /** What becomes of cards whose files were deleted. */
  'folders/decide': command(
    z.object({ deckId: id, cardIds: z.array(id).min(1).max(500), choice: z.enum(['archive', 'write']) }),
  ),
  /** The text of a file that clashes with its card becomes the draft with this key. */
  'folders/toDraft': command(z.object({ deckId: id, cardId: id, key: id })),
  /** Deletes the only copy of a local workspace. Main windows then show another one; others close. */
  'workspace/remove': command(z.object({ id })),
  /** Returns the status of every open workspace. `workspace/status` events report later changes. */
  'workspace/statuses': command(noParams),

  /** Returns `{text}`: the JSON text of a QueryAnswer. */
  'data/query': command(z.object({ query })),
  /** `{text}` is in the form of packed.ts. `data/patch` events follow until `data/unwatch`. */
  'data/watch': command(z.object({ query, watchId: id })),
  'data/unwatch': command(z.object({ watchId: id })),
  'data/act': command(labelledActionStepsSchema),
  /** The changes are not stored, and the steps are not sent. */
  'data/preview': command(labelledActionStepsSchema.pick({ steps: true })),
  'data/find': command(z.object({ text, limit: z.number().int().min(1).max(200) })),
  /** Returns an iCalendar of due dates, milestones and runs. */
  'data/calendar': command(noParams),

  'outbox/list': command(noParams),
  'outbox/retry': command(z.object({ id: z.number().int() })),
  'outbox/discard': command(z.object({ id: z.number().int() })),
  'outbox/change': command(z.object({ id: z.number().int(), params: z.record(text, z.unknown()) })),
  /** The answer of the operation was lost. The person picks the row from `candidates` in its `failure`. */
  'outbox/adopt': command(z.object({ id: z.number().int(), rowId: id })),
  /** Moves the text of a refused edit into the draft with this key, and removes the edit from the outbox. */
  'outbox/toDraft': command(z.object({ id: z.number().int(), key: id })),
  'outbox/pause': command(z.object({ paused: z.boolean() })),
  /** Returns the values that other people had set and that this person's changes replaced. */
  'outbox/overwritten': command(noParams),
  /** Restores another person's value that this person's change overwrote (`OverwrittenValue`), as a new change. */
  'outbox/putBack': command(z.object({ id: z.number().int() })),
  /** The person's own value stays. */
  'outbox/keepMine': command(z.object({ id: z.number().int() })),
  /** Returns the cards that other people archived or deleted while this person's changes were not sent yet. */
  'outbox/putAway': command(noParams),
  'outbox/restore': command(z.object({ id: z.number().int() })),
  /** The card stays archived or deleted. */
  'outbox/leave': command(z.object({ id: z.number().int() })),

  /** Returns all unread notifications and the read notifications of the last week, newest first, at most 200. */
  'notifications/list': command(noParams),
  'notifications/mark': command(z.object({ keys: z.array(id).max(500), isRead: z.boolean() })),

  'sync/status': command(noParams),
  'sync/now': command(noParams),
  /** Switching the mode off also ends `outbox/pause`. */
  'sync/offline': command(z.object({ offline: z.boolean() })),
  /** Pulls read the decks and the card on screen first. */
  'sync/focus': command(z.object({ deckIds: z.array(id).max(200), cardId: id.nullable() })),

  'sync/readiness': command(noParams),
  /** `sync/readiness` events report the progress. */
  'sync/prepare': command(noParams),
  'sync/stopPreparing': command(noParams),
  /** Pins or unpins a deck. This computer stores all data of a pinned deck for offline work. */
  'sync/pin': command(z.object({ deckId: id, pinned: z.boolean() })),

  'drafts/list': command(noParams),
  'drafts/get': command(z.object({ key: id })),
  'drafts/set': command(z.object({ key: id, text, base: text })),
  'drafts/clear': command(z.object({ key: id })),
  /** Returns the card's lost texts (`LostText`), newest first. They are stored until `drafts/dropLost`. */
  'drafts/lost': command(z.object({ cardId: id })),
  'drafts/dropLost': command(z.object({ id: z.number().int() })),

  /** Uploads a file and attaches it to a card. While the service is unreachable the file waits in the outbox. */
  'files/attach': command(z.object({ cardId: id, name: text.min(1).max(255), bytes: z.instanceof(Uint8Array) })),

  'files/waiting': command(z.object({ cardId: id })),

  /** Reads files; the workspace's thread keeps what it found for this window until `import/close`. */
  'import/read': command(importFilesSchema),
  /** For a table: reads its cards again with other meanings of its columns. */
  'import/columns': command(importColumnsSchema),
  /** Performs the import and takes it back: what there would be. */
  'import/preview': command(importChoicesSchema),
  /** Starts the import. It goes on without the window, and after a restart. `import/changed` events report progress. */
  'import/run': command(importChoicesSchema),
  'import/close': command(noParams),
  /** Returns the last imports, newest first. */
  'import/list': command(noParams),
  'import/stop': command(z.object({ id: z.number().int() })),
  'import/continue': command(z.object({ id: z.number().int() })),
  /** Deletes what the import created, except cards that were changed since, and puts back what it changed. */
  'import/undo': command(z.object({ id: z.number().int() })),

  'files/use': command(noParams),
  'files/limit': command(
    z.object({ bytes: z.number().int().min(maxFilesBytesBounds.minBytes).max(maxFilesBytesBounds.maxBytes) }),
  ),

  /**
   * Asks for a file and begins to write it; null if the person cancels. With `pages`, the text is a page of HTML, and
   * the file its PDF. The file is in its place only after `export/end` with `isComplete`. A window writes one file at a
   * time.
   */
  'export/begin': command(
    z.object({
      name: text.max(1_000),
      extension: z.enum([...exportExtensions, 'ics']),
      pages: printedPagesSchema.optional(),
    }),
  ),
  /** The text is a page of HTML. After `export/end`, the system asks for a printer. */
  'export/beginPrint': command(printedPagesSchema),
  'export/write': command(z.object({ text })),
  /** As `export/begin`, for a new folder in the one that the person chooses. */
  'export/beginFolder': command(z.object({ name: text.max(1_000) })),
  /** Writes a new file, with a text or the content of an attached file. */
  'export/file': command(
    z.object({
      path: z.array(portableName).min(1).max(4),
      content: z.union([z.object({ text }), z.object({ fileId: id })]),
    }),
  ),
  'export/end': command(z.object({ isComplete: z.boolean() })),
  /** Shows a file or folder in the system's file manager. Refused for one that this window has not exported. */
  'export/show': command(z.object({ path: text.max(4_096) })),

  ...administrationCommands,

  /** Returns the address on this computer from which calendar programs read this window's workspace; null if off. */
  'calendar/address': command(noParams),
  /** Each time it is on there is a new address, and the earlier one ends. */
  'calendar/share': command(z.object({ isOn: z.boolean() })),

  'settings/get': command(noParams),
  'settings/set': command(
    z.object({
      theme: themeSchema.optional(),
      palette: colorPaletteSchema.optional(),
      density: cardDensitySchema.optional(),
      notifications: notificationSettingsSchema.optional(),
      updates: appUpdateSettingsSchema.optional(),
      network: networkSettingsSchema.optional(),
      desktop: desktopSettingsSchema.optional(),
      views: z.record(text, z.unknown()).optional(),
    }),
  ),

  /** Returns the request of a proxy that asks for a user name and a password; null if no proxy asks. */
  'network/loginRequest': command(noParams),
  /** `credentials` is null if the person declines. */
  'network/login': command(z.object({ credentials: proxyCredentialsSchema.nullable() })),
  /** Sends a request without a token to the address, using the network settings. */
  'network/test': command(z.object({ address: text })),
  'network/stopTest': command(noParams),

  // The recovery page, which main shows after two crashes in a row, sends the `recovery/` commands.
  'recovery/openFolder': command(z.object({ folder: z.enum(['data', 'reports']) })),
  /** Returns the folder's path, or null if the person cancelled. */
  'recovery/exportOutbox': command(noParams),
  'recovery/continue': command(noParams),

  'updates/state': command(noParams),
  'updates/check': command(noParams),
  'updates/download': command(noParams),
  'updates/install': command(z.object({ when: z.enum(appUpdateInstallChoices) })),

  'desktop/show': command(z.object({ window: z.enum(['quickAdd', 'hand']) })),
  'desktop/status': command(noParams),

  'app/info': command(noParams),
  /** Returns a report for support, without tokens and without texts of cards. */
  'app/diagnostics': command(z.object({ withHosts: z.boolean() })),
  /** Returns the key of this window for file addresses: `/file/<key>/<file id>`. */
  'app/filesKey': command(noParams),
  'app/openExternal': command(z.object({ url: text })),
  'app/openLink': command(z.object({ link: text })),
  'app/newWindow': command(z.object({ route: text })),
  'app/openCardWindow': command(z.object({ cardId: id })),
  /** Shows a route in a main window of this window's workspace, and brings that main window to the front. */
  'app/showRoute': command(z.object({ route: text })),
  'app/closeWindow': command(noParams),
  'app/menus': command(appMenusSchema),
  'app/undoTyping': command(z.object({ redo: z.boolean() })),
  /** Does nothing if the window is no main window. */
  'app/storeViewAndScroll': command(viewAndScrollSchema),
  /** Returns the view and scroll positions that were stored last for this window's workspace, or null. */
  'app/lastViewAndScroll': command(noParams),
  /**
   * Main then sends the `app/command` events that wait for this window, and a waiting login request of a proxy. It also
   * shows the tray, and takes the screenshot of a start with `--screenshot`.
   */
  'app/viewComplete': command(noParams),
} as const;

export type CommandName = keyof typeof bridgeCommands;
export type CommandParams<C extends CommandName> = z.input<(typeof bridgeCommands)[C]['params']>;

interface CommandAnswers extends AdministrationAnswers {
  'workspace/list': readonly Workspace[];
  'workspace/current': Workspace | null;
  'workspace/open': Workspace;
  'workspace/create': Workspace;
  'workspace/createDemo': Workspace;
  'workspace/rename': Workspace;
  'workspace/probe': TokenProbeResult;
  'workspace/connect': Workspace;
  'workspace/reconnect': Workspace;
  'workspace/setUser': Workspace;
  'workspace/contents': WorkspaceRowCounts;
  'workspace/readForImport': ImportReading;
  'workspace/export': string | null;
  'workspace/openCopy': WorkspaceCopyPreview | null;
  'workspace/restore': { readonly workspace: Workspace; readonly savedTo: string | null };
  'workspace/closeCopy': null;
  'workspace/examine': readonly Finding[];
  'workspace/copyHere': { readonly workspace: Workspace; readonly problems: readonly string[] } | null;
  'workspace/stopCopy': null;
  'backups/state': BackupState;
  'backups/chooseFolder': BackupState | null;
  'backups/turnOff': BackupState;
  'backups/run': BackupState;
  'deck/keepAsFolder': string | null;
  'folders/list': readonly LivingFolderState[];
  'folders/stop': null;
  'folders/decide': null;
  'folders/toDraft': null;
  'workspace/remove': null;
  'workspace/statuses': readonly WorkspaceStatus[];
  'data/query': { readonly text: string };
  'data/watch': { readonly text: string };
  'data/unwatch': null;
  'data/act': ActAnswer;
  'data/preview': readonly PreviewedChange[];
  'data/find': readonly CardSearchResult[];
  'data/calendar': { readonly text: string };
  'outbox/list': readonly OutboxOperation[];
  'outbox/retry': null;
  'outbox/discard': null;
  'outbox/change': null;
  'outbox/adopt': null;
  'outbox/toDraft': null;
  'outbox/pause': null;
  'outbox/overwritten': readonly OverwrittenValue[];
  'outbox/putBack': ActAnswer;
  'outbox/keepMine': null;
  'outbox/putAway': readonly CardPutAwayByOthers[];
  'outbox/restore': ActAnswer;
  'outbox/leave': null;
  'notifications/list': readonly AppNotification[];
  'notifications/mark': null;
  'sync/status': SyncStatus;
  'sync/now': null;
  'sync/offline': null;
  'sync/focus': null;
  'sync/readiness': OfflineReadiness;
  'sync/prepare': OfflineReadiness;
  'sync/stopPreparing': OfflineReadiness;
  'sync/pin': OfflineReadiness;
  'drafts/list': readonly StoredDraft[];
  'drafts/get': StoredDraft | null;
  'drafts/set': null;
  'drafts/clear': null;
  'drafts/lost': readonly LostText[];
  'drafts/dropLost': null;
  /** Null while the file is in the outbox: with a `failure` for the person's decision, else for the service. */
  'files/attach': { readonly attachmentId: string | null; readonly failure: Failure | null };
  'files/waiting': readonly OutboxOperation[];
  'import/read': ImportReading;
  'import/columns': ImportReading;
  'import/preview': ImportPreview;
  'import/run': ImportRun;
  'import/close': null;
  'import/list': readonly ImportRun[];
  'import/stop': ImportRun;
  'import/continue': ImportRun;
  'import/undo': { readonly run: ImportRun; readonly left: readonly string[] };
  'files/use': StorageUse;
  'files/limit': StorageUse;
  'export/begin': { readonly path: string } | null;
  'export/beginPrint': null;
  'export/write': null;
  'export/beginFolder': { readonly path: string } | null;
  /** A file that cannot be read is not written, and the failure says why. */
  'export/file': { readonly missing: Failure | null };
  'export/end': null;
  'export/show': null;
  'calendar/address': string | null;
  'calendar/share': string | null;
  'settings/get': AppSettings;
  'settings/set': AppSettings;
  'network/loginRequest': ProxyLoginRequest | null;
  'network/login': null;
  'network/test': ConnectionTestResult;
  'network/stopTest': null;
  'recovery/openFolder': null;
  'recovery/exportOutbox': string | null;
  'recovery/continue': null;
  'updates/state': AppUpdateState;
  'updates/check': null;
  'updates/download': null;
  'updates/install': null;
  'desktop/show': null;
  'desktop/status': DesktopStatus;
  'app/info': AppInfo;
  'app/diagnostics': string;
  'app/filesKey': string;
  'app/openExternal': null;
  'app/openLink': null;
  'app/newWindow': null;
  'app/openCardWindow': null;
  'app/showRoute': null;
  'app/closeWindow': null;
  'app/menus': null;
  'app/undoTyping': null;
  'app/storeViewAndScroll': null;
  'app/lastViewAndScroll': ViewAndScroll | null;
  'app/viewComplete': null;
}
export type CommandAnswer<C extends CommandName> = CommandAnswers[C];

/** The result of a handler. Nothing means success, if the command has no answer. */
// biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing has the type `void`
type CommandResult<C extends CommandName> = Outcome<CommandAnswer<C>> | (CommandAnswer<C> extends null ? void : never);
/** `Sender` identifies the window that sends the command. */
export type CommandHandlers<C extends CommandName, Sender> = {
  readonly [Name in C]: (
    params: z.output<(typeof bridgeCommands)[Name]['params']>,
    sender: Sender,
  ) => CommandResult<Name> | Promise<CommandResult<Name>>;
};

/** Prefixes of the commands that a workspace's worker thread handles. Main handles all other commands. */
export const workspaceCommandPrefixes = [
  'data/',
  'outbox/',
  'notifications/',
  'sync/',
  'drafts/',
  'files/',
  'import/',
  'folders/',
  'members/',
  'tokens/',
  'service/',
  'mail/',
  'clock/',
] as const;
export type WorkspaceCommand = Extract<CommandName, `${(typeof workspaceCommandPrefixes)[number]}${string}`>;

export type { QueryAnswer };
