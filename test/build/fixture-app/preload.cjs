const { contextBridge, ipcRenderer } = require('electron');

/** @type {unknown[]} */
const notes = [];
ipcRenderer.on('note', (_event, note) => notes.push(note));

contextBridge.exposeInMainWorld('fixture', {
  platform: process.platform,
  notes: () => notes,
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  send: (channel, ...args) => ipcRenderer.send(channel, ...args),
  subscribe: (listener) => {
    const wrapped = (_event, note) => listener(note);
    ipcRenderer.on('note', wrapped);
    return () => ipcRenderer.off('note', wrapped);
  },
  add: (a, b) => a + b,
  throws: () => {
    throw new RangeError('thrown in the preload');
  },
  lacking: () => ipcRenderer.sendSync('x'),
  foreign: () => require('node:fs'),
});
