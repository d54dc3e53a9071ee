/** React context with the source of the board that contains a component; null outside boards. */
import { createContext } from 'react';
import type { BoardSource } from '../model/board-source.ts';

export const BoardSourceContext = createContext<BoardSource | null>(null);
