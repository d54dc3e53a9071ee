/**
 * The dialog "Ready to go offline": stored and missing data of the Hand and of pinned decks, and the limit for files.
 */

import { Check, Download, Pin, X } from 'lucide-react';
import { type ReactElement, useEffect, useMemo, useState } from 'react';
import type { OfflineCardListReadiness, OfflineReadiness, StorageUse } from '../../shared/bridge/index.ts';
import { compareNames } from '../../shared/domain/natural-order.ts';
import { bridge, call, errorText, failureText, logFailure } from '../data/bridge.ts';
import { fileSizeText } from '../data/files/attachments.ts';
import { useLookups } from '../data/lookups.ts';
import { RelativeTime, useRerenderEachMinute } from '../data/relative-time.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { timeAgo } from '../ui/dates/day-text.ts';
import form from '../ui/forms/form-layout.module.css';
import { ProgressBar } from '../ui/icons/icons.tsx';
import { Banner } from '../ui/messages.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { Picker } from '../ui/popups/Picker.tsx';
import { Select } from '../ui/popups/Select.tsx';
import { toast } from '../ui/popups/toast.ts';
import { countWithNoun } from '../ui/text/text.ts';
import styles from './sync.module.css';
import { isAllDataStoredOffline, missingDataLabels } from './sync-labels.ts';
import { useOfflineReadiness } from './use-sync-state.ts';

export function OfflineReadinessDialog({ onClose }: { onClose: () => void }): ReactElement {
  const { readiness, failure, change } = useOfflineReadiness();
  const setPinned: SetPinned = (deckId, pinned) => change(call('sync/pin', { deckId, pinned }));
  const fault = failure ?? readiness?.failure ?? null;
  return (
    <Dialog
      onClose={onClose}
      title="Ready to go offline"
      description="Cards and comments are kept here anyway; this also fetches old comments, reactions and the files of your Hand and of the decks you pin."
      width={680}
    >
      <div className={form.form}>
        {fault ? <Banner tone="warning">{failureText(fault)}</Banner> : null}
        {readiness ? (
          <>
            {!fault && isAllDataStoredOffline(readiness) && !readiness.preparing ? (
              <Banner tone="success">
                Everything below is on this computer
                <SinceNote before=", as of " at={readiness.freshAt} />.
              </Banner>
            ) : null}
            <CardListsTable cardLists={readiness.cardLists} setPinned={setPinned} />
            <div className="row gap-2">
              <PinDeck cardLists={readiness.cardLists} setPinned={setPinned} />
              <span className="grow" />
              <FetchControls readiness={readiness} change={change} />
            </div>
          </>
        ) : null}
        <StorageUsage />
      </div>
    </Dialog>
  );
}

interface CardListsProps {
  readonly cardLists: readonly OfflineCardListReadiness[];
  readonly setPinned: SetPinned;
}
type SetPinned = (deckId: string, pinned: boolean) => void;

function CardListsTable({ cardLists, setPinned }: CardListsProps): ReactElement {
  return (
    <table className={cx('table figures', styles.cardLists)} aria-label="What is stored">
      <thead>
        <tr>
          <th scope="col">Place</th>
          {['Cards', 'Comments', 'Files'].map((heading) => (
            <th key={heading} scope="col" className={styles.number}>
              {heading}
            </th>
          ))}
          <th scope="col">Still missing</th>
          <th scope="col">
            <span className="visually-hidden">Unpin</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {cardLists.map((cardList) => (
          <CardListRow key={cardList.deckId ?? 'hand'} cardList={cardList} setPinned={setPinned} />
        ))}
      </tbody>
    </table>
  );
}

/** Nothing if `at` is null. */
function SinceNote({ before, at }: { before: string; at: string | null }): ReactElement | null {
  return at === null ? null : (
    <>
      {before}
      <RelativeTime at={at} />
    </>
  );
}

function CardListRow({
  cardList,
  setPinned,
}: {
  cardList: OfflineCardListReadiness;
  setPinned: SetPinned;
}): ReactElement {
  const { title, deckId, cards, comments, reactions, files, preparedAt } = cardList;
  const missing = missingDataLabels(cardList);
  useRerenderEachMinute();
  const age = files.oldestAt ? `The oldest file was stored ${timeAgo(files.oldestAt)}.` : undefined;
  return (
    <tr>
      <td>
        <span className={cx('block truncate', styles.cardList)} dir="auto">
          {title}
        </span>
      </td>
      <td className={styles.number}>{cards.stored}</td>
      <td
        className={styles.number}
        title={reactions ? `${countWithNoun(reactions.stored, 'reaction')} to them` : undefined}
      >
        {comments ? comments.stored : 'not readable'}
      </td>
      <td className={styles.number} title={age}>
        {files.stored}
        {files.storedBytes > 0 ? ` (${fileSizeText(files.storedBytes)})` : ''}
      </td>
      <td>
        {missing.length > 0 ? (
          <span className="warning text-sm">{missing.join(', ')}</span>
        ) : (
          <span className={cx('row gap-1 text-sm', styles.fine)}>
            <Check size={13} aria-hidden /> Nothing
            <SinceNote before=", checked " at={preparedAt} />
          </span>
        )}
        {files.tooLarge > 0 ? (
          <span className="soft text-sm"> {files.tooLarge} too large to keep: they open online only.</span>
        ) : null}
      </td>
      <td className={styles.number}>
        {deckId === null ? null : (
          <IconButton icon={X} label={`Unpin ${title}`} small onClick={() => setPinned(deckId, false)} />
        )}
      </td>
    </tr>
  );
}

function PinDeck({ cardLists, setPinned }: CardListsProps): ReactElement {
  const { activeDecks } = useLookups();
  const options = useMemo(() => {
    const pinned = new Set(cardLists.map(({ deckId }) => deckId));
    return activeDecks
      .filter((deck) => !pinned.has(deck.id))
      .map((deck) => ({ value: deck.id as string, label: deck.title }))
      .sort((a, b) => compareNames(a.label, b.label));
  }, [activeDecks, cardLists]);
  return (
    <Picker
      label="Pin a deck"
      options={options}
      value={[]}
      onPick={(deckId) => setPinned(deckId, true)}
      placeholder="Which deck?"
      trigger={<Button text="Pin a deck…" icon={Pin} small />}
    />
  );
}

interface FetchControlsProps {
  readonly readiness: OfflineReadiness;
  readonly change: ReturnType<typeof useOfflineReadiness>['change'];
}

function FetchControls({ readiness, change }: FetchControlsProps): ReactElement {
  const { preparing } = readiness;
  if (preparing)
    return (
      <>
        <div className="stack grow gap-1">
          <ProgressBar
            label="Fetching what is missing"
            value={preparing.done}
            total={Math.max(preparing.total, 1)}
            color="var(--accent)"
          />
          <span className="soft text-sm">
            {preparing.total > 0
              ? `Fetching ${preparing.what}: ${preparing.done} of ${preparing.total}`
              : 'Looking at what is new'}
          </span>
        </div>
        <Button text="Stop" onClick={() => change(call('sync/stopPreparing', {}))} />
      </>
    );
  return (
    <Button
      text={isAllDataStoredOffline(readiness) ? 'Check again' : 'Fetch what is missing'}
      icon={Download}
      look="primary"
      onClick={() => change(call('sync/prepare', {}))}
    />
  );
}

const mebibyte = 1024 * 1024;
const fileLimitsBytes = [128, 512, 2048, 8192].map((size) => size * mebibyte);

function StorageUsage(): ReactElement | null {
  const [use, setUse] = useState<StorageUse | null>(null);
  useEffect(() => {
    const read = () => void call('files/use', {}).then(setUse, logFailure('the size on the disk is not known'));
    read();
    return bridge().on('sync/readiness', ({ preparing }) => {
      if (!preparing) read();
    });
  }, []);
  if (!use) return null;
  const limitOptions = [...new Set([...fileLimitsBytes, use.maxFilesBytes])].sort((a, b) => a - b);
  const limit = (bytes: number) => {
    call('files/limit', { bytes }).then(setUse, (error: unknown) =>
      toast({ title: errorText(error), tone: 'danger', id: 'storage' }),
    );
  };
  return (
    <section aria-label="On this computer">
      <h3 className="note medium mb-2px">On this computer</h3>
      <div className="row gap-2">
        <p className="soft">
          Cards and comments {fileSizeText(use.rowsBytes)}, {storedFilesText(use)}, outbox and drafts{' '}
          {fileSizeText(use.outboxBytes)}
          <SinceNote before=", copied " at={use.backedUpAt} />.
        </p>
        <span className="grow" />
        <Select
          label="Files may take"
          prefix="Files may take"
          small
          value={use.maxFilesBytes}
          options={limitOptions.map((bytes) => ({ value: bytes, label: fileLimitLabel(bytes) }))}
          onChange={limit}
        />
      </div>
    </section>
  );
}

const storedFilesText = ({ fileCount, filesBytes }: StorageUse) =>
  fileCount === 0 ? 'no files' : `${countWithNoun(fileCount, 'file')} ${fileSizeText(filesBytes)}`;

/** In MiB or GiB. */
function fileLimitLabel(bytes: number): string {
  const size = Math.round(bytes / mebibyte);
  return size >= 1024 && size % 1024 === 0 ? `${size / 1024} GiB` : `${size} MiB`;
}
