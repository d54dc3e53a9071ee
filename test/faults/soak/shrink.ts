/**
 * Shortens a failing history (a sequence of steps) to fewer steps that still fail. Tries to leave out each half, then
 * smaller parts, and finally single steps.
 */
export async function shrinkFailingSteps(
  steps: readonly number[],
  fails: (steps: readonly number[]) => Promise<boolean>,
): Promise<readonly number[]> {
  let kept = steps;
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < kept.length; ) {
      const fewer = [...kept.slice(0, from), ...kept.slice(from + size)];
      if (await fails(fewer)) kept = fewer;
      else from += size;
    }
  return kept;
}
