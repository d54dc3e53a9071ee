/**
 * If the computer's clock jumped, asks before a local workspace ends runs and archives cards by it. The service waits
 * until somebody answers, or until the clock is set right.
 */
import { useEffect } from 'react';
import { call, logFailure } from '../data/bridge.ts';
import { dayMonthYearText } from '../ui/dates/day-text.ts';
import { localDay } from '../ui/dates/today.ts';
import { closeToast, toast } from '../ui/popups/toast.ts';

const toastId = 'clock-doubt';
const checkEveryMs = 60_000;

/** Watches the clock of the window's local workspace while it is mounted. Shows a toast, and renders nothing. */
export function ClockQuestion(): null {
  useEffect(watchClockDoubt, []);
  return null;
}

function watchClockDoubt(): () => void {
  let isAsking = false;
  /** The person said that the clock is wrong; asks again only after it was right. */
  let isPutOff = false;
  const dayText = (ms: number) => dayMonthYearText(localDay(new Date(ms)));
  const check = async () => {
    const doubt = await call('clock/doubt', {}).catch(logFailure('the clock was not checked'));
    if (doubt === undefined) return;
    if (doubt === null) {
      if (isAsking) closeToast(toastId);
      isAsking = false;
      isPutOff = false;
      return;
    }
    if (isAsking || isPutOff) return;
    isAsking = true;
    const answer = (isRight: boolean) => () => {
      isAsking = false;
      isPutOff = !isRight;
      closeToast(toastId);
      if (isRight) call('clock/trust', {}).catch(logFailure('the date was not confirmed'));
    };
    toast({
      id: toastId,
      title: `Is today ${dayText(doubt.shown)}?`,
      detail: `Decktop expected ${dayText(doubt.expected)}. No run ends and nothing is archived until the date is right.`,
      timeout: 0,
      action: { label: 'Yes, the date is right', run: answer(true) },
      otherAction: { label: 'No, I will set the clock', run: answer(false) },
    });
  };
  const onFocus = () => void check();
  onFocus();
  const timer = setInterval(onFocus, checkEveryMs);
  window.addEventListener('focus', onFocus);
  return () => {
    clearInterval(timer);
    window.removeEventListener('focus', onFocus);
    closeToast(toastId);
  };
}
