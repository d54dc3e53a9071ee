/** The system that the app runs on, for branches by platform. Pure functions take it as an argument instead. */

export type Platform = 'darwin' | 'win32' | 'linux';

/** Other Unix systems count as Linux. */
export const platform = (): Platform =>
  process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux';
