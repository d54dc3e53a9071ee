/** The unsaved text of a field, stored as a draft under one key. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { call, failureOf, onLeave } from '../data/bridge.ts';
import { sentenceOf } from '../data/failures.ts';
import { createDraftKeeper, type DraftKeeper, type DraftStore, type DraftText } from './draft-keeper.ts';

const store: DraftStore = {
  get: (key) => call('drafts/get', { key }),
  set: (key, { text, base }) => call('drafts/set', { key, text, base }).then(() => undefined),
  clear: (key) => call('drafts/clear', { key }).then(() => undefined),
};

const noted = new EventTarget();

/** Shows a draft that was stored outside the editor in its mounted field, if that has no draft of its own. */
export const noteDraft = (key: string): boolean => noted.dispatchEvent(new Event(key));

export interface DraftInHand {
  /** Null while there is no unsaved text. */
  readonly draft: DraftText | null;
  /** False until the store has answered: an editor opened earlier might hide an older draft. */
  readonly loaded: boolean;
  /** Reason why drafts cannot be stored at the moment. */
  readonly fault: string | null;
  write(draft: DraftText): void;
  /** The current text, also between two renders. */
  current(): DraftText | null;
  /** Deletes the draft, after it was saved or discarded. */
  clear(): void;
}

/** `key` may change while mounted only when the row gets the service's id; the draft moves along. */
export function useDraft(key: string): DraftInHand {
  const [state, setState] = useState<{ draft: DraftText | null; loaded: boolean }>({ draft: null, loaded: false });
  const [fault, setFault] = useState<string | null>(null);
  const keeper = useRef<DraftKeeper | null>(null);
  const draftRef = useRef<DraftText | null>(null);
  const keptUnder = useRef<string | null>(null);

  useEffect(() => {
    let mounted = true;
    const mine = createDraftKeeper(store, key, (error) => setFault(sentenceOf(failureOf(error))));
    keeper.current = mine;
    const read = () =>
      void store.get(key).then(
        (found) => {
          if (!mounted) return;
          const draft = draftRef.current ?? (found && found.text !== found.base ? found : null);
          draftRef.current = draft;
          setState({ draft, loaded: true });
        },
        (error: unknown) => {
          if (!mounted) return;
          setFault(sentenceOf(failureOf(error)));
          setState({ draft: draftRef.current, loaded: true });
        },
      );
    const carried = draftRef.current;
    const before = keptUnder.current;
    keptUnder.current = key;
    if (carried && before && before !== key) {
      mine.write(carried);
      void mine.flush();
      // The keeper of the old key has just written it.
      store.clear(before).catch((error: unknown) => setFault(sentenceOf(failureOf(error))));
    } else read();
    noted.addEventListener(key, read);
    const flush = () => void mine.flush();
    window.addEventListener('pagehide', flush);
    window.addEventListener('blur', flush);
    document.addEventListener('visibilitychange', flush);
    const stopLeaving = onLeave(mine.flush);
    return () => {
      mounted = false;
      noted.removeEventListener(key, read);
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('blur', flush);
      document.removeEventListener('visibilitychange', flush);
      stopLeaving();
      void mine.flush();
    };
  }, [key]);

  const write = useCallback((draft: DraftText) => {
    draftRef.current = draft.text === draft.base ? null : draft;
    setState({ draft: draftRef.current, loaded: true });
    setFault(null);
    keeper.current?.write(draft);
  }, []);
  const clear = useCallback(() => {
    draftRef.current = null;
    setState({ draft: null, loaded: true });
    void keeper.current?.clear();
  }, []);

  const current = useCallback(() => draftRef.current, []);

  return { ...state, fault, write, current, clear };
}
