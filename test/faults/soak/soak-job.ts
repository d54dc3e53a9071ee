/** Child process of soak.ts: runs the tasks that soak.ts sends, one after the other, and sends back each result. */
import { killProgramsAtRandom } from '../crashes.ts';
import { checkNoOldValueReappears } from '../flicker.ts';
import { playHistory, stepNumbers } from '../history.ts';
import { checkRandomSteps } from '../random-steps.ts';
import { playTwoAuthorHistory, twoAuthorStepNumbers } from '../two-author-history.ts';
import { shrinkFailingSteps } from './shrink.ts';

export type SoakTask =
  | {
      readonly kind: 'history';
      readonly seed: number;
      readonly steps: number;
      readonly isRough: boolean;
      readonly crashes: boolean;
    }
  | { readonly kind: 'twoAuthorHistory'; readonly seed: number }
  | { readonly kind: 'crashes'; readonly seed: number; readonly kills: number }
  | { readonly kind: 'changes'; readonly seed: number; readonly changes: number }
  | { readonly kind: 'actionSequence'; readonly seed: number; readonly steps: number };

export interface SoakTaskResult {
  /**
   * The counts of the task, in an order that depends on its kind. history: operations, faults. twoAuthorHistory:
   * changes, faults, kills. crashes: stored actions, crashes of worker threads. changes: checked values.
   * actionSequence: performed steps, refused steps.
   */
  readonly counts: readonly number[];
  /**
   * For a task of the kind `history`: the actions whose answer was lost and for which the app asks the person whether the service
   * performed them.
   */
  readonly questions?: readonly string[];
  readonly failure?: {
    readonly message: string;
    /**
     * For a task of the kind `history`: the numbers of the fewest steps that still fail, and the message of their
     * failure.
     */
    readonly shrunk?: { readonly steps: readonly number[]; readonly found: string };
  };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function runTask(task: SoakTask): Promise<SoakTaskResult> {
  switch (task.kind) {
    case 'history': {
      const { operations, faults, questions } = await playHistory({
        ...task,
        steps: stepNumbers(task.steps),
      });
      return { counts: [operations, faults], questions };
    }
    case 'twoAuthorHistory': {
      const { changes, faults, kills } = await playTwoAuthorHistory({ seed: task.seed, steps: twoAuthorStepNumbers });
      return { counts: [changes, faults, kills] };
    }
    case 'crashes': {
      const { promised, crashed } = await killProgramsAtRandom(task);
      return { counts: [promised, crashed] };
    }
    case 'changes':
      return { counts: [await checkNoOldValueReappears(task)] };
    case 'actionSequence': {
      const { carriedOut, refused, failure } = checkRandomSteps(task.seed, task.steps);
      return { counts: [carriedOut, refused], ...(failure === undefined ? {} : { failure: { message: failure } }) };
    }
  }
}

async function shortenHistory({ seed, steps, isRough, crashes }: Extract<SoakTask, { kind: 'history' }>) {
  let found = '';
  const left = await shrinkFailingSteps(stepNumbers(steps), async (fewer) => {
    try {
      await playHistory({ seed, steps: fewer, isRough, crashes });
      return false;
    } catch (error) {
      found = messageOf(error);
      return true;
    }
  });
  return { steps: left, found };
}

process.on('message', async (task: SoakTask) => {
  let done: SoakTaskResult;
  try {
    done = await runTask(task);
  } catch (error) {
    const message = messageOf(error);
    done = {
      counts: [],
      failure: { message, ...(task.kind === 'history' ? { shrunk: await shortenHistory(task) } : {}) },
    };
  }
  process.send?.(done);
});

// End when the parent process ends, because nobody else receives the results.
process.on('disconnect', () => process.exit());
