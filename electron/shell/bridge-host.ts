/** Checks sender and params of each command, then performs it or passes it to the workspace's thread. */
import { BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import {
  type BridgeEvents,
  bridgeCommands,
  type CommandHandlers,
  type CommandName,
  type EventName,
  ipcChannels,
  type WorkspaceCommand,
  workspaceCommandPrefixes,
} from '../../shared/bridge/index.ts';
import { defectFailure, type Outcome } from '../../shared/contract/index.ts';
import { isAppPage } from './app-url.ts';
import type { Log } from './log.ts';

/** Commands that main performs itself. */
export type MainCommand = Exclude<CommandName, WorkspaceCommand>;

export type MainHandlers = CommandHandlers<MainCommand, BrowserWindow>;

type RecoveryCommand = Extract<MainCommand, `recovery/${string}`>;
export type RecoveryPageHandlers = Pick<MainHandlers, RecoveryCommand>;

interface BridgeHostOptions {
  readonly origin: string;
  readonly handlers: MainHandlers;
  readonly toWorkspace: (command: CommandName, params: unknown, window: BrowserWindow) => Promise<Outcome<unknown>>;
  readonly log: Log;
}

const isWorkspaceCommand = (name: string): name is WorkspaceCommand =>
  workspaceCommandPrefixes.some((prefix) => name.startsWith(prefix));

const defect = (message: string): Outcome<never> => ({ ok: false, failure: { kind: 'defect', message } });

/** Returns undefined if the sender is not the top frame of one of the app's own pages. */
function senderWindow(event: IpcMainInvokeEvent, origin: string): BrowserWindow | undefined {
  const frame = event.senderFrame;
  if (!frame || frame.parent !== null || !isAppPage(frame.url, origin)) return undefined;
  return BrowserWindow.fromWebContents(event.sender) ?? undefined;
}

/** If a command is malformed or comes from a foreign page, answers with a failure. */
export function serveBridge({ origin, handlers, toWorkspace, log }: BridgeHostOptions): void {
  ipcMain.handle(ipcChannels.command, async (event, name: unknown, payload: unknown): Promise<Outcome<unknown>> => {
    const window = senderWindow(event, origin);
    if (!window) {
      log('warn', 'A foreign page sent a command', { url: event.senderFrame?.url });
      return defect('This page may not send commands.');
    }
    if (typeof name !== 'string' || !Object.hasOwn(bridgeCommands, name))
      return defect(`There is no command '${String(name)}'.`);
    const command = name as CommandName;
    const checked = bridgeCommands[command].params.safeParse(payload);
    if (!checked.success) {
      const [issue] = checked.error.issues;
      return defect(`'${command}' got a bad '${issue?.path.join('.') ?? ''}': ${issue?.message ?? 'unreadable'}`);
    }
    try {
      if (isWorkspaceCommand(command)) return await toWorkspace(command, checked.data, window);
      const handler = handlers[command as MainCommand] as (
        params: unknown,
        window: BrowserWindow,
      ) => Promise<Outcome<unknown> | undefined>;
      return (await handler(checked.data, window)) ?? { ok: true, value: null };
    } catch (error) {
      log('error', `'${command}' failed`, { error: error instanceof Error ? error.stack : String(error) });
      return { ok: false, failure: defectFailure(error) };
    }
  });
}

export function sendBridgeEvent<E extends EventName>(window: BrowserWindow, event: E, payload: BridgeEvents[E]): void {
  if (!window.isDestroyed()) window.webContents.send(ipcChannels.event, event, payload);
}

export function broadcastBridgeEvent<E extends EventName>(event: E, payload: BridgeEvents[E]): void {
  for (const window of BrowserWindow.getAllWindows()) sendBridgeEvent(window, event, payload);
}
