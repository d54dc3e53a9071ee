/** The IPC channels, in a file without schemas so that the preload script contains no validator. */
export const channels = { command: 'decktop:command', event: 'decktop:event' } as const;
