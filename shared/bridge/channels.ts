/** The IPC channels, apart from the schemas so that the preload carries no validator with it. */
export const channels = { command: 'decktop:command', event: 'decktop:event' } as const;
