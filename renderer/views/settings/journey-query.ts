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
export type JourneyStepRow = NonNullable<(typeof journeyQuery)['__answer']>['workflowItem'][string];
