/** A text being written, kept in the draft store under one key for as long as it is not saved. */
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

/** Shows a draft that was stored outside the editor, where its field is mounted and has none of its own. */
export const noteDraft = (key: string): boolean => noted.dispatchEvent(new Event(key));

export interface DraftInHand {
  /** Null while nothing is unsaved. */
  readonly draft: DraftText | null;
  /** False until the store was asked: an editor opened before might hide an older draft. */
  readonly loaded: boolean;
  /** Why drafts cannot be stored just now. */
  readonly fault: string | null;
  write(draft: DraftText): void;
  /** What is written by now, also between two draws. */
  current(): DraftText | null;
  /** Saved or thrown away. */
  clear(): void;
}

/** `key` may change while mounted only because the row got the service's id; the draft moves along. */
export function useDraft(key: string): DraftInHand {
  const [state, setState] = useState<{ draft: DraftText | null; loaded: boolean }>({ draft: null, loaded: false });
  const [fault, setFault] = useState<string | null>(null);
  const keeper = useRef<DraftKeeper | null>(null);
  const held = useRef<DraftText | null>(null);
  const keptUnder = useRef<string | null>(null);

  useEffect(() => {
    let mounted = true;
    const mine = createDraftKeeper(store, key, (error) => setFault(sentenceOf(failureOf(error))));
    keeper.current = mine;
    const read = () =>
      void store.get(key).then(
        (found) => {
          if (!mounted) return;
          const draft = held.current ?? (found && found.text !== found.base ? found : null);
          held.current = draft;
          setState({ draft, loaded: true });
        },
        (error: unknown) => {
          if (!mounted) return;
          setFault(sentenceOf(failureOf(error)));
          setState({ draft: held.current, loaded: true });
        },
      );
    const carried = held.current;
    const before = keptUnder.current;
    keptUnder.current = key;
    if (carried && before && before !== key) {
      mine.write(carried);
      void mine.flush();
      // Last written by the keeper of the old key, just before.
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
    held.current = draft.text === draft.base ? null : draft;
    setState({ draft: held.current, loaded: true });
    setFault(null);
    keeper.current?.write(draft);
  }, []);
  const clear = useCallback(() => {
    held.current = null;
    setState({ draft: null, loaded: true });
    void keeper.current?.clear();
  }, []);

  const current = useCallback(() => held.current, []);

  return { ...state, fault, write, current, clear };
}
