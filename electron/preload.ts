/** The preload script of all windows. It gives the page only the bridge, as `window.decktop`. */
import { contextBridge, ipcRenderer } from 'electron';
import { ipcChannels } from '../shared/bridge/events.ts';
import type { Bridge, BridgeEvents, EventName } from '../shared/bridge/index.ts';

type Listener = (payload: never) => void;
const listeners = new Map<EventName, Set<Listener>>();

ipcRenderer.on(ipcChannels.event, (_event, name: EventName, payload: BridgeEvents[EventName]) => {
  for (const listener of listeners.get(name) ?? []) listener(payload as never);
});

const bridge: Bridge = {
  platform: process.platform,
  call: (command, params) => ipcRenderer.invoke(ipcChannels.command, command, params),
  on: (event, listener) => {
    const all = listeners.get(event) ?? new Set();
    listeners.set(event, all.add(listener as Listener));
    return () => {
      all.delete(listener as Listener);
    };
  },
};

contextBridge.exposeInMainWorld('decktop', bridge);
