/** Where the person is in the tour. Each workspace has its own, and a restart goes on with it. */
import { setViewState, useViewState, viewState } from '../../data/app-state.ts';
import { currentRoute, navigate } from '../../data/routes.ts';

/** In this order. */
export const tourSteps = ['card', 'move', 'hand', 'palette', 'run', 'end'] as const;
export type TourStep = (typeof tourSteps)[number];

const asStep = (stored: unknown): TourStep | null => tourSteps.find((step) => step === stored) ?? null;

/** Null if the tour is off. */
export const useTourStep = (): TourStep | null => asStep(useViewState<unknown>('tour', null)[0]);
export const isTourOn = (): boolean => asStep(viewState('tour')) !== null;

export const endTour = (): void => setViewState('tour', null);

export function startTour(): void {
  // Cards are made and moved on a board.
  if (!['deck', 'project'].includes(currentRoute().view)) navigate('home');
  setViewState('tour', tourSteps[0]);
}

export function goToNextTourStep(): void {
  const step = asStep(viewState('tour'));
  if (step) setViewState('tour', tourSteps[tourSteps.indexOf(step) + 1] ?? null);
}
