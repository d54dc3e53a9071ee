import type { BenchRow } from '../../support/row.ts';
import { measureBoardQuery } from '../support/board.ts';

export const { name, budget, run }: BenchRow = {
  name: 'board-500',
  budget: { ratio: 1 },
  run: () => measureBoardQuery(500),
};
