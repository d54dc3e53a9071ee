/** What an operation changes and sends, and both versions of a text if the person must decide between them. */
import { Info } from 'lucide-react';
import { type ReactElement, type ReactNode, useMemo } from 'react';
import type { OutboxOperation } from '../../../shared/bridge/index.ts';
import { queryForRow, selectRelated } from '../../../shared/contract/index.ts';
import { call, toastFailure } from '../../data/bridge.ts';
import { useLiveQuery } from '../../data/live.ts';
import { useLookups, usePeople } from '../../data/lookups.ts';
import { openCard } from '../../data/routes.ts';
import { draftKeys } from '../../editor/draft-keeper.ts';
import { requestDraftReload } from '../../editor/use-draft.ts';
import {
  changesOfOperation,
  createdRowTitle,
  needsPersonDecision,
  type OperationChange,
} from '../../sync/outbox-labels.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { pairWithIndexKeys } from '../../ui/index-keys.ts';
import { Popover } from '../../ui/popups/Popover.tsx';
import { type DiffBlock, diffLines, splitByChangedWords } from '../../ui/text/compare-texts.ts';
import { LongText } from '../../ui/text/LongText.tsx';
import { hasLongLine } from '../../ui/text/long-lines.ts';
import { TimeAgo } from '../../workbench/TimeAgo.tsx';
import styles from './outbox.module.css';

/** The newest history entries show who last changed the text, and when. */
const textQuery = (cardId: string) =>
  queryForRow('card', cardId, [
    'content',
    'version',
    selectRelated('diffs', { $order: { field: 'version', dir: 'desc' }, $limit: 20 }, [
      'version',
      'diff',
      'changerId',
      'versionCreatedAt',
      { changer: ['name', 'fullName'] },
    ]),
  ]);

function useChanges(operation: OutboxOperation): readonly OperationChange[] {
  const lookups = useLookups();
  const people = usePeople();
  return changesOfOperation(operation, { lookups, people });
}

const changeText = ({ from, to }: OperationChange) => (from === null || from === to ? to : `${from} → ${to}`);

/** Such as "Priority: Low → High". The row has the title of what is created already. */
export function OperationChanges({ operation }: { operation: OutboxOperation }): ReactElement {
  const title = createdRowTitle(operation);
  const shown = useChanges(operation).filter(({ to }) => to !== title);
  return (
    <>
      {shown.map((change) => (
        <span key={change.label} className="soft truncate" dir="auto">
          {change.label}: {changeText(change)}
        </span>
      ))}
    </>
  );
}

/** A button for a popup with the changes as a list, and what is sent in the words of the interface. */
export function OperationDetails({ operation }: { operation: OutboxOperation }): ReactElement | null {
  const changes = useChanges(operation);
  const params = Object.entries(operation.params);
  if (params.length === 0) return null;
  return (
    <Popover label={`Details of ${operation.label}`} trigger={<IconButton icon={Info} label="Details" small />}>
      <div className={cx('stack gap-2 p-2', styles.details)}>
        <dl className={cx('selectable grid break-words', styles.params)}>
          {changes.map((change) => (
            <div key={change.label}>
              <dt className="faint">{change.label}</dt>
              <dd dir="auto">
                <LongText text={changeText(change)} />
              </dd>
            </div>
          ))}
        </dl>
        <details open={changes.length === 0}>
          <summary className="note">What is sent to the service</summary>
          <dl className={cx('selectable grid break-words text-xs mono mt-2', styles.params)}>
            <dt className="faint">action</dt>
            <dd className="pre-wrap">{operation.action}</dd>
            {params.map(([name, value]) => (
              <div key={name}>
                <dt className="faint">{name}</dt>
                <dd className="pre-wrap">
                  <LongText text={typeof value === 'string' ? value : JSON.stringify(value)} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      </div>
    </Popover>
  );
}

/** Null unless the person must decide about the text of a card. */
export function BothTexts({ operation }: { operation: OutboxOperation }): ReactElement | null {
  const { id, content } = operation.params;
  const isText = operation.action === 'cards/update' && typeof id === 'string' && typeof content === 'string';
  return isText && needsPersonDecision(operation) ? (
    <TwoTexts operation={operation} cardId={id} mine={content} />
  ) : null;
}

interface TwoTextsProps {
  operation: OutboxOperation;
  cardId: string;
  mine: string;
}

function TwoTexts({ operation, cardId, mine }: TwoTextsProps): ReactElement | null {
  const { data } = useLiveQuery(textQuery(cardId));
  // The text to compare with the person's: from a conflict failure that contains it, otherwise the card's current text.
  const { failure } = operation;
  const theirs = (failure?.kind === 'conflict' ? failure.theirs : undefined) ?? data?.card?.[cardId]?.content;
  const writer = writerOf(data);
  const stretches = useMemo(() => (theirs === undefined ? [] : diffLines(mine, theirs)), [mine, theirs]);
  if (theirs === undefined) return <TextVersion title="Your text">{mine}</TextVersion>;
  if (theirs === mine) return null;
  return (
    <div className={cx('mt-2', styles.both)}>
      <div className={cx('grid gap-2', styles.texts)}>
        <TextVersion title="Yours" by="you" at={operation.at}>
          <Lines stretches={stretches} side="mine" />
        </TextVersion>
        <TextVersion title="On the card now" by={writer?.by} at={writer?.at}>
          <Lines stretches={stretches} side="theirs" />
        </TextVersion>
      </div>
      <Button
        text="Merge in the editor"
        small
        look="quiet"
        className="outdent"
        onClick={() => void mergeInEditor(operation, cardId)}
      />
    </div>
  );
}

/** Turns the operation into a draft and opens the card: the person merges it with the card's text in the editor. */
async function mergeInEditor(operation: OutboxOperation, cardId: string): Promise<void> {
  const key = draftKeys.content(cardId);
  try {
    await call('outbox/toDraft', { id: operation.id, key });
    requestDraftReload(key);
    openCard(cardId);
  } catch (error) {
    toastFailure(error, 'The text stays in the outbox');
  }
}

/** Who last changed the card's text, and when. Undefined if the history does not show it. */
function writerOf(answer: ReturnType<typeof textQuery>['__answer']): { by: string; at: string } | undefined {
  const [newest] = Object.values(answer?.cardHistory ?? {})
    .filter(({ diff }) => typeof diff === 'object' && diff !== null && 'content' in diff)
    .sort((a, b) => b.version - a.version);
  const person = newest?.changerId ? answer?.user?.[newest.changerId] : undefined;
  return newest && { by: person?.fullName || person?.name || 'somebody', at: newest.versionCreatedAt };
}

interface TextVersionProps {
  title: string;
  children: ReactNode;
  by?: string | undefined;
  at?: string | undefined;
}

function TextVersion({ title, children, by, at }: TextVersionProps): ReactElement {
  return (
    <section aria-label={title}>
      <h3 className="note">
        {title}
        {by && at ? (
          <span className="normal">
            {' '}
            by {by}, <TimeAgo at={at} />
          </span>
        ) : null}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll this text with arrow keys */}
      <pre className={cx('selectable scroll pre-wrap break-words inset-box', styles.text)} tabIndex={0} dir="auto">
        {children}
      </pre>
    </section>
  );
}

/** Highlights words that the other version does not contain. */
function Lines({ stretches, side }: { stretches: readonly DiffBlock[]; side: 'mine' | 'theirs' }): ReactElement {
  return (
    <>
      {pairWithIndexKeys(stretches).map(([at, stretch]) => {
        const end = Number(at) < stretches.length - 1 ? '\n' : '';
        if (stretch.kind === 'skipped')
          return (
            <span key={at} className="faint">
              … {stretch.count} lines alike …{end}
            </span>
          );
        if (stretch.kind === 'equal') return <LongText key={at} text={stretch.lines.join('\n') + end} />;
        const lines = stretch[side];
        return lines.length === 0 ? null : (
          <span key={at} className={lines.some(hasLongLine) ? 'plain-shaping' : undefined}>
            {pairWithIndexKeys(
              splitByChangedWords(lines.join('\n'), stretch[side === 'mine' ? 'theirs' : 'mine'].join('\n')),
            ).map(([place, piece]) => {
              const text = <LongText key={place} text={piece.text} />;
              return piece.isChanged ? <mark key={place}>{text}</mark> : text;
            })}
            {end}
          </span>
        );
      })}
    </>
  );
}
