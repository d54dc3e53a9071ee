/** Lists the files of a card that are not uploaded yet, below its attachments. */
import { CircleAlert, CloudUpload } from 'lucide-react';
import type { ReactElement } from 'react';
import type { OutboxOperation } from '../../../shared/bridge/index.ts';
import { useSyncStatus } from '../../data/app-state.ts';
import { fileSizeText, isPictureFileName } from '../../data/files/attachments.ts';
import { waitingUploadUrl } from '../../data/files/files.ts';
import { waitingUploadStatusText } from '../../data/files/offline-files.ts';
import { navigate } from '../../data/routes.ts';
import { Button } from '../../ui/Button.tsx';
import { pairWithIndexKeys } from '../../ui/index-keys.ts';
import { FileRow } from './FileRow.tsx';
import { Thumbnail } from './Picture.tsx';

function WaitingIcon({ file }: { file: OutboxOperation }): ReactElement {
  const icon =
    file.state === 'rejected' ? <CircleAlert size={16} aria-hidden /> : <CloudUpload size={16} aria-hidden />;
  if (!isPictureFileName(file.upload?.name ?? '')) return icon;
  return <Thumbnail address={waitingUploadUrl(file.id)} otherwise={icon} />;
}

export function FilesWaitingForUpload(props: {
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
