/**
 * The commands that windows send to main: one entry per command, with the schema that main checks the payload against.
 * Answers travel as `Outcome`; large ones (query answers) as JSON text, which crosses processes as one string.
 */
import { z } from 'zod';
import { type Failure, type Id, type QueryAnswer, startWeekdays } from '../contract/index.ts';
import type { NotificationSettings } from '../domain/notification-schedule.ts';
import { type AdministrationAnswers, type AdministrationName, administrations } from './administration.ts';
import type { ChangedPutAway } from './changed-put-away.ts';
import { type DesktopSettings, type DesktopStatus, desktopDefaults } from './desktop.ts';
import type { Effect } from './effect.ts';
import { menus } from './menus.ts';
import { type ConnectionReached, networkSettings, type ProxyQuestion, proxyCredentials } from './network.ts';
import { type AppNotification, notificationSettings } from './notifications.ts';
import type { Overwritten } from './overwritten.ts';
import type { NetworkSettings } from './proxy-settings.ts';
import { fileCeilings, type Readiness, type StorageUse, type WorkspaceStatus } from './readiness.ts';
import type { SyncStatus } from './sync-status.ts';
import { type UpdateSettings, type UpdateState, updateMoments, updateSettings } from './updates.ts';

const text = z.string();
const id = z.string().min(1).max(200);
const query = z.record(text, z.array(z.unknown()));
const none = z.object({});

/** One action of the interface with its params. */
export const step = z.object({ action: text, params: z.record(text, z.unknown()) });
export type Step = z.infer<typeof step>;

/** Actions that the person sees as one change, and that are undone in one step. */
export const steps = z.object({ label: text.max(200), steps: z.array(step).min(1).max(500) });
export type Steps = z.infer<typeof steps>;

const name = text.trim().min(1).max(100);

/** The initial content of a new local workspace. */
export const newWorkspace = z.object({
  name,
  /** Full name of the person it belongs to. */
  personName: name,
  /** Its first project. */
  projectName: name,
  startWeekday: z.enum(startWeekdays),
  /** IANA name. */
  timezone: text.max(100),
});
export type NewWorkspace = z.infer<typeof newWorkspace>;

export interface Workspace {
  readonly id: string;
  readonly kind: 'local' | 'remote';
  /** The local workspace with sample content. */
  readonly isDemo: boolean;
  readonly name: string;
  /** Null for a local workspace. */
  readonly baseUrl: string | null;
  readonly accountId: Id<'account'> | null;
  /** The person whose Hand and bookmarks are "mine". */
  readonly userId: Id<'user'> | null;
  readonly tokenKind: 'organization' | 'personal' | null;
  /** False where the system has no keychain: the token is lost when the app ends. */
  readonly tokenIsStored: boolean;
  /** The service has our extensions: local administration, readable manual order. */
  readonly hasExtensions: boolean;
}

/** How many rows of each kind a workspace holds. */
export interface WorkspaceContents {
  readonly projects: number;
  readonly decks: number;
  readonly cards: number;
}

/** The account and people that a token can see, before the workspace is added. */
export interface Probe {
  readonly accountId: Id<'account'>;
  readonly accountName: string;
  readonly loggedInUser: { readonly id: Id<'user'>; readonly name: string; readonly kind: string } | null;
  /** People to choose from whose Hand is "mine", for an organization token. */
  readonly people: readonly { readonly id: Id<'user'>; readonly name: string }[];
}

export interface ActAnswer {
  readonly operationIds: readonly number[];
  /** One answer per step; ids may be local until the service assigns its own (`data/renamed`). */
  readonly answers: readonly Record<string, unknown>[];
  /** Steps that undo the change, or null where the interface has none. */
  readonly undo: Steps | null;
}

export type OperationState = 'queued' | 'sending' | 'acknowledged' | 'rejected' | 'uncertain' | 'waiting';

export interface Operation {
  readonly id: number;
  readonly action: string;
  readonly params: Record<string, unknown>;
  /** Label of the person's change. */
  readonly label: string;
  readonly state: OperationState;
  /** ISO time of this computer's clock. */
  readonly at: string;
  readonly tries: number;
  /** Why it waits or was refused. */
  readonly failure: Failure | null;
  /** Ids of operations that must be settled first. */
  readonly waitsFor: readonly number[];
  /** Rows that it changes, with their titles, to describe it. */
  readonly touches: readonly { readonly model: string; readonly id: string; readonly title: string | null }[];
  /** A file that waits to be uploaded; `size` in bytes. */
  readonly upload?: { readonly cardId: string; readonly name: string; readonly size: number };
}

export interface FoundCard {
  readonly cardId: Id<'card'>;
  readonly title: string;
  readonly code: string | null;
  readonly deckTitle: string | null;
  readonly derivedStatus: string;
  /** Text around the match, with the matches between U+E000 and U+E001. */
  readonly snippet: string | null;
}

export interface Draft {
  readonly key: string;
  readonly text: string;
  /** The text before the person began to write. */
  readonly base: string;
  readonly at: string;
}

/** A text that was replaced when two people changed the same lines. */
export interface LostText {
  readonly id: number;
  readonly text: string;
  /** ISO time at which it was replaced. */
  readonly at: string;
}

/** Values of the settings that are one choice each. */
export const theme = z.enum(['system', 'light', 'dark']);
export const palette = z.enum(['standard', 'colour-blind']);
export const density = z.enum(['normal', 'compact', 'cover']);

export interface Settings {
  readonly theme: z.infer<typeof theme>;
  readonly palette: z.infer<typeof palette>;
  readonly density: z.infer<typeof density>;
  readonly notifications: NotificationSettings;
  readonly updates: UpdateSettings;
  readonly network: NetworkSettings;
  readonly desktop: DesktopSettings;
  /** Layouts, widths, saved views and the like, by `storedViewName`. JSON values. */
  readonly views: Readonly<Record<string, unknown>>;
}

/** Rows that changed in a watched answer. */
export interface Patch {
  readonly set: { readonly [model: string]: { readonly [key: string]: Record<string, unknown> } };
  readonly gone: { readonly [model: string]: readonly string[] };
  readonly root?: Record<string, unknown>;
}

/** The view and scroll positions of a window, restored at the next start. */
export const place = z.object({
  /** The part after `#` of its address, with the open card. */
  route: text.max(1000),
  /** Left and top in px of scrolled elements, by their path in the page. */
  scroll: z.record(text.max(200), z.tuple([z.number(), z.number()])),
});
export type Place = z.infer<typeof place>;

export interface AppInfo {
  readonly version: string;
  readonly electron: string;
  readonly chrome: string;
  readonly node: string;
  readonly platform: string;
  readonly userData: string;
  readonly logFile: string;
}

/** Each field has a default, so that files of earlier versions, which lack newer fields, can be read. */
export const desktopSettings: z.ZodType<DesktopSettings> = z.object({
  tray: z.boolean().default(desktopDefaults.tray),
  afterLastWindow: z.enum(['ask', 'stay', 'quit']).default(desktopDefaults.afterLastWindow),
  startAtLogin: z.enum(['no', 'shown', 'hidden']).default(desktopDefaults.startAtLogin),
  quickAddKey: text.min(1).max(60).nullable().default(desktopDefaults.quickAddKey),
});

const command = <P extends z.ZodType>(params: P) => ({ params });

const administrationCommands = Object.fromEntries(
  Object.entries(administrations).map(([name, params]) => [name, { params }]),
) as { readonly [N in AdministrationName]: { readonly params: (typeof administrations)[N] } };

export const commands = {
  'workspace/list': command(none),
  /** Returns null where the window shows none. */
  'workspace/current': command(none),
  'workspace/open': command(z.object({ id })),
  /** Creates a local workspace and shows it. */
  'workspace/create': command(newWorkspace),
  /** Shows the demo workspace; creates it again where it was removed. */
  'workspace/createDemo': command(none),
  /** Renames a local workspace. */
  'workspace/rename': command(z.object({ id, name })),
  'workspace/probe': command(z.object({ baseUrl: text.max(2000), token: text.max(2000) })),
  'workspace/connect': command(z.object({ baseUrl: text.max(2000), token: text.max(2000), userId: id.nullable() })),
  'workspace/reconnect': command(z.object({ id, token: text.max(2000) })),
  'workspace/setUser': command(z.object({ id, userId: id })),
  /** Returns the number of rows in a local workspace. */
  'workspace/contents': command(z.object({ id })),
  /**
   * Asks for a folder and copies all data of a local workspace there. Returns the path, or null if the person
   * cancelled.
   */
  'workspace/export': command(z.object({ id })),
  /**
   * Deletes its stored data, which for a local workspace is all there is. Windows that show it switch to another, if
   * any.
   */
  'workspace/remove': command(z.object({ id })),
  /** Returns the status of every open workspace; `workspace/status` events follow. */
  'workspace/statuses': command(none),

  /** Returns `{text}`: the JSON text of a QueryAnswer. */
  'data/query': command(z.object({ query })),
  /** Returns `{text}`: a packed QueryAnswer. `data/patch` events follow until `data/unwatch` or the window closes. */
  'data/watch': command(z.object({ query, watchId: id })),
  'data/unwatch': command(z.object({ watchId: id })),
  'data/act': command(steps),
  /** What the steps would change. Nothing is changed or sent. */
  'data/preview': command(steps.pick({ steps: true })),
  'data/find': command(z.object({ text: text.max(500), limit: z.number().int().min(1).max(200) })),

  'outbox/list': command(none),
  'outbox/retry': command(z.object({ id: z.number().int() })),
  'outbox/discard': command(z.object({ id: z.number().int() })),
  /** Replaces the params of a refused change and sends it again. */
  'outbox/change': command(z.object({ id: z.number().int(), params: z.record(text, z.unknown()) })),
  /** Names the row that an uncertain change made, one of the candidates of its failure. */
  'outbox/adopt': command(z.object({ id: z.number().int(), rowId: id })),
  /** Turns a refused edit of a card's text into the draft with this key, and withdraws the edit. */
  'outbox/toDraft': command(z.object({ id: z.number().int(), key: id })),
  'outbox/pause': command(z.object({ paused: z.boolean() })),
  /** Returns values of others that changes made here replaced. */
  'outbox/overwritten': command(none),
  /** Sets the other's value again, as a new change. */
  'outbox/putBack': command(z.object({ id: z.number().int() })),
  /** Keeps the person's own value. */
  'outbox/keepMine': command(z.object({ id: z.number().int() })),
  /** Returns cards changed here that somebody else archived or deleted meanwhile. */
  'outbox/putAway': command(none),
  /** Restores the card. */
  'outbox/restore': command(z.object({ id: z.number().int() })),
  /** Leaves the card archived or deleted. */
  'outbox/leave': command(z.object({ id: z.number().int() })),

  /** Returns unread notifications, and read ones of the last days, newest first. */
  'notifications/list': command(none),
  'notifications/mark': command(z.object({ keys: z.array(id).max(500), isRead: z.boolean() })),

  'sync/status': command(none),
  'sync/now': command(none),
  /** Starts or ends working offline by choice. */
  'sync/offline': command(z.object({ offline: z.boolean() })),
  /** Names what is on screen, so that pulls read it first. */
  'sync/focus': command(z.object({ deckIds: z.array(id).max(200), cardId: id.nullable() })),

  /** Returns what is stored of the Hand and the pinned decks. */
  'sync/readiness': command(none),
  /** Fetches what is missing; `sync/readiness` events report the progress. */
  'sync/prepare': command(none),
  'sync/stopPreparing': command(none),
  /** Keeps a deck available offline on this computer, or no longer. */
  'sync/pin': command(z.object({ deckId: id, pinned: z.boolean() })),

  'drafts/list': command(none),
  'drafts/get': command(z.object({ key: id })),
  'drafts/set': command(z.object({ key: id, text: text.max(2_000_000), base: text.max(2_000_000) })),
  'drafts/clear': command(z.object({ key: id })),
  /** Returns texts of a card that were replaced by another's, newest first; they are stored until dropped. */
  'drafts/lost': command(z.object({ cardId: id })),
  'drafts/dropLost': command(z.object({ id: z.number().int() })),

  /** Attaches a file to a card through the service's upload flow, at once or when the service is reachable. */
  'files/attach': command(z.object({ cardId: id, name: text.min(1).max(255), bytes: z.instanceof(Uint8Array) })),

  /** Returns a card's files that wait to be uploaded, as entries of the outbox. */
  'files/waiting': command(z.object({ cardId: id })),

  /** Returns the disk space of the workspace. */
  'files/use': command(none),
  'files/limit': command(z.object({ bytes: z.number().int().min(fileCeilings.least).max(fileCeilings.most) })),

  /** For a local workspace only. */
  ...administrationCommands,

  'settings/get': command(none),
  'settings/set': command(
    z.object({
      theme: theme.optional(),
      palette: palette.optional(),
      density: density.optional(),
      notifications: notificationSettings.optional(),
      updates: updateSettings.optional(),
      network: networkSettings.optional(),
      desktop: desktopSettings.optional(),
      views: z.record(text, z.unknown()).optional(),
    }),
  ),

  /** Returns the question of a proxy that waits for an answer, or null. */
  'network/question': command(none),
  /** Answers the question for a proxy's name and password; null declines it. */
  'network/login': command(z.object({ credentials: proxyCredentials.nullable() })),
  /** Sends a request without a token to the address, as the settings of the network say. */
  'network/test': command(z.object({ address: text.max(2000) })),
  /** Ends the running test. */
  'network/stopTest': command(none),

  /** Commands of the recovery page, which is shown after two crashes in a row. */
  'recovery/openFolder': command(z.object({ folder: z.enum(['data', 'reports']) })),
  /** Copies the outboxes of all workspaces into a folder that the person chooses. Returns its path; null if cancelled. */
  'recovery/exportOutbox': command(none),
  'recovery/goOn': command(none),

  'updates/state': command(none),
  /** Looks for a new version now. `updates/changed` events report the result. */
  'updates/check': command(none),
  /** Downloads the version that was found. */
  'updates/download': command(none),
  'updates/install': command(z.object({ when: z.enum(updateMoments) })),

  /** Opens the quick add window, or the strip with the own Hand, or brings it to the front. */
  'desktop/show': command(z.object({ window: z.enum(['quickAdd', 'hand']) })),
  'desktop/status': command(none),

  'app/info': command(none),
  /** Returns a text for somebody who helps, without tokens and texts of cards. */
  'app/diagnostics': command(z.object({ withHosts: z.boolean() })),
  /** Returns the key in the addresses of this window's files: `/file/<key>/<file id>`. */
  'app/filesKey': command(none),
  'app/openExternal': command(z.object({ url: text.max(4000) })),
  /** Opens a link of the app as if the system had passed it on. */
  'app/openLink': command(z.object({ link: text.max(4000) })),
  'app/newWindow': command(z.object({ route: text.max(1000) })),
  /** Opens the card in a window of its own, or brings that window to the front. */
  'app/openCardWindow': command(z.object({ cardId: id })),
  /** Shows a route in a main window of this window's workspace, and brings it to the front. */
  'app/showRoute': command(z.object({ route: text.max(1000) })),
  'app/closeWindow': command(none),
  /** Reports the commands for the application menu. */
  'app/menus': command(menus),
  /** Undoes or redoes typing in the focused text field, as the system's menu does. */
  'app/undoTyping': command(z.object({ redo: z.boolean() })),
  /** Stores this window's view and scroll positions. */
  'app/place': command(place),
  /** Returns the last view and scroll positions of this window's workspace, or null. */
  'app/lastPlace': command(none),
  /** The first view is complete: main sends the commands that waited for it. Used by --screenshot and by tests, too. */
  'app/viewComplete': command(none),
} as const;

export type CommandName = keyof typeof commands;
export type CommandParams<C extends CommandName> = z.input<(typeof commands)[C]['params']>;

interface CommandAnswers extends AdministrationAnswers {
  'workspace/list': readonly Workspace[];
  'workspace/current': Workspace | null;
  'workspace/open': Workspace;
  'workspace/create': Workspace;
  'workspace/createDemo': Workspace;
  'workspace/rename': Workspace;
  'workspace/probe': Probe;
  'workspace/connect': Workspace;
  'workspace/reconnect': Workspace;
  'workspace/setUser': Workspace;
  'workspace/contents': WorkspaceContents;
  'workspace/export': string | null;
  'workspace/remove': null;
  'workspace/statuses': readonly WorkspaceStatus[];
  'data/query': { readonly text: string };
  'data/watch': { readonly text: string };
  'data/unwatch': null;
  'data/act': ActAnswer;
  'data/preview': readonly Effect[];
  'data/find': readonly FoundCard[];
  'outbox/list': readonly Operation[];
  'outbox/retry': null;
  'outbox/discard': null;
  'outbox/change': null;
  'outbox/adopt': null;
  'outbox/toDraft': null;
  'outbox/pause': null;
  'outbox/overwritten': readonly Overwritten[];
  'outbox/putBack': ActAnswer;
  'outbox/keepMine': null;
  'outbox/putAway': readonly ChangedPutAway[];
  'outbox/restore': ActAnswer;
  'outbox/leave': null;
  'notifications/list': readonly AppNotification[];
  'notifications/mark': null;
  'sync/status': SyncStatus;
  'sync/now': null;
  'sync/offline': null;
  'sync/focus': null;
  'sync/readiness': Readiness;
  'sync/prepare': Readiness;
  'sync/stopPreparing': Readiness;
  'sync/pin': Readiness;
  'drafts/list': readonly Draft[];
  'drafts/get': Draft | null;
  'drafts/set': null;
  'drafts/clear': null;
  'drafts/lost': readonly LostText[];
  'drafts/dropLost': null;
  /** Without an id the file waits in the outbox: for the service, or with a failure for the person. */
  'files/attach': { readonly attachmentId: string | null; readonly failure: Failure | null };
  'files/waiting': readonly Operation[];
  'files/use': StorageUse;
  'files/limit': StorageUse;
  'settings/get': Settings;
  'settings/set': Settings;
  'network/question': ProxyQuestion | null;
  'network/login': null;
  'network/test': ConnectionReached;
  'network/stopTest': null;
  'recovery/openFolder': null;
  'recovery/exportOutbox': string | null;
  'recovery/goOn': null;
  'updates/state': UpdateState;
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
  'app/place': null;
  'app/lastPlace': Place | null;
  'app/viewComplete': null;
}
export type CommandAnswer<C extends CommandName> = CommandAnswers[C];

/** Commands that a workspace's worker handles; main handles the others. */
export const workspaceCommandPrefixes = [
  'data/',
  'outbox/',
  'notifications/',
  'sync/',
  'drafts/',
  'files/',
  'members/',
  'tokens/',
  'service/',
  'mail/',
] as const;

export type { QueryAnswer };
