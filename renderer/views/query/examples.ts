/**
 * The example queries that the query board offers. Each example is valid, and the person can edit it after opening it.
 */
import type { Query } from '../../../shared/contract/index.ts';
import { filteredRelationKey } from '../../../shared/contract/index.ts';
import type { QueryBoardSettings } from '../../workbench/saved-views.ts';
import { formatQuery } from './format-query.ts';

/** The ids and days that the example queries contain. */
export interface ExampleQueryValues {
  readonly me: string | null;
  /** Today's date on this computer, `YYYY-MM-DD`. */
  readonly today: string;
  readonly currentRun: { readonly id: string; readonly name: string } | null;
}

/** An example query with its name, its description and its board. */
export interface ExampleQuery {
  readonly name: string;
  readonly about: string;
  readonly board: QueryBoardSettings;
}

const open = { visibility: 'default', status: { op: 'neq', value: 'done' } };
const ofAccount = (list: Query[string]): Query => ({ _root: [{ account: list }] });

/** Returns the example queries. Their conditions contain the given values. */
export function exampleQueries({ me, today, currentRun }: ExampleQueryValues): ExampleQuery[] {
  const example = (
    name: string,
    about: string,
    query: Query,
    show: QueryBoardSettings['show'] = 'table',
  ): ExampleQuery => ({
    name,
    about,
    board: { text: formatQuery(query), show },
  });
  const cards = (where: Record<string, unknown>, fields: Query[string]) => ({
    [filteredRelationKey('cards', where)]: fields,
  });
  return [
    example(
      me ? 'My overdue cards' : 'Overdue cards',
      'Not done, and due before today: the longest overdue first.',
      ofAccount([
        cards(
          {
            ...open,
            ...(me ? { assigneeId: me } : {}),
            dueDate: { op: 'lt', value: today },
            $order: 'dueDate',
            $limit: 200,
          },
          ['title', 'dueDate', 'derivedStatus', 'priority', { deck: ['title'] }],
        ),
      ]),
    ),
    example(
      'Blocked cards with their threads',
      'Cards with an open block, and their comments.',
      ofAccount([
        cards({ visibility: 'default', derivedStatus: 'blocked', $order: '-lastUpdatedAt', $limit: 200 }, [
          'title',
          { assignee: ['name', 'fullName'] },
          'lastUpdatedAt',
          {
            [filteredRelationKey('resolvables', { isClosed: false, context: 'block' })]: [
              'context',
              'createdAt',
              { creator: ['name', 'fullName'] },
              { entries: ['content', 'createdAt', { author: ['name', 'fullName'] }] },
            ],
          },
        ]),
      ]),
    ),
    ...(currentRun
      ? [
          example(
            `Cards without effort in ${currentRun.name}`,
            'They count with the fallback effort until somebody estimates them.',
            ofAccount([
              cards({ ...open, sprintId: currentRun.id, effort: null, isDoc: { op: 'neq', value: true } }, [
                'title',
                'derivedStatus',
                'priority',
                { assignee: ['name', 'fullName'] },
                { deck: ['title'] },
              ]),
            ]),
            'board' as const,
          ),
        ]
      : []),
    example(
      'Decks and what is left in them',
      'How many cards are open, and how many are blocked.',
      ofAccount([
        {
          [filteredRelationKey('decks', { $order: 'title' })]: [
            'title',
            'deckType',
            { project: ['name'] },
            `count:${filteredRelationKey('cards', open)}`,
            `count:${filteredRelationKey('cards', { visibility: 'default', derivedStatus: 'blocked' })}`,
          ],
        },
      ]),
    ),
    example(
      'Urgent cards',
      'High priority and open, the newest first.',
      ofAccount([
        cards({ ...open, priority: 'a', $order: '-createdAt', $limit: 200 }, [
          'title',
          'derivedStatus',
          'createdAt',
          { deck: ['title'] },
        ]),
      ]),
      'board',
    ),
    example(
      'Milestones with progress',
      'Those to come, with the cards that are open and done.',
      ofAccount([
        {
          [filteredRelationKey('milestones', {
            isDeleted: false,
            date: { op: 'gte', value: today },
            $order: 'date',
            $limit: 50,
          })]: [
            'name',
            'date',
            'color',
            `count:${filteredRelationKey('cards', open)}`,
            `count:${filteredRelationKey('cards', { visibility: 'default', status: 'done' })}`,
          ],
        },
      ]),
    ),
  ];
}
