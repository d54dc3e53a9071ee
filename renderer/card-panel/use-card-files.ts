/** A React hook for the files of an open card: attached, waiting for upload, and just inserted into one of its texts. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Operation } from '../../shared/bridge/index.ts';
import { rowsByIds } from '../data/assemble.ts';
import { attachFiles, fileNameOf, isPicture } from '../data/files/attachments.ts';
import { fileUrl, waitingFileUrl } from '../data/files/files.ts';
import { useWaitingFiles } from '../data/files/offline-files.ts';
import { freeName, pictureMarkdown, plainFileName } from '../editor/markdown/pictures.ts';
import type { TextPictures } from '../editor/text-pictures.ts';
import { toast } from '../ui/popups/toast.ts';
import type { CardAnswer, CardRow } from './queries.ts';

interface CardFiles {
  /** Names of files that are not stored locally yet. */
  readonly uploading: readonly string[];
  readonly waiting: readonly Operation[];
  readonly pictures: TextPictures;
}

/** `disabledReason`: reason why no file can be attached, or null. */
export function useCardFiles(card: CardRow, answer: CardAnswer, disabledReason: string | null): CardFiles {
  const { cardId } = card;
  const [uploading, setUploading] = useState<readonly string[]>([]);
  const waiting = useWaitingFiles(cardId);
  /** Addresses of pictures in this window's memory, by file name, so that they show before they are stored. */
  const inMemory = useRef(new Map<string, string>());
  const [shown, setShown] = useState<ReadonlyMap<string, string>>(inMemory.current);
  useEffect(() => {
    const { current } = inMemory;
    return () => {
      for (const address of current.values()) URL.revokeObjectURL(address);
      current.clear();
    };
  }, []);
  const stored = useMemo(() => {
    const addresses = new Map<string, string>();
    for (const { fileId, title } of rowsByIds(answer.attachment, card.attachments)) {
      const file = answer.file?.[fileId];
      if (file?.size !== 0 || file.url !== '') addresses.set(file?.name ?? title, fileUrl(fileId));
    }
    for (const { id, upload } of waiting) if (upload) addresses.set(upload.name, waitingFileUrl(id));
    return addresses;
  }, [answer, card.attachments, waiting]);
  const latest = useRef({ stored, disabledReason, cardId });
  latest.current = { stored, disabledReason, cardId };

  const attach = useCallback((files: readonly File[]): string => {
    const { disabledReason: refusal, cardId: id, stored: known } = latest.current;
    if (files.length === 0) return '';
    if (refusal) {
      toast({ title: 'Nothing was attached', detail: refusal, tone: 'danger' });
      return '';
    }
    const usedNames = new Set([...known.keys(), ...inMemory.current.keys()].map((name) => name.toLowerCase()));
    const named = files.map((file) => {
      const fileName = fileNameOf(file);
      if (!isPicture(fileName)) return { name: fileName, file };
      const name = freeName(plainFileName(fileName), (candidate) => usedNames.has(candidate.toLowerCase()));
      usedNames.add(name.toLowerCase());
      inMemory.current.set(name, URL.createObjectURL(file));
      return { name, file };
    });
    setShown(new Map(inMemory.current));
    const names = named.map(({ name }) => name);
    setUploading((coming) => [...coming, ...names]);
    void attachFiles(id, named, (refused) => {
      const address = inMemory.current.get(refused);
      if (address) URL.revokeObjectURL(address);
      inMemory.current.delete(refused);
      setShown(new Map(inMemory.current));
    }).finally(() => setUploading((coming) => coming.filter((name) => !names.includes(name))));
    return names.filter(isPicture).map(pictureMarkdown).join('\n');
  }, []);
  const pictures = useMemo<TextPictures>(
    () => ({
      // `inMemory` as well as `shown`: the editor calls this in the task that inserts a picture, before the next render.
      addressOf: (name) => shown.get(name) ?? inMemory.current.get(name) ?? stored.get(name) ?? null,
      attach,
    }),
    [shown, stored, attach],
  );
  return { uploading, waiting, pictures };
}
