/** The interface does not tell what a person watches. This computer remembers what the person watched here. */
import { type ActStep, act } from './act.ts';
import { setViewState, viewState } from './app-state.ts';

const watchedIds = () => (viewState('watching') ?? []) as readonly string[];

export const watchVerb = (id: string) => (watchedIds().includes(id) ? 'Stop watching' : 'Watch');

/** Watches the card or deck, or ends that: what `watchVerb` says. */
export async function changeWatching(id: string, name: string, step: (isBegin: boolean) => ActStep): Promise<void> {
  const verb = watchVerb(id);
  const isBegin = verb === 'Watch';
  const remember = (isOn: boolean) =>
    setViewState('watching', [...watchedIds().filter((other) => other !== id), ...(isOn ? [id] : [])]);
  const undo = () => {
    remember(!isBegin);
    return '';
  };
  const localChange = { undo, redo: () => remember(isBegin) };
  if (await act(`${verb} ${name}`, [step(isBegin)], { showsToast: true, localChange })) remember(isBegin);
}
