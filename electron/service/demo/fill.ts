import type { DemoContent } from './content.ts';
import { generateLargeDemoContent } from './large.ts';
import { createDemoStudioContent } from './studio/workspace.ts';

/** `demo` is true for the demo studio, and a number for a generated workspace with that many cards. */
export function demoContent(demo: boolean | number | undefined): DemoContent | undefined {
  if (demo === undefined || demo === false) return undefined;
  return demo === true ? createDemoStudioContent() : generateLargeDemoContent(demo);
}
