/** The list of all conformance checks. */
import type { Check } from '../subject.ts';
import { accessChecks } from './access.ts';
import { paramChecks, scopeChecks } from './actions.ts';
import { cardChecks } from './cards.ts';
import { handChecks } from './hand.ts';
import { planningChecks } from './planning.ts';
import { queryChecks } from './queries.ts';
import { robustnessChecks } from './robust.ts';
import { runChecks } from './runs.ts';
import { sideEffectChecks } from './side-effects.ts';
import { cardStatusChecks } from './states.ts';
import { threadChecks } from './threads.ts';

export const checks: readonly Check[] = [
  ...queryChecks,
  ...cardChecks,
  ...cardStatusChecks,
  ...handChecks,
  ...threadChecks,
  ...planningChecks,
  ...runChecks,
  ...sideEffectChecks,
  ...scopeChecks,
  ...paramChecks,
  ...accessChecks,
  ...robustnessChecks,
];
