/** Decks that the person keeps ready for going offline: known everywhere, so that a deck's menu can say so. */
import { useEffect } from 'react';
import { create } from 'zustand';
import type { Readiness } from '../../shared/bridge/index.ts';
import { bridge, call, failureOf } from '../data/bridge.ts';
import { sentenceOf } from '../data/failures.ts';
import { toast } from '../ui/popups/toast.ts';
import { openDialog } from './dialog-state.ts';

const useKeptReady = create<{ readonly decks: ReadonlySet<string> }>(() => ({ decks: new Set() }));

const note = ({ places }: Readiness) =>
  useKeptReady.setState({ decks: new Set(places.flatMap(({ deckId }) => deckId ?? [])) });

export const isKeptReady = (deckId: string): boolean => useKeptReady.getState().decks.has(deckId);

/** Follows what is kept, in the workspace that is open. */
export function useReadinessKept(): void {
  useEffect(() => {
    const read = () => {
      call('sync/readiness', {}).then(note, (error: unknown) =>
        console.warn('the decks kept ready are not known', failureOf(error).message),
      );
    };
    read();
    const stops = [bridge().on('sync/readiness', note), bridge().on('workspace/changed', read)];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}

/** Pins the deck and fetches what it lacks, or lets it go; what is stored stays until its room is needed. */
export async function keepReady({ id, title }: { id: string; title: string }, kept: boolean): Promise<void> {
  try {
    note(await call('sync/pin', { deckId: id, pinned: kept }));
    if (kept) await call('sync/prepare', {});
    toast({
      title: kept ? `${title} is kept ready offline` : `${title} is no longer kept ready offline`,
      ...(kept ? { detail: 'Its comments, reactions and files are being fetched.' } : {}),
      action: { label: 'Show', run: () => openDialog({ kind: 'readiness' }) },
      id: 'kept-ready',
    });
  } catch (error) {
    toast({ title: sentenceOf(failureOf(error)), tone: 'danger' });
  }
}
