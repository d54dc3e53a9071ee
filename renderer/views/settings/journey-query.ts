/** The query for the journey steps in settings, with the types of its rows. */
import { query, taskOnlyFieldNames } from '../../../shared/contract/index.ts';

export const journeyQuery = query({
  _root: [
    {
      account: [
        {
          workflowItems: [
            'deckId',
            'title',
            'content',
            'label',
            ...taskOnlyFieldNames,
            'assigneeId',
            'targetDeckId',
            'sortValue',
            'visibility',
            { inDeps: [] },
          ],
        },
      ],
    },
  ],
});
/** A journey step in the answer of `journeyQuery`. */
export type JourneyStepRow = NonNullable<(typeof journeyQuery)['__answer']>['workflowItem'][string];
