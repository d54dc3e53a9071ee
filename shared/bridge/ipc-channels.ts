/** The IPC channels. This file imports no schemas, so that the preload script does not bundle the validator. */
export const ipcChannels = { command: 'decktop:command', event: 'decktop:event' } as const;
