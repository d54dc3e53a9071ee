/**
 * Changes that the service has not confirmed yet. Above them, other people's values that this person's changes
 * replaced, and cards that others archived or deleted while changes to them waited.
 */
import { CircleAlert, CircleCheck, CloudUpload, Pause, Play, RefreshCw } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import type { OutboxOperation } from '../../../shared/bridge/index.ts';
import { useSyncStatus, useWorkspace } from '../../data/app-state.ts';
import { call, failureText, toastFailure } from '../../data/bridge.ts';
import { RelativeTime } from '../../data/relative-time.ts';
import { openCard, openReconnectForm } from '../../data/routes.ts';
import {
  createdRowTitle,
  needsPersonDecision,
  type OutboxChoice,
  operationStateLabel,
  outboxChoicesFor,
  unfinishedOperationReason,
} from '../../sync/outbox-labels.ts';
import { needsNewToken } from '../../sync/sync-labels.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { cx } from '../../ui/cx.ts';
import { ItemBoundary } from '../../ui/ItemBoundary.tsx';
import { Banner, EmptyState } from '../../ui/messages.tsx';
import { ConfirmDialog } from '../../ui/popups/Dialog.tsx';
import { PageLayout } from '../../workbench/page/PageLayout.tsx';
import { TimeAgo } from '../../workbench/TimeAgo.tsx';
import { EditOperationDialog } from './EditOperationDialog.tsx';
import { BothTexts, OperationChanges, OperationDetails } from './OperationDetails.tsx';
import { OverwrittenValueList } from './OverwrittenValueList.tsx';
import styles from './outbox.module.css';
import { PutAwayCardList } from './PutAwayCardList.tsx';
import { useOutbox } from './use-outbox.ts';

export function OutboxView(): ReactElement {
  const { operations, fault } = useOutbox();
  const sync = useSyncStatus();
  const workspace = useWorkspace();
  const isPaused = sync?.pausedByPerson ?? false;
  const isOffline = isPaused && sync?.phase === 'offline';
  return (
    <PageLayout
      title="Outbox"
      icon={<CloudUpload size={16} aria-hidden />}
      about="Your changes stay here until the workspace has stored them. Nothing is discarded automatically."
      tools={<OutboxTools paused={isPaused} isOffline={isOffline} />}
    >
      {fault ? <Banner tone="danger">{fault}</Banner> : null}
      {sync?.failure ? (
        <Banner
          tone="warning"
          action={
            workspace && needsNewToken(sync) ? (
              <Button text="New token…" small onClick={() => openReconnectForm(workspace.id)} />
            ) : null
          }
        >
          {failureText(sync.failure)}
        </Banner>
      ) : null}
      {isPaused ? (
        <Banner>
          {isOffline ? 'You work offline' : 'Sending is paused'}. Your changes are kept and sent when you{' '}
          {isOffline ? 'go online again' : 'resume'}.
        </Banner>
      ) : null}
      <OverwrittenValueList />
      <PutAwayCardList />
      {operations.length === 0 && !fault ? (
        <EmptyState icon={<CircleCheck />} title="Everything is sent">
          {sync?.freshAt ? (
            <>
              Last checked <RelativeTime at={sync.freshAt} />.
            </>
          ) : null}
        </EmptyState>
      ) : null}
      <OperationList title="Needs you" operations={operations.filter(needsPersonDecision)} all={operations} />
      <OperationList
        title="Waits, in this order"
        operations={operations.filter((operation) => !needsPersonDecision(operation))}
        all={operations}
      />
    </PageLayout>
  );
}

async function runAndReport(what: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    toastFailure(error, `${what} did not work`);
  }
}

function OutboxTools({ paused, isOffline }: { paused: boolean; isOffline: boolean }): ReactElement {
  const togglePause = () =>
    isOffline ? call('sync/offline', { offline: false }) : call('outbox/pause', { paused: !paused });
  const sending = isOffline ? 'Go online' : paused ? 'Resume sending' : 'Pause sending';
  return (
    <div className="flex gap-2">
      <Button
        icon={paused ? Play : Pause}
        tip={sending}
        aria-label={sending}
        onClick={() => void runAndReport(paused ? 'Resuming' : 'Pausing', togglePause)}
      >
        <span className={styles.label}>{sending}</span>
      </Button>
      <Button
        icon={RefreshCw}
        tip="Send and read now"
        shortcut="Mod+R"
        aria-label="Send and read now"
        onClick={() => void runAndReport('Syncing', () => call('sync/now', {}))}
        disabled={paused}
      >
        <span className={styles.label}>Send and read now</span>
      </Button>
    </div>
  );
}

interface OperationListProps {
  title: string;
  operations: readonly OutboxOperation[];
  all: readonly OutboxOperation[];
}

function OperationList({ title, operations, all }: OperationListProps): ReactElement | null {
  const sync = useSyncStatus();
  if (operations.length === 0) return null;
  const reasons = operations.map((operation) => unfinishedOperationReason(operation, all, sync));
  // What the first change waits for is nearly always what all wait for, so the heading says it once.
  const [shared = ''] = operations.some(needsPersonDecision) ? [] : reasons;
  return (
    <section aria-label={title}>
      <h2 className="mb-2">
        {title} <span className="note normal">{[operations.length, shared].filter(Boolean).join(' · ')}</span>
      </h2>
      <ol className="panel">
        {operations.map((operation, index) => (
          <ItemBoundary key={operation.id} item="This change" text={operation.label} as="li">
            <OperationItem
              operation={operation}
              all={all}
              reason={reasons[index] === shared ? null : (reasons[index] ?? null)}
            />
          </ItemBoundary>
        ))}
      </ol>
    </section>
  );
}

const tones = {
  queued: 'plain',
  waiting: 'plain',
  sending: 'accent',
  acknowledged: 'success',
  rejected: 'danger',
  uncertain: 'warning',
} as const;

interface OperationItemProps {
  operation: OutboxOperation;
  all: readonly OutboxOperation[];
  /** Null if the heading of the list says it. */
  reason: string | null;
}

function OperationItem({ operation, all, reason }: OperationItemProps): ReactElement {
  const [choiceToConfirm, setChoiceToConfirm] = useState<OutboxChoice | null>(null);
  const [isChanging, setIsChanging] = useState(false);
  const { id } = operation;
  const choose = (choice: OutboxChoice) =>
    void runAndReport(choice.label, () => {
      if (choice.name === 'adopt') return call('outbox/adopt', { id, rowId: choice.rowId ?? '' });
      return call(choice.name === 'retry' ? 'outbox/retry' : 'outbox/discard', { id });
    });
  const title = createdRowTitle(operation);
  // Of the decks, runs and milestones of a card, the changes say more.
  const touched = operation.touches.filter(
    ({ model, title }) => title && (model === 'card' || !operation.action.startsWith('cards/')),
  );
  const needsDecision = needsPersonDecision(operation);
  return (
    <li
      className={cx('row wrap gap-2', styles.item, styles.slim)}
      data-state={operation.state}
      data-operation-id={operation.id}
    >
      <span className={cx('inline-flex faint', styles.icon)}>
        {needsDecision ? <CircleAlert size={16} aria-hidden /> : <CloudUpload size={16} aria-hidden />}
      </span>
      <div className="row grow gap-2 min-w-0 nowrap clip">
        <strong className={cx('truncate', styles.what)} dir="auto">
          {operation.label}
        </strong>
        {operation.state === 'queued' ? null : (
          <Chip tone={tones[operation.state]}>{operationStateLabel(operation)}</Chip>
        )}
        {title ? (
          <span className="soft truncate" dir="auto">
            “{title}”
          </span>
        ) : null}
        {touched.map(({ model, id, title }) =>
          model === 'card' ? (
            <button key={id} type="button" className={cx('truncate', styles.card)} onClick={() => openCard(id)}>
              {title}
            </button>
          ) : (
            <span key={id} className="soft truncate" dir="auto">
              {title}
            </span>
          ),
        )}
        <OperationChanges operation={operation} />
      </div>
      <span className="note rigid">
        <TimeAgo at={operation.at} />
        {operation.tries > 1 ? ` · ${operation.tries} tries` : null}
      </span>
      <div className="flex wrap justify-end rigid gap-1">
        {outboxChoicesFor(operation, all).map((choice) => (
          <Button
            text={choice.label}
            key={choice.rowId ?? choice.name}
            small
            look={choice.name === 'discard' ? 'quiet' : 'plain'}
            title={choice.effect}
            onClick={() => (choice.name === 'change' ? setIsChanging(true) : setChoiceToConfirm(choice))}
          />
        ))}
        <OperationDetails operation={operation} />
      </div>
      {reason === null ? null : <p className={cx(styles.line, needsDecision ? undefined : 'note')}>{reason}</p>}
      <BothTexts operation={operation} />
      {isChanging ? <EditOperationDialog operation={operation} onClose={() => setIsChanging(false)} /> : null}
      <ConfirmDialog
        open={choiceToConfirm !== null}
        title={`${choiceToConfirm?.label ?? ''}: ${operation.label}`}
        confirm={choiceToConfirm?.label ?? ''}
        danger={choiceToConfirm?.name === 'discard'}
        onConfirm={() => choiceToConfirm && choose(choiceToConfirm)}
        onClose={() => setChoiceToConfirm(null)}
      >
        {choiceToConfirm?.effect}
      </ConfirmDialog>
    </li>
  );
}
