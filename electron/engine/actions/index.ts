/** A handler for every action of the contract: each module of this folder brings its own, this joins them. */
import type { Handlers } from '../types.ts';

export const handlers: Partial<Handlers> = {};
