import type { OfflineCardListReadiness, OfflineReadiness, SyncStatus } from '../../shared/bridge/index.ts';
import { failureText } from '../data/bridge.ts';
import { fileSizeText } from '../data/files/attachments.ts';
import { dayAndMonthText, timeAgo } from '../ui/dates/day-text.ts';
import { localDay } from '../ui/dates/today.ts';
import { countWithNoun } from '../ui/text/text.ts';

interface SyncTexts {
  readonly text: string;
  readonly detail: string;
  readonly tone: 'quiet' | 'busy' | 'offline' | 'attention';
}

/** Sync stopped because the service no longer accepts the token. */
export const needsNewToken = ({ phase, failure }: SyncStatus): boolean =>
  phase === 'stopped' && failure?.kind === 'auth';

export function syncTexts(sync: SyncStatus, now: number): SyncTexts {
  const age = sync.freshAt
    ? `Data of ${timeAgo(sync.freshAt, Math.max(now, Date.parse(sync.freshAt)))}.`
    : 'No data yet.';
  const attentionText = `${countWithNoun(sync.attention, 'change')} ${sync.attention === 1 ? 'needs' : 'need'} you`;
  if (sync.phase === 'restarting')
    return {
      text: 'Restarting',
      detail: 'Part of the app crashed and is restarting. Your changes are stored.',
      tone: 'busy',
    };
  if (sync.phase === 'down')
    return { text: 'Stopped working', detail: sync.failure?.message ?? 'Start it again.', tone: 'attention' };
  // A busy service asks the app to wait (`throttled`), which is not a fault.
  const fault = sync.failure && sync.failure.kind !== 'throttled' ? failureText(sync.failure) : null;
  const isAway = sync.phase === 'stopped' || sync.phase === 'offline';
  if (sync.attention > 0 && !isAway)
    return {
      text: attentionText,
      detail: 'They are in the outbox with the reason. Nothing is discarded automatically.',
      tone: 'attention',
    };
  const waiting = sync.attention > 0 ? ` · ${attentionText}` : sync.waiting > 0 ? ` · ${sync.waiting} waiting` : '';
  if (sync.phase === 'stopped')
    return {
      text: `Sync stopped${waiting}`,
      detail: sync.failure ? failureText(sync.failure) : age,
      tone: 'attention',
    };
  if (sync.phase === 'offline') {
    const { progress } = sync;
    const reason = sync.failure && !sync.pausedByPerson ? `${sync.failure.message} ` : '';
    return {
      text: `${sync.pausedByPerson ? 'Working offline' : offlineText(sync.offlineSince, now)}${waiting}`,
      detail: progress
        ? `The first sync is not over: ${progress.what}, ${loadedOfTotalText(progress)}. You can use what is loaded; the rest follows when the connection is back.`
        : `${reason}${age} Everything works; changes are sent ${sync.pausedByPerson ? 'when you go online' : 'when the connection is back'}.`,
      tone: sync.attention > 0 ? 'attention' : 'offline',
    };
  }
  const late = sync.unansweredSince
    ? `No answer for ${countWithNoun(secondsSince(sync.unansweredSince, now), 'second')}. `
    : '';
  if (sync.phase === 'first') {
    const { progress } = sync;
    return {
      text:
        progress && progress.total > 0
          ? `First sync: ${compactNumber(progress.done)} of ${compactNumber(progress.total)}`
          : 'First sync',
      detail:
        fault ??
        `${late}${progress ? `Reading ${progress.what}: ${loadedOfTotalText(progress)}.` : 'Reading the workspace.'}`,
      tone: fault ? 'attention' : 'busy',
    };
  }
  if (sync.pausedByPerson)
    return { text: `Sending is paused${waiting}`, detail: `${age} Your changes are kept.`, tone: 'offline' };
  if (fault) return { text: `Sync failed${waiting}`, detail: `${fault} ${age}`, tone: 'attention' };
  if (sync.phase === 'failing')
    return {
      text: `Waiting for an answer${waiting}`,
      detail: `${sync.failure?.message ?? 'The service asks to slow down.'} ${age} Sync now tries again at once.`,
      tone: 'offline',
    };
  if (sync.unansweredSince)
    return {
      text: sync.waiting > 0 ? `${countWithNoun(sync.waiting, 'change')} waiting` : 'Waiting for an answer',
      detail: `${late}${age}`,
      tone: 'busy',
    };
  if (sync.waiting > 0) return { text: `${countWithNoun(sync.waiting, 'change')} waiting`, detail: age, tone: 'busy' };
  if (sync.phase === 'syncing') return { text: 'Syncing', detail: age, tone: 'busy' };
  return { text: 'Up to date', detail: age, tone: 'quiet' };
}

/** "Offline since 14:05", "Offline since 3 Mar" for a day before today, or "Offline" if the time is not known. */
function offlineText(since: string | null, now: number): string {
  if (since === null) return 'Offline';
  const [day, today] = [since, now].map((moment) => localDay(new Date(moment)));
  if (day !== today) return `Offline since ${dayAndMonthText(day ?? '')}`;
  return `Offline since ${new Date(since).toLocaleTimeString(undefined, { timeStyle: 'short' })}`;
}

const secondsSince = (iso: string, now: number): number => Math.max(2, Math.round((now - Date.parse(iso)) / 1000));

/** Such as "3 s ago" or "2 min ago"; "now" below one second, "Nothing read yet" for null. */
export function timeSinceText(iso: string | null, now: number): string {
  if (iso === null) return 'Nothing read yet';
  const seconds = Math.round((now - Date.parse(iso)) / 1000);
  if (seconds < 1) return 'now';
  return seconds < 60 ? `${seconds} s ago` : timeAgo(iso, now);
}

/** Such as "in 3 s" or "in 2 min"; "now" if the time has passed, "Not planned" for null. */
export function timeUntilText(iso: string | null, now: number): string {
  if (iso === null) return 'Not planned';
  const seconds = Math.ceil((Date.parse(iso) - now) / 1000);
  if (seconds <= 0) return 'now';
  return seconds < 60 ? `in ${seconds} s` : `in ${Math.round(seconds / 60)} min`;
}

export function usableDataText(progress: Progress): string {
  if (progress.what === 'comments') return 'All cards are loaded. Comments follow.';
  if (progress.done === 0) return 'Decks, runs, milestones and your Hand come first.';
  return `Usable already: decks, runs, milestones, your Hand and the newest ${loadedOfTotalText(progress)} cards. Comments follow.`;
}

/** Such as "200 of 1,000". */
export const loadedOfTotalText = ({ done, total }: Progress): string =>
  `${done.toLocaleString()} of ${total.toLocaleString()}`;

type Progress = NonNullable<SyncStatus['progress']>;

/** Such as "15K", to fit the sidebar. */
const compactNumber = (count: number): string =>
  count.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 0 });

/** One label per kind of missing data of a deck or the Hand; empty if all is stored. */
export function missingDataLabels({ cards, comments, reactions, files }: OfflineCardListReadiness): string[] {
  const parts: string[] = [];
  if (cards.missing === null) parts.push('cards still coming');
  else if (cards.missing > 0) parts.push(countWithNoun(cards.missing, 'card'));
  if (comments && comments.missing > 0) parts.push(`comments of ${countWithNoun(comments.missing, 'thread')}`);
  if (reactions && reactions.missing > 0) parts.push(`reactions on ${countWithNoun(reactions.missing, 'card')}`);
  if (files.missing > 0)
    parts.push(
      `${countWithNoun(files.missing, 'file')}${files.missingBytes > 0 ? ` (${fileSizeText(files.missingBytes)})` : ''}`,
    );
  return parts;
}

/** True for the Hand and all pinned decks. */
export const isAllDataStoredOffline = ({ cardLists }: OfflineReadiness) =>
  cardLists.every((cardList) => missingDataLabels(cardList).length === 0);

export const manualOrderNotSharedNote =
  'This service does not share the manual order of cards. Your order is stored on this computer and your moves are sent, but you do not see the moves of others.';
