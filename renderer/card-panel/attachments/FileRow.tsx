/** A row of the list of files: a picture or icon, the name, a note and a button. */
import { Download } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import styles from './attachments.module.css';

interface FileRowProps {
  /** A small picture or an icon. */
  icon: ReactElement;
  /** Opens the picture; absent if the file is not shown as a picture. */
  onOpen?: (() => void) | undefined;
  name: string | undefined;
  note: ReactNode;
  isMuted?: boolean;
  /** The button of the row. */
  children?: ReactNode;
}

export function FileRow({ icon, onOpen, name, note, isMuted, children }: FileRowProps): ReactElement {
  return (
    <li className={cx('row gap-2 min-w-0 border round p-6px', styles.file)} data-muted={isMuted || undefined}>
      {onOpen ? (
        <button
          type="button"
          className={cx('inline-row justify-center rigid clip faint round-sm bg-inset', styles.thumb)}
          aria-label={`Look at ${name}`}
          onClick={onOpen}
        >
          {icon}
        </button>
      ) : (
        <span className={cx('inline-row justify-center rigid clip faint round-sm bg-inset', styles.thumb)}>{icon}</span>
      )}
      <span className="stack grow min-w-0">
        <span className="truncate" dir="auto">
          {name}
        </span>
        <span className="note">{note}</span>
      </span>
      {children}
    </li>
  );
}

/** A link that saves the file. */
export function SaveFileLink({ address, name, label }: { address: string; name: string; label: string }): ReactElement {
  return (
    <a className="inline-flex soft round hover-fill p-6px" href={address} download={name} aria-label={`Save ${label}`}>
      <Download size={14} aria-hidden />
    </a>
  );
}
