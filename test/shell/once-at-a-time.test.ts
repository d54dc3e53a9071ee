import { expect, test } from 'vitest';
import { onceAtATime } from '../../electron/shell/once-at-a-time.ts';

test('a question whose dialog is open is not asked a second time, and later it is', async () => {
  const asked: string[] = [];
  const answers: ((answer: boolean) => void)[] = [];
  const ask = onceAtATime((name: string) => {
    asked.push(name);
    return new Promise<boolean>((resolve) => answers.push(resolve));
  });
  const both = Promise.all([ask('first'), ask('second')]);
  answers.pop()?.(true);
  expect(await both).toEqual([true, true]);
  expect(asked).toEqual(['first']);
  void ask('third');
  expect(asked).toEqual(['first', 'third']);
});
