/** Both texts are plain, because desktops show no markdown. */
import type { Day } from '../contract/index.ts';
import { addDays } from './calendar.ts';
import { markdownLineToPlainText, truncate } from './content.ts';
import type { NotificationKind } from './notification-rules.ts';

export interface NotificationTexts {
  readonly title: string;
  /** Empty if the title is enough. */
  readonly body: string;
}

export interface NotificationDetails {
  readonly kind: NotificationKind;
  /** Null if unknown. */
  readonly actor: string | null;
  /** What the notification is about: title of the card, name of the run, or label of the refused change. */
  readonly subject: string;
  /** Markdown of the last comment. */
  readonly comment?: string | undefined;
  /** Names of the card's deck and project. */
  readonly place?: string | undefined;
  readonly date?: Day | undefined;
  readonly today: Day;
  /** Number of the user's own open cards in the run. */
  readonly openCards?: number | undefined;
  readonly reason?: string | undefined;
  /** For mentions in the comment. */
  readonly nameOf: (userId: string) => string;
}

/** In code points. Desktops cut longer texts. */
const maxBodyLength = 240;

/** Without markdown and with the names of mentioned people. */
function oneLine(markdown: string, nameOf: NotificationDetails['nameOf']): string {
  const named = markdown.replace(/@\[userId:([^[\]\s]+)\]/g, (_all, id: string) => `@${nameOf(id)}`);
  const lines = named.split('\n').filter((line) => !/^\s*(?:```|~~~)/.test(line));
  const text = lines.map(markdownLineToPlainText).filter(Boolean).join(' ');
  return [...text].length > maxBodyLength ? `${truncate(text, maxBodyLength - 1).trimEnd()}…` : text;
}

function dueTitle(subject: string, { date = '', today }: NotificationDetails): string {
  if (date === today) return `Due today: ${subject}`;
  return date === addDays(today, -1) ? `Due yesterday: ${subject}` : `Overdue since ${date}: ${subject}`;
}

export function notificationTexts(details: NotificationDetails): NotificationTexts {
  const { kind, actor, comment, place = '', date, today, openCards = 0, reason = '' } = details;
  const who = actor ?? 'Somebody';
  const subject = details.subject || 'Untitled';
  const body = comment === undefined ? place : oneLine(comment, details.nameOf);
  switch (kind) {
    case 'mention':
      return comment === undefined
        ? { title: `You are mentioned in “${subject}”`, body }
        : { title: `${who} mentioned you on “${subject}”`, body };
    case 'block':
      return { title: `${who} blocked “${subject}”`, body };
    case 'review':
      return { title: `${who} asks for a review of “${subject}”`, body };
    case 'reply':
      return { title: `${who} commented on “${subject}”`, body };
    case 'assigned':
      return { title: `Assigned to you: ${subject}`, body };
    case 'hand':
      return { title: `Added to your Hand: ${subject}`, body };
    case 'due':
      return { title: dueTitle(subject, details), body };
    case 'runEnds':
      return {
        title: `${subject} ends ${date === today ? 'today' : 'tomorrow'}`,
        body: openCards === 1 ? 'One of your cards in it is open.' : `${openCards} of your cards in it are open.`,
      };
    case 'refused':
      return { title: `Change refused: ${subject}`, body: reason };
  }
}
