import type { DemoContent } from './content.ts';
import { generateLargeDemoContent } from './large.ts';
import { createDemoStudioContent } from './studio/workspace.ts';

/** True for the demo studio; a number for a generated workspace with that many cards; undefined for none. */
export function demoContent(demo: boolean | number | undefined): DemoContent | undefined {
  if (demo === undefined || demo === false) return undefined;
  return demo === true ? createDemoStudioContent() : generateLargeDemoContent(demo);
}
