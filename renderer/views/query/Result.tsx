/** A table with the rows that one part of the query selects, or a board with all cards of the answer. */

import { Table2 } from 'lucide-react';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import type { Query, QueryAnswer } from '../../../shared/contract/index.ts';
import { HandStrip } from '../../board/hand-strip/HandStrip.tsx';
import { Board } from '../../board/layouts/Board.tsx';
import { BoardToolbar } from '../../board/toolbar/BoardToolbar.tsx';
import { useBoardModel } from '../../board/use-board-model.ts';
import { BulkBar } from '../../cards/menus/BulkBar.tsx';
import { CardMenu } from '../../cards/menus/CardMenu.tsx';
import { type BoardSource, searchResultBoardSource } from '../../model/board-source.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/messages.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { countWithNoun } from '../../ui/text/text.ts';
import type { QueryBoardSettings } from '../../workbench/saved-views/saved-views.ts';
import { QueryResultTable } from './QueryResultTable.tsx';
import styles from './QueryView.module.css';
import {
  cardIdsInAnswer,
  defaultResultNode,
  type ResultNode,
  resultColumnValue,
  resultNodesOfQuery,
  rowsOfResultNode,
} from './rows.ts';
import { useCellNameLookups } from './use-query-names.ts';

export interface QueryWithAnswer {
  readonly query: Query;
  readonly answer: QueryAnswer;
}

interface ResultProps {
  answered: QueryWithAnswer;
  board: QueryBoardSettings;
  /** Key of the board's stored settings for this query. */
  name: string;
  /** The answer belongs to an earlier query: the current text has errors or its query failed. */
  isOld: boolean;
  onChange: (board: QueryBoardSettings) => void;
}

export function QueryResult(props: ResultProps): ReactElement {
  const nodes = useMemo(() => resultNodesOfQuery(props.answered.query), [props.answered.query]);
  const Shown = props.board.show === 'board' ? BoardResult : TableResult;
  return <Shown {...props} nodes={nodes} />;
}

type NodesProps = ResultProps & { nodes: readonly ResultNode[] };

function ResultBar(props: { count: number; noun: string; isOld: boolean; children: ReactNode }): ReactElement {
  const { count, noun, isOld, children } = props;
  return (
    <div className={cx('row rigid gap-2', styles.bar)}>
      <span className="soft text-sm figures" role="status">
        {`${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`}
        {isOld ? ' · of the last query without errors' : ''}
      </span>
      {children}
    </div>
  );
}

function TableResult({ answered, board, isOld, onChange, nodes }: NodesProps): ReactElement {
  const names = useCellNameLookups(answered.answer);
  const layout = board.table ?? {};
  const node = nodes.find(({ key }) => key === layout.place) ?? defaultResultNode(nodes);
  const { count, filledColumns } = useMemo(() => summaryOf(node, answered.answer), [node, answered.answer]);
  if (!node)
    return (
      <EmptyState icon={<Table2 />} title="The query selects no rows">
        A query begins at _root or at a row by its id, and follows relations from there.
      </EmptyState>
    );
  const emptyCount = node.columns.length - filledColumns.length;
  return (
    <section className="stack grow min-h-0" aria-label="Result">
      <ResultBar count={count} noun="row" isOld={isOld}>
        {emptyCount > 0 && count > 0 ? (
          <Button
            look="quiet"
            small
            text={`${layout.showsEmpty ? 'Leave out' : 'Show'} ${countWithNoun(emptyCount, 'empty column')}`}
            onClick={() => onChange({ ...board, table: { ...layout, showsEmpty: !layout.showsEmpty } })}
          />
        ) : null}
        {nodes.length > 1 ? (
          <Select<string>
            label="Rows of"
            prefix="Rows of"
            look="quiet"
            small
            value={node.key}
            options={nodes.map(({ key, label, words }) => ({
              value: key,
              label: nodes.some((other) => other.key !== key && other.words === words) ? `${words} (${label})` : words,
            }))}
            onChange={(key) => onChange({ ...board, table: { ...layout, place: key, sort: null } })}
          />
        ) : null}
      </ResultBar>
      {count > 0 ? (
        <QueryResultTable
          key={node.key}
          filledColumns={filledColumns}
          node={node}
          answer={answered.answer}
          names={names}
          layout={layout}
          onLayout={(next) => onChange({ ...board, table: next })}
        />
      ) : (
        <div className="grow min-h-0">
          <EmptyState title="No rows">
            The query is valid, but no rows match. Matching rows will appear here.
          </EmptyState>
        </div>
      )}
    </section>
  );
}

/** The first column is never left out: its cells link to the rows. */
function summaryOf(node: ResultNode | null, answer: QueryAnswer) {
  const rows = node ? [...rowsOfResultNode(node, answer).values()] : [];
  const isEmpty = (value: unknown) =>
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  const filledColumns = (node?.columns ?? []).filter(
    (column, index) => index === 0 || rows.some((row) => !isEmpty(resultColumnValue(row, column, answer))),
  );
  return { count: rows.length, filledColumns };
}

/** Includes archived cards. Boards store their settings under `name`. */
const boardSourceOfQuery = (name: string, ids: readonly string[]): BoardSource => ({
  ...searchResultBoardSource(ids),
  key: `query:${name}`,
  where: { cardId: { op: 'in', value: ids } },
  defaultGrouping: 'status',
});

function BoardResult({ answered, board, name, isOld, onChange, nodes }: NodesProps): ReactElement {
  const ids = useMemo(() => cardIdsInAnswer(nodes, answered.answer), [nodes, answered.answer]);
  const text = JSON.stringify(ids);
  // `ids` can be a new array with the same ids. `text`, the ids as JSON, keeps the source the same until the ids
  // change.
  const source = useMemo(() => boardSourceOfQuery(name, JSON.parse(text) as string[]), [name, text]);
  const model = useBoardModel(source);
  return (
    <>
      <ResultBar count={ids.length} noun="card" isOld={isOld}>
        <BoardToolbar model={model} save={false} />
      </ResultBar>
      <CardMenu>
        <Board
          model={model}
          title="Query board"
          empty={
            nodes.some((node) => node.model === 'card') ? (
              <EmptyState title="No cards">The query is fine, and no card answers it now.</EmptyState>
            ) : (
              <EmptyState
                title="The query asks for no cards"
                action={<Button text="Show as a table" onClick={() => onChange({ ...board, show: 'table' })} />}
              >
                Its rows are of other models.
              </EmptyState>
            )
          }
        />
      </CardMenu>
      <BulkBar />
      <HandStrip />
    </>
  );
}
