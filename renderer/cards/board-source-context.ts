/**
 * React context with the `BoardSource` of the board around a component: what the board shows, and how it groups and
 * sorts cards. Null outside boards.
 */
import { createContext } from 'react';
import type { BoardSource } from '../model/board-source.ts';

export const BoardSourceContext = createContext<BoardSource | null>(null);
