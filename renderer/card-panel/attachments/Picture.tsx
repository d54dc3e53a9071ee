import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { rowsByIds } from '../../data/answer-rows.ts';
import { fileSizeText, isPictureFileName } from '../../data/files/attachments.ts';
import { fileUrl } from '../../data/links.ts';
import { useLookups } from '../../data/lookups.ts';
import { IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import type { PanelCard, PanelCardAnswer } from '../queries.ts';
import styles from './attachments.module.css';
import { SaveFileLink } from './FileRow.tsx';

interface PictureFile {
  readonly fileId: string;
  readonly name: string;
  readonly size: number;
}

/** In the order of the attachments. */
export function pictureFilesOfCard(card: PanelCard, answer: PanelCardAnswer): PictureFile[] {
  return rowsByIds(answer.attachment, card.attachments).flatMap(({ fileId }) => {
    const file = answer.file?.[fileId];
    return file && isPictureFileName(file.name) && file.url !== ''
      ? [{ fileId, name: file.name, size: file.size }]
      : [];
  });
}

/**
 * Falls back to the cover of the hero card. The height is fixed, so that the content below does not move when the
 * picture has loaded.
 */
export function CardCover({ card, answer }: { card: PanelCard; answer: PanelCardAnswer }): ReactElement | null {
  const [open, setOpen] = useState(false);
  const pictures = pictureFilesOfCard(card, answer);
  const cover = pictures.find(({ fileId }) => fileId === card.coverFileId);
  const { account } = useLookups();
  if (!cover) {
    const hero = card.parentCardId ? answer.card?.[card.parentCardId] : undefined;
    const inherited = account?.allowInheritHeroCover === false ? null : hero?.coverFileId;
    return inherited ? (
      <div className={cx('block rigid w-full clip round-card bg-inset', styles.cover)} data-inherited>
        <img className="fill-cover" src={fileUrl(inherited)} alt="" draggable={false} />
      </div>
    ) : null;
  }
  return (
    <>
      <button
        type="button"
        className={cx('block rigid w-full clip round-card bg-inset', styles.cover)}
        aria-label={`Cover: ${cover.name}`}
        onClick={() => setOpen(true)}
      >
        <img className="fill-cover" src={fileUrl(cover.fileId)} alt="" draggable={false} />
      </button>
      {open ? <PictureDialog pictures={pictures} firstFileId={cover.fileId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Shows `otherwise` if the picture cannot be loaded. */
export function Thumbnail({ address, otherwise }: { address: string; otherwise: ReactElement }): ReactElement {
  const [failedAddress, setFailedAddress] = useState<string | null>(null);
  if (failedAddress === address) return otherwise;
  return (
    <img
      className="fill-cover"
      src={address}
      alt=""
      loading="lazy"
      draggable={false}
      onError={() => setFailedAddress(address)}
    />
  );
}

interface PictureDialogProps {
  pictures: readonly PictureFile[];
  /** Shown first. */
  firstFileId: string;
  onClose: () => void;
}

export function PictureDialog({ pictures, firstFileId, onClose }: PictureDialogProps): ReactElement | null {
  const [fileId, setFileId] = useState(firstFileId);
  const at = Math.max(
    0,
    pictures.findIndex((picture) => picture.fileId === fileId),
  );
  const picture = pictures[at];
  if (!picture) return null;
  const showPicture = (next: number) => {
    const other = pictures[next];
    if (other) setFileId(other.fileId);
  };
  return (
    <Dialog onClose={onClose} title={picture.name} width={1040}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys do the same as the buttons below */}
      <div
        onKeyDown={(event) => {
          if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
          event.stopPropagation();
          showPicture(at + (event.key === 'ArrowLeft' ? -1 : 1));
        }}
      >
        <img
          className={cx('block w-full inset-box', styles.picture)}
          src={fileUrl(picture.fileId)}
          alt={picture.name}
        />
        <div className={cx('row justify-between gap-2 note mt-2', styles.pictureFoot)}>
          <span>
            {fileSizeText(picture.size)}
            {pictures.length > 1 ? ` · ${at + 1} of ${pictures.length}` : ''}
          </span>
          <span>
            {pictures.length > 1 ? (
              <>
                <IconButton
                  icon={ChevronLeft}
                  small
                  label="Previous picture"
                  disabled={at === 0}
                  onClick={() => showPicture(at - 1)}
                />
                <IconButton
                  icon={ChevronRight}
                  small
                  label="Next picture"
                  disabled={at === pictures.length - 1}
                  onClick={() => showPicture(at + 1)}
                />
              </>
            ) : null}
            <SaveFileLink address={fileUrl(picture.fileId)} name={picture.name} label={picture.name} />
          </span>
        </div>
      </div>
    </Dialog>
  );
}
