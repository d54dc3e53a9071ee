/** Selects the content for `--demo`. */
import type { Content } from './content.ts';
import { largeWorkspace } from './large.ts';
import { studioWorkspace } from './studio/workspace.ts';

/** @param demo true for the studio; a number for a generated workspace of so many cards */
export function demoContent(demo: boolean | number | undefined): Content | undefined {
  if (demo === undefined || demo === false) return undefined;
  return demo === true ? studioWorkspace() : largeWorkspace(demo);
}
