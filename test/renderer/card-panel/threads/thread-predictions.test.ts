/** Checks what the card panel predicts before a thread starts, reopens or closes. */
import { describe, expect, test } from 'vitest';
import {
  type CardForThreadPrediction,
  predictThreadClose,
  predictThreadReopen,
  predictThreadStart,
} from '../../../../renderer/card-panel/threads/thread-predictions.ts';
import { refusalTexts } from '../../../../shared/contract/index.ts';

describe('effects of a thread on its card', () => {
  const card: CardForThreadPrediction = {
    status: 'started',
    isDoc: false,
    isHero: false,
    hasGuardians: true,
    threads: [],
  };
  test('block and review reset its status, a comment does not', () => {
    expect(predictThreadStart(card, 'block').effects.join(' ')).toMatch(/blocked.*set back to not started/);
    expect(predictThreadStart(card, 'review').effects.join(' ')).toMatch(/in review.*guardians take part/);
    expect(predictThreadStart(card, 'comment').effects.join(' ')).not.toMatch(/not started/);
    expect(predictThreadStart({ ...card, status: 'not_started' }, 'block').effects.join(' ')).not.toMatch(/set back/);
  });
  test('only one block or review at a time, none on documents and hero cards', () => {
    const open = { ...card, threads: [{ context: 'review', isClosed: false }] };
    expect(predictThreadStart(open, 'block').refusal).toBe(refusalTexts.thread_conflict);
    expect(predictThreadStart(open, 'comment').refusal).toBeNull();
    expect(predictThreadReopen({ ...card, isHero: true }, 'block').refusal).toBe(refusalTexts.hero_takes_no_thread);
    expect(predictThreadReopen({ ...card, isDoc: true }, 'comment').refusal).toBeNull();
    expect(
      predictThreadStart({ ...card, threads: [{ context: 'block', isClosed: true }] }, 'block').refusal,
    ).toBeNull();
  });
  test('closing shows what ends and who may do it', () => {
    expect(predictThreadClose(card, 'review', true).effects).toHaveLength(2);
    expect(predictThreadClose(card, 'review', false).possibleRefusal).toMatch(/Guardians/);
    expect(predictThreadClose({ ...card, isDoc: true }, 'comment', true).refusal).toBe(refusalTexts.doc_has_no_status);
  });
});
