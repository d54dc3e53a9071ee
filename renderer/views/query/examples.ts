/** Each example is valid, and the person can edit it after opening it. */
import { filteredRelationKey, type QueryObject, selectRelated } from '../../../shared/contract/index.ts';
import type { QueryBoardSettings } from '../../workbench/saved-views/saved-views.ts';
import { formatQuery } from './format-query.ts';

interface ExampleQueryValues {
  readonly me: string | null;
  /** On this computer. */
  readonly today: string;
  readonly currentRun: { readonly id: string; readonly name: string } | null;
}

export interface ExampleQuery {
  readonly name: string;
  readonly about: string;
  readonly board: QueryBoardSettings;
}

const open = { visibility: 'default', status: { op: 'neq', value: 'done' } };
const names = ['name', 'fullName'];
const countCards = (where: QueryObject) => `count:${filteredRelationKey('cards', where)}`;

export function exampleQueries({ me, today, currentRun }: ExampleQueryValues): ExampleQuery[] {
  const example = (
    name: string,
    about: string,
    rows: ReturnType<typeof selectRelated>,
    show: QueryBoardSettings['show'] = 'table',
  ): ExampleQuery => ({ name, about, board: { text: formatQuery({ _root: [{ account: [rows] }] }), show } });
  return [
    example(
      me ? 'My overdue cards' : 'Overdue cards',
      'Not done, and due before today: the longest overdue first.',
      selectRelated(
        'cards',
        {
          ...open,
          ...(me ? { assigneeId: me } : {}),
          dueDate: { op: 'lt', value: today },
          $order: 'dueDate',
          $limit: 200,
        },
        ['title', 'dueDate', 'derivedStatus', 'priority', { deck: ['title'] }],
      ),
    ),
    example(
      'Blocked cards with their threads',
      'Cards with an open block, and their comments.',
      selectRelated(
        'cards',
        { visibility: 'default', derivedStatus: 'blocked', $order: '-lastUpdatedAt', $limit: 200 },
        [
          'title',
          { assignee: names },
          'lastUpdatedAt',
          selectRelated('resolvables', { isClosed: false, context: 'block' }, [
            'context',
            'createdAt',
            { creator: names },
            { entries: ['content', 'createdAt', { author: names }] },
          ]),
        ],
      ),
    ),
    ...(currentRun
      ? [
          example(
            `Cards without effort in ${currentRun.name}`,
            'They count with the default effort until somebody estimates them.',
            selectRelated(
              'cards',
              { ...open, sprintId: currentRun.id, effort: null, isDoc: { op: 'neq', value: true } },
              ['title', 'derivedStatus', 'priority', { assignee: names }, { deck: ['title'] }],
            ),
            'board',
          ),
        ]
      : []),
    example(
      'Decks and what is left in them',
      'How many cards are open, and how many are blocked.',
      selectRelated('decks', { $order: 'title' }, [
        'title',
        'deckType',
        { project: ['name'] },
        countCards(open),
        countCards({ visibility: 'default', derivedStatus: 'blocked' }),
      ]),
    ),
    example(
      'Urgent cards',
      'High priority and open, the newest first.',
      selectRelated('cards', { ...open, priority: 'a', $order: '-createdAt', $limit: 200 }, [
        'title',
        'derivedStatus',
        'createdAt',
        { deck: ['title'] },
      ]),
      'board',
    ),
    example(
      'Milestones with progress',
      'Those to come, with the cards that are open and done.',
      selectRelated('milestones', { isDeleted: false, date: { op: 'gte', value: today }, $order: 'date', $limit: 50 }, [
        'name',
        'date',
        'color',
        countCards(open),
        countCards({ visibility: 'default', status: 'done' }),
      ]),
    ),
  ];
}
