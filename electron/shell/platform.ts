/** Pure functions do not call `platform`: they get the system as an argument. */

export type Platform = 'darwin' | 'win32' | 'linux';

/** Other Unix systems count as Linux. */
export const platform = (): Platform =>
  process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux';
