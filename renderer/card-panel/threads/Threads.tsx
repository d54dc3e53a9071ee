import { type ReactElement, useMemo, useState } from 'react';
import type { ThreadContextKind } from '../../../shared/contract/index.ts';
import { act, actStep } from '../../data/act.ts';
import { rowsByIds } from '../../data/answer-rows.ts';
import { stableRowKey } from '../../data/id-remap.ts';
import { useLiveQuery } from '../../data/live.ts';
import { useMissingScopeReason } from '../../data/permissions.ts';
import { CommentComposer } from '../../editor/CommentComposer.tsx';
import { draftKeys } from '../../editor/draft-keeper.ts';
import { useAutocompleteData, useMentionResolver } from '../../editor/mention-resolver.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { ItemBoundary } from '../../ui/ItemBoundary.tsx';
import { LazyMount } from '../../ui/LazyMount.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { CardPanelSection } from '../CardPanelSection.tsx';
import type { CardPanelPartProps } from '../fields/panel-card-state.ts';
import { type PanelCard, type ThreadRow, threadsQuery } from '../queries.ts';
import { Thread } from './Thread.tsx';
import { type CardForThreadPrediction, predictThreadStart } from './thread-predictions.ts';
import styles from './threads.module.css';

/** Open threads first. Within each group, the thread that was opened, reopened or closed last is first. */
function sortThreads(threads: readonly ThreadRow[]): ThreadRow[] {
  const lastChangeOf = ({ closedAt, reopenedAt, createdAt }: ThreadRow) => closedAt ?? reopenedAt ?? createdAt;
  return threads.toSorted(
    (a, b) =>
      Number(a.isClosed) - Number(b.isClosed) ||
      lastChangeOf(b).localeCompare(lastChangeOf(a)) ||
      a.id.localeCompare(b.id),
  );
}

/** Such as `2 open, 1 closed`. A count of 0 is left out. */
const countsText = (open: number, closed: number) =>
  [open > 0 ? `${open} open` : [], closed > 0 ? `${closed} closed` : []].flat().join(', ');

/** Estimates in px: an open thread with one short comment, and a closed thread. */
const openHeightPx = 170;
const closedHeightPx = 36;

/** All threads count as open. */
export const estimatedThreadsHeightPx = (count: number): number => count * openHeightPx;

export function Threads({ card, cardState }: CardPanelPartProps): ReactElement {
  const { data: answer } = useLiveQuery(threadsQuery(card.cardId));
  const threads = sortThreads(rowsByIds(answer?.resolvable, answer?.card?.[card.cardId]?.resolvables) as ThreadRow[]);
  const entries = answer?.resolvableEntry;
  const texts = useMemo(() => Object.values(entries ?? {}).map(({ content }) => content), [entries]);
  const mentions = useMentionResolver(texts, cardState.projectId);
  const completionData = useAutocompleteData(cardState.projectId);
  const [showClosed, setShowClosed] = useState(false);
  const open = threads.filter(({ isClosed }) => !isClosed);
  const closed = threads.filter(({ isClosed }) => isClosed);
  const threadCard = { ...cardState, status: card.status, assigneeId: card.assigneeId, threads };
  const shown = showClosed || open.length === 0 ? threads : open;
  return (
    <CardPanelSection title="Threads" note={countsText(open.length, closed.length)}>
      {answer
        ? shown.map((thread) => (
            <LazyMount key={stableRowKey(thread.id)} heightPx={thread.isClosed ? closedHeightPx : openHeightPx}>
              <ItemBoundary item="This thread" text={null}>
                <Thread
                  thread={thread}
                  answer={answer}
                  card={threadCard}
                  mentions={mentions}
                  completionData={completionData}
                />
              </ItemBoundary>
            </LazyMount>
          ))
        : null}
      {closed.length > 0 && open.length > 0 ? (
        <Button
          text={showClosed ? 'Hide closed threads' : `Show ${closed.length} closed`}
          small
          look="quiet"
          aria-expanded={showClosed}
          onClick={() => setShowClosed(!showClosed)}
        />
      ) : null}
      <NewThread card={card} threadCard={threadCard} completionData={completionData} />
    </CardPanelSection>
  );
}

const contextOptions = [
  { value: 'comment', label: 'Comment', placeholder: 'Start a thread…' },
  { value: 'block', label: 'Block', placeholder: 'What blocks it?' },
  { value: 'review', label: 'Review', placeholder: 'What should be looked at?' },
] as const;

interface NewThreadProps {
  card: PanelCard;
  threadCard: CardForThreadPrediction;
  completionData: ReturnType<typeof useAutocompleteData>;
}

function NewThread({ card, threadCard, completionData }: NewThreadProps): ReactElement {
  const [context, setContext] = useState<ThreadContextKind>('comment');
  const disabledReason = useMissingScopeReason('resolvables/create');
  const { effects, refusal: ruleRefusal } = predictThreadStart(threadCard, context);
  const refusal = disabledReason ?? ruleRefusal;
  const { placeholder } = contextOptions.find(({ value }) => value === context) ?? contextOptions[0];
  const start = async (content: string) => {
    const step = actStep('resolvables/create', { cardId: card.cardId, context, content });
    const done = await act(`Start a ${context} thread`, [step], { undoable: false });
    if (done) setContext('comment');
    return done !== null;
  };
  return (
    <div className="stack gap-1">
      <div className={cx('row gap-1', styles.starting)}>
        <Select
          label="Kind of thread"
          small
          look="quiet"
          value={context}
          options={contextOptions}
          onChange={setContext}
        />
        <span className={refusal ? 'danger text-sm' : 'note'} role={refusal ? 'alert' : undefined}>
          {refusal ?? effects.join(' ')}
        </span>
      </div>
      <CommentComposer
        draftKey={draftKeys.newThread(card.cardId)}
        label="Start a thread"
        placeholder={placeholder}
        completionData={completionData}
        sendLabel="Start thread"
        refusal={refusal}
        onSend={start}
      />
    </div>
  );
}
