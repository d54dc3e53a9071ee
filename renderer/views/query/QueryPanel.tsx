import { ChevronDown, ChevronRight, CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactElement, useId, useRef } from 'react';
import type { Query } from '../../../shared/contract/index.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { copyText } from '../../ui/dom/announce-to-screen-readers.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { Menu } from '../../ui/popups/Menu.tsx';
import { countWithNoun } from '../../ui/text/text.ts';
import type { ExampleQuery } from './examples.ts';
import { formatQuery } from './format-query.ts';
import type { QueryEditorHandle } from './QueryEditor.tsx';
import styles from './QueryPanel.module.css';
import { parseQueryText, syntaxTreeToData } from './syntax.ts';
import { useQuerySuggestionData } from './use-query-names.ts';
import type { QueryProblem } from './validate.ts';

const QueryEditor = lazyComponent(() => import('./QueryEditor.tsx'), 'default');

interface QueryPanelProps {
  text: string;
  /** Increases each time the text is set from outside the editor. */
  revision: number;
  /** Null while the text has errors. */
  query: Query | null;
  problems: readonly QueryProblem[];
  examples: readonly ExampleQuery[];
  /** Folded, only the last row shows. */
  isOpen: boolean;
  onOpen: (open: boolean) => void;
  onText: (text: string) => void;
  onExample: (example: ExampleQuery) => void;
}

export function QueryPanel(props: QueryPanelProps): ReactElement {
  const { text, revision, query, problems, examples, isOpen, onOpen, onText, onExample } = props;
  const editor = useRef<QueryEditorHandle>(null);
  const names = useQuerySuggestionData();
  const problemsId = useId();
  const format = () => {
    const { tree, problems: broken } = parseQueryText(text);
    if (broken.length === 0 && tree.entries.length > 0)
      editor.current?.replace(formatQuery(syntaxTreeToData(tree) as Record<string, unknown>));
  };
  const copy = () => copyText(JSON.stringify(query), 'Copied the query as JSON');
  const isEmpty = text.trim() === '';
  const StateIcon = problems.length > 0 ? CircleAlert : CircleCheck;
  return (
    <section className={cx('stack rigid clip panel', styles.panel)} aria-label="Query">
      {isOpen ? (
        <>
          <div className={cx('clip', styles.editor)}>
            <QueryEditor
              handle={editor}
              text={text}
              revision={revision}
              names={names}
              problems={problems}
              autoFocus={isEmpty}
              describedBy={problemsId}
              onChange={onText}
              onFormat={format}
            />
          </div>
          <div id={problemsId}>
            {problems.length > 0 ? (
              <ol className={cx('rigid scroll border-top bg-inset p-1', styles.problems)} aria-label="Problems">
                {problems.map((problem) => (
                  <li key={`${problem.from} ${problem.code} ${problem.message}`}>
                    <button
                      type="button"
                      className={cx('grid w-full text-sm text-start round p-1-2 hover-fill', styles.problem)}
                      onClick={() => editor.current?.select(problem.from, problem.to)}
                    >
                      <span className="faint figures">Line {lineAt(text, problem.from)}</span>
                      <span className="danger">{problem.message}</span>
                      {problem.hint ? <span className={cx('clamp soft', styles.hint)}>{problem.hint}</span> : null}
                    </button>
                  </li>
                ))}
              </ol>
            ) : null}
          </div>
        </>
      ) : null}
      <div className={cx('row wrap rigid gap-1', isOpen && 'border-top', styles.foot)}>
        <Button
          text="Query"
          icon={isOpen ? ChevronDown : ChevronRight}
          look="quiet"
          small
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
        />
        <span
          className={cx(
            'inline-row gap-6px min-w-0 truncate soft text-sm',
            styles.state,
            problems.length > 0 && styles.wrong,
          )}
          role="status"
        >
          {isEmpty ? (
            isOpen ? (
              'Type a query, or start with an example. Ctrl+Space shows suggestions.'
            ) : (
              'Nothing is asked yet'
            )
          ) : (
            <>
              <StateIcon size={13} aria-hidden />
              {problems.length > 0 ? countWithNoun(problems.length, 'problem') : 'The query is valid'}
            </>
          )}
        </span>
        <Menu
          align="end"
          trigger={<Button text="Examples" look="quiet" small />}
          entries={examples.map((example) => ({ label: example.name, run: () => onExample(example) }))}
        />
        {isOpen ? <Button text="Format" look="quiet" small disabled={isEmpty} onClick={format} /> : null}
        <Button text="Copy as JSON" look="quiet" small disabled={!query} onClick={copy} />
      </div>
    </section>
  );
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length;
