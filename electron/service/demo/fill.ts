/** Chooses the demo content of a new workspace. Used by command.ts and worker.ts. */
import type { DemoContent } from './content.ts';
import { generateLargeDemoContent } from './large.ts';
import { createDemoStudioContent } from './studio/workspace.ts';

/**
 * Returns the demo content; undefined for a workspace without demo content.
 * @param demo true for the demo studio; a number for a generated workspace with that many cards
 */
export function demoContent(demo: boolean | number | undefined): DemoContent | undefined {
  if (demo === undefined || demo === false) return undefined;
  return demo === true ? createDemoStudioContent() : generateLargeDemoContent(demo);
}
