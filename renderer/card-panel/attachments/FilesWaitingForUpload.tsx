/** Lists the files of a card that are not uploaded yet, below its attachments. */
import { CircleAlert, CloudUpload } from 'lucide-react';
import { Fragment, type ReactElement } from 'react';
import type { OutboxOperation } from '../../../shared/bridge/index.ts';
import { useSyncStatus } from '../../data/app-state.ts';
import { fileSizeText, isPictureFileName } from '../../data/files/attachments.ts';
import { waitingUploadUrl } from '../../data/files/files.ts';
import { waitingUploadStatusText } from '../../data/files/offline-files.ts';
import { navigate } from '../../data/routes.ts';
import { Button } from '../../ui/Button.tsx';
import panel from '../card.module.css';
import styles from './attachments.module.css';
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
    <Fragment>
      {files.map((file) => (
        <li key={file.id} className={styles.file} data-waits={file.state}>
          <span className={styles.thumb}>
            <WaitingIcon file={file} />
          </span>
          <span className={styles.fileText}>
            <span className={styles.fileName} dir="auto" data-whole="">
              {file.upload?.name}
            </span>
            <span className={panel.note}>
              {fileSizeText(file.upload?.size ?? 0)} · {waitingUploadStatusText(file, isOffline)}
            </span>
          </span>
          {file.state === 'rejected' ? (
            <Button small look="quiet" onClick={() => navigate('outbox')}>
              Decide in the outbox
            </Button>
          ) : null}
        </li>
      ))}
      {notStored.map((name) => (
        <li key={`notStored ${name}`} className={styles.file} data-muted>
          <span className={styles.thumb}>
            <CloudUpload size={16} aria-hidden />
          </span>
          <span className={styles.fileText}>
            <span className={styles.fileName}>{name}</span>
            <span className={panel.note}>being attached</span>
          </span>
        </li>
      ))}
    </Fragment>
  );
}
