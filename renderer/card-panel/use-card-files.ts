/** Attached files, files that wait for their upload, and pictures just inserted into a text. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { foldCase } from '../../shared/domain/search-text.ts';
import { rowsByIds } from '../data/answer-rows.ts';
import { attachFiles, attachmentNameOf, isPictureFileName } from '../data/files/attachments.ts';
import { useWaitingUploads } from '../data/files/offline-files.ts';
import { fileUrl, waitingUploadUrl } from '../data/links.ts';
import { markdownSafeFileName, pictureMarkdown, unusedFileName } from '../editor/markdown/pictures.ts';
import type { TextPictureHandlers } from '../editor/text-pictures.ts';
import { toast } from '../ui/popups/toast.ts';
import type { PanelCard, PanelCardAnswer } from './queries.ts';

/** `disabledReason`: why files cannot be attached, or null. */
export function useCardFiles(card: PanelCard, answer: PanelCardAnswer, disabledReason: string | null) {
  const { cardId } = card;
  /** Some of these files may be stored on this computer already. */
  const [uploading, setUploading] = useState<readonly string[]>([]);
  const waiting = useWaitingUploads(cardId);
  /** By file name, so that new pictures are visible before they are stored. */
  const newPictureUrls = useRef(new Map<string, string>());
  const [newPictures, setNewPictures] = useState<ReadonlyMap<string, string>>(newPictureUrls.current);
  useEffect(() => {
    const { current } = newPictureUrls;
    return () => {
      for (const address of current.values()) URL.revokeObjectURL(address);
      current.clear();
    };
  }, []);
  const storedPictures = useMemo(() => {
    const addresses = new Map<string, string>();
    for (const { fileId, title } of rowsByIds(answer.attachment, card.attachments)) {
      const file = answer.file?.[fileId];
      if (file?.size !== 0 || file.url !== '') addresses.set(file?.name ?? title, fileUrl(fileId));
    }
    for (const { id, upload } of waiting) if (upload) addresses.set(upload.name, waitingUploadUrl(id));
    return addresses;
  }, [answer, card.attachments, waiting]);
  const latest = useRef({ stored: storedPictures, disabledReason, cardId });
  latest.current = { stored: storedPictures, disabledReason, cardId };

  const attach = useCallback((files: readonly File[]): string => {
    const { disabledReason: refusal, cardId: id, stored: known } = latest.current;
    if (files.length === 0) return '';
    if (refusal) {
      toast({ title: 'Nothing was attached', detail: refusal, tone: 'danger' });
      return '';
    }
    const usedNames = new Set([...known.keys(), ...newPictureUrls.current.keys()].map(foldCase));
    const named = files.map((file) => {
      const fileName = attachmentNameOf(file);
      if (!isPictureFileName(fileName)) return { name: fileName, file };
      const name = unusedFileName(markdownSafeFileName(fileName), (candidate) => usedNames.has(foldCase(candidate)));
      usedNames.add(foldCase(name));
      newPictureUrls.current.set(name, URL.createObjectURL(file));
      return { name, file };
    });
    setNewPictures(new Map(newPictureUrls.current));
    const names = named.map(({ name }) => name);
    setUploading((coming) => [...coming, ...names]);
    void attachFiles(id, named, (refused) => {
      const address = newPictureUrls.current.get(refused);
      if (address) URL.revokeObjectURL(address);
      newPictureUrls.current.delete(refused);
      setNewPictures(new Map(newPictureUrls.current));
    }).finally(() => setUploading((coming) => coming.filter((name) => !names.includes(name))));
    return names.filter(isPictureFileName).map(pictureMarkdown).join('\n');
  }, []);
  const pictures = useMemo<TextPictureHandlers>(
    () => ({
      // The editor inserts a picture and calls `addressOf` before a render updates `newPictures`.
      addressOf: (name) =>
        newPictures.get(name) ?? newPictureUrls.current.get(name) ?? storedPictures.get(name) ?? null,
      attach,
    }),
    [newPictures, storedPictures, attach],
  );
  return { uploading, waiting, pictures };
}
