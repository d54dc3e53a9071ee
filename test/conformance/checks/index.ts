/** Every conformance check. */
import type { Check } from '../subject.ts';
import { queryChecks } from './queries.ts';

export const checks: readonly Check[] = [...queryChecks];
