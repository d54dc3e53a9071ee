import { useCallback, useEffect, useRef, useState } from 'react';
import { call, errorText, onBeforeWorkspaceSwitch } from '../data/bridge.ts';
import { toast } from '../ui/popups/toast.ts';
import {
  createDraftKeeper,
  type DraftKeeper,
  type DraftStore,
  type DraftText,
  mergeStoredAndTypedDraft,
} from './draft-keeper.ts';

const store: DraftStore = {
  get: (key) => call('drafts/get', { key }),
  set: (key, { text, base }) => call('drafts/set', { key, text, base }).then(() => undefined),
  clear: (key) => call('drafts/clear', { key }).then(() => undefined),
};

const reloadEvents = new EventTarget();

/**
 * Makes a mounted field read its draft again after other code has stored one under its key. A field with unsaved text
 * does not change.
 */
export const requestDraftReload = (key: string): boolean => reloadEvents.dispatchEvent(new Event(key));

interface DraftHandle {
  /** Null if there is no unsaved text. */
  readonly draft: DraftText | null;
  /**
   * False until the stored draft has been read, or reading it has failed (`storeError`). Until then, do not show a
   * field that edits a saved text, because typed text would replace the stored draft. A field for a new text can be
   * shown, because typed text is appended to the stored draft.
   */
  readonly isLoaded: boolean;
  /** Why the draft could not be read or stored, or null. */
  readonly storeError: string | null;
  write(draft: DraftText): void;
  /** The latest draft, even if React has not rendered it yet. */
  current(): DraftText | null;
  clear(): void;
}

/**
 * While the component is mounted, `key` must not change, except when the service assigns another id to the row whose id
 * is part of `key`. The draft then moves to the new key.
 */
export function useDraft(key: string): DraftHandle {
  const [state, setState] = useState<{ draft: DraftText | null; isLoaded: boolean }>({ draft: null, isLoaded: false });
  const [storeError, setFault] = useState<string | null>(null);
  const keeper = useRef<DraftKeeper | null>(null);
  const draftRef = useRef<DraftText | null>(null);
  const lastKey = useRef<string | null>(null);
  const isShown = useRef(false);
  // `changed`: before the stored draft was read.
  const progress = useRef<'unread' | 'changed' | 'read'>('unread');

  useEffect(() => {
    const mount = new AbortController();
    const { signal } = mount;
    isShown.current = true;
    const storeAndReport: DraftStore = {
      ...store,
      set: (...draft) => store.set(...draft).then(() => setFault(null)),
    };
    const ownKeeper = createDraftKeeper(storeAndReport, key, (error, unstored) => {
      setFault(errorText(error));
      // The field is closed, so only a toast can show the failure and the text.
      if (!isShown.current)
        toast({
          title: `The draft could not be stored: ${errorText(error)}`,
          detail: unstored?.text,
          tone: 'danger',
        });
    });
    keeper.current = ownKeeper;
    const read = () =>
      void store.get(key).then(
        (found) => {
          if (signal.aborted) return;
          const stored = found && found.text !== found.base ? found : null;
          const typed = draftRef.current;
          const draft = progress.current === 'changed' ? mergeStoredAndTypedDraft(stored, typed) : (typed ?? stored);
          if (progress.current === 'changed' && draft) ownKeeper.write(draft);
          progress.current = 'read';
          draftRef.current = draft;
          setState({ draft, isLoaded: true });
        },
        (error: unknown) => {
          if (signal.aborted) return;
          progress.current = 'read';
          setFault(errorText(error));
          setState({ draft: draftRef.current, isLoaded: true });
        },
      );
    const movedDraft = draftRef.current;
    const previousKey = lastKey.current;
    lastKey.current = key;
    if (movedDraft && previousKey && previousKey !== key) {
      ownKeeper.write(movedDraft);
      void ownKeeper.flush();
      // The cleanup of the previous effect has just stored the draft under the old key, too.
      store.clear(previousKey).catch((error: unknown) => setFault(errorText(error)));
    } else read();
    reloadEvents.addEventListener(key, read, { signal });
    const flush = () => void ownKeeper.flush();
    window.addEventListener('pagehide', flush, { signal });
    window.addEventListener('blur', flush, { signal });
    document.addEventListener('visibilitychange', flush, { signal });
    const stopLeaving = onBeforeWorkspaceSwitch(ownKeeper.flush);
    return () => {
      mount.abort();
      isShown.current = false;
      stopLeaving();
      void ownKeeper.flush();
    };
  }, [key]);

  const write = useCallback((draft: DraftText) => {
    const unsaved = draft.text === draft.base ? null : draft;
    draftRef.current = unsaved;
    if (progress.current === 'unread') progress.current = 'changed';
    setState(({ isLoaded }) => ({ draft: unsaved, isLoaded }));
    keeper.current?.write(draft);
    // This field can write after it was closed: undoing "Discard" restores its text. Another open field with the same
    // key does not know the restored text, so it reads the draft again.
    if (!isShown.current)
      void keeper.current?.flush().then(() => lastKey.current && requestDraftReload(lastKey.current));
  }, []);
  const clear = useCallback(() => {
    draftRef.current = null;
    if (progress.current === 'unread') progress.current = 'changed';
    setState(({ isLoaded }) => ({ draft: null, isLoaded }));
    setFault(null);
    void keeper.current?.clear();
  }, []);

  const current = useCallback(() => draftRef.current, []);

  return { ...state, storeError, write, current, clear };
}
