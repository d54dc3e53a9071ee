/** The journey steps that Settings shows. */
import { query, taskFieldNames } from '../../../shared/contract/index.ts';

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
            ...taskFieldNames,
            'assigneeId',
            'masterTags',
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
export type StepRow = NonNullable<(typeof journeyQuery)['__answer']>['workflowItem'][string];
