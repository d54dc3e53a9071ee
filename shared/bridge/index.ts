/** The bridge between windows and main: `window.decktop`. */
import type { Outcome } from '../contract/index.ts';
import type { CommandAnswer, CommandName, CommandParams } from './commands.ts';
import type { BridgeEvents, EventName } from './events.ts';

export * from './administration.ts';
export * from './commands.ts';
export * from './desktop.ts';
export * from './effect.ts';
export * from './events.ts';
export { ipcChannels } from './events.ts';
export * from './import.ts';
export * from './keep.ts';
export * from './living-folder.ts';
export * from './menus.ts';
export * from './network.ts';
export * from './notifications.ts';
export * from './proxy-settings.ts';
export * from './readiness.ts';
export * from './sync-status.ts';
export * from './updates.ts';
export * from './view-states.ts';

export interface Bridge {
  readonly platform: string;
  call<C extends CommandName>(command: C, params: CommandParams<C>): Promise<Outcome<CommandAnswer<C>>>;
  /** Returns a function that removes the listener. */
  on<E extends EventName>(event: E, listener: (payload: BridgeEvents[E]) => void): () => void;
}
