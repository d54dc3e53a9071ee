import { CircleAlert, CloudUpload, File as FileIcon, Paperclip } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import type { OutboxOperation } from '../../../shared/bridge/index.ts';
import { rowsByIds } from '../../data/answer-rows.ts';
import { useSyncStatus } from '../../data/app-state.ts';
import { fileSizeText, isPictureFileName } from '../../data/files/attachments.ts';
import { waitingUploadStatusText } from '../../data/files/offline-files.ts';
import { fileUrl, waitingUploadUrl } from '../../data/links.ts';
import { RelativeTime } from '../../data/relative-time.ts';
import { navigate } from '../../data/routes.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { pairWithIndexKeys } from '../../ui/index-keys.ts';
import { CardPanelSection } from '../CardPanelSection.tsx';
import type { CardPanelPartProps } from '../fields/panel-card-state.ts';
import styles from './attachments.module.css';
import { FileRow, SaveFileLink } from './FileRow.tsx';
import { PictureDialog, pictureFilesOfCard, Thumbnail } from './Picture.tsx';

const fileIcon = <FileIcon size={16} aria-hidden />;

interface AttachmentsProps extends Pick<CardPanelPartProps, 'card' | 'answer'> {
  /** The reason why files cannot be attached, or null. */
  disabledReason: string | null;
  /** Names of files that are being attached now; also of those that `waiting` already contains. */
  uploading: readonly string[];
  /** Files that are stored on this computer and not uploaded yet. */
  waiting: readonly OutboxOperation[];
  onFiles: (files: readonly File[]) => void;
}

export function Attachments(props: AttachmentsProps): ReactElement {
  const { card, answer, disabledReason, uploading, waiting, onFiles } = props;
  const input = useRef<HTMLInputElement>(null);
  const [openPictureId, setOpenPictureId] = useState<string | null>(null);
  const attachments = rowsByIds(answer.attachment, card.attachments);
  const isEmpty = attachments.length + uploading.length + waiting.length === 0;
  const attachButton = { disabled: disabledReason !== null, onClick: () => input.current?.click() };
  return (
    <CardPanelSection
      title="Attachments"
      isEmpty={isEmpty}
      note={attachments.length > 0 ? attachments.length : undefined}
      actions={
        <>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label="Files to attach"
            onChange={(event) => {
              onFiles([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          {isEmpty ? (
            <Button
              text="Attach files"
              icon={Paperclip}
              small
              look="quiet"
              title={disabledReason ?? undefined}
              {...attachButton}
            />
          ) : (
            <IconButton
              icon={Paperclip}
              small
              label={disabledReason ? `Attach files. ${disabledReason}` : 'Attach files'}
              {...attachButton}
            />
          )}
        </>
      }
    >
      {isEmpty ? null : (
        <ul className={cx('grid gap-2', styles.files)} aria-label="Attachments">
          {attachments.map((attachment) => {
            const file = answer.file?.[attachment.fileId];
            const name = attachment.title || file?.name || 'File';
            const isDeleted = file !== undefined && file.size === 0 && file.url === '';
            const address = isDeleted ? null : fileUrl(attachment.fileId);
            const isPicture = address !== null && isPictureFileName(file?.name ?? name);
            return (
              <FileRow
                key={attachment.id}
                icon={isPicture ? <Thumbnail address={address} otherwise={fileIcon} /> : fileIcon}
                onOpen={isPicture ? () => setOpenPictureId(attachment.fileId) : undefined}
                name={name}
                note={
                  isDeleted ? (
                    'deleted'
                  ) : (
                    <>
                      {file ? `${fileSizeText(file.size)} · ` : null}
                      <RelativeTime at={attachment.createdAt} />
                    </>
                  )
                }
              >
                {address ? <SaveFileLink address={address} name={file?.name ?? name} label={name} /> : null}
              </FileRow>
            );
          })}
          <FilesWaitingForUpload files={waiting} uploading={uploading} />
        </ul>
      )}
      {openPictureId ? (
        <PictureDialog
          pictures={pictureFilesOfCard(card, answer)}
          firstFileId={openPictureId}
          onClose={() => setOpenPictureId(null)}
        />
      ) : null}
    </CardPanelSection>
  );
}

function WaitingIcon({ file }: { file: OutboxOperation }): ReactElement {
  const icon =
    file.state === 'rejected' ? <CircleAlert size={16} aria-hidden /> : <CloudUpload size={16} aria-hidden />;
  if (!isPictureFileName(file.upload?.name ?? '')) return icon;
  return <Thumbnail address={waitingUploadUrl(file.id)} otherwise={icon} />;
}

function FilesWaitingForUpload(props: {
  files: readonly OutboxOperation[];
  uploading: readonly string[];
}): ReactElement {
  const { files } = props;
  const sync = useSyncStatus();
  const isOffline = sync?.phase === 'offline' || sync?.pausedByPerson === true;
  /** Names of files that are being attached and are not stored on this computer yet. */
  const notStored = props.uploading.filter((name) => !files.some(({ upload }) => upload?.name === name));
  return (
    <>
      {files.map((file) => (
        <FileRow
          key={file.id}
          icon={<WaitingIcon file={file} />}
          name={file.upload?.name}
          note={`${fileSizeText(file.upload?.size ?? 0)} · ${waitingUploadStatusText(file, isOffline)}`}
        >
          {file.state === 'rejected' ? (
            <Button text="Decide in the outbox" small look="quiet" onClick={() => navigate('outbox')} />
          ) : null}
        </FileRow>
      ))}
      {pairWithIndexKeys(notStored).map(([key, name]) => (
        <FileRow
          key={`notStored ${key}`}
          icon={<CloudUpload size={16} aria-hidden />}
          name={name}
          note="being attached"
          isMuted
        />
      ))}
    </>
  );
}
