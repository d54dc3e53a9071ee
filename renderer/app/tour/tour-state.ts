/** Where the person is in the tour. Each workspace has its own, and a restart goes on with it. */
import { setViewState, storeViewStates, useViewState, viewState } from '../../data/app-state.ts';
import { currentRoute, navigate } from '../../data/routes.ts';

/** In this order. */
export const tourSteps = ['card', 'move', 'hand', 'palette', 'run', 'end'] as const;
export type TourStep = (typeof tourSteps)[number];

const asStep = (stored: unknown): TourStep | null => tourSteps.find((step) => step === stored) ?? null;

/** Stored after the tour was finished or left, so that nothing offers it again but the menu *Help* and the palette. */
const ended = 'ended';

/** Null if the tour is off. */
export const useTourStep = (): TourStep | null => asStep(useViewState<unknown>('tour', null)[0]);
export const useIsTourEnded = (): boolean => useViewState<unknown>('tour', null)[0] === ended;
export const isTourOn = (): boolean => asStep(viewState('tour')) !== null;

/** Stored at once: the next act of the person may be to close the window. */
function setStep(step: TourStep | typeof ended): void {
  setViewState('tour', step);
  storeViewStates();
}

export const endTour = (): void => setStep(ended);

export function startTour(): void {
  // Cards are made and moved on a board.
  if (!['deck', 'project'].includes(currentRoute().view)) navigate('home');
  stepDoneLast = null;
  setStep(tourSteps[0]);
}

/** The step that the person has just done, to say so in the next one; null after a skipped one. */
export let stepDoneLast: TourStep | null = null;

export function goToNextTourStep({ isDone = false } = {}): void {
  const step = asStep(viewState('tour'));
  stepDoneLast = isDone ? step : null;
  if (step) setStep(tourSteps[tourSteps.indexOf(step) + 1] ?? ended);
}
