/** Both texts are plain, because desktops show no markdown. */
import type { Day } from '../contract/index.ts';
import { addDays } from './calendar.ts';
import { markdownLineToPlainText, oneLineText } from './content.ts';
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
const maxLength = { body: 240, subject: 200, name: 60 } as const;

/** Without markdown and with the names of mentioned people. */
function oneLine(markdown: string, nameOf: NotificationDetails['nameOf']): string {
  const named = markdown.replace(
    /@\[userId:([^[\]\s]+)\]/g,
    (_all, id: string) => `@${oneLineText(nameOf(id), maxLength.name)}`,
  );
  const lines = named.split('\n').filter((line) => !/^\s*(?:```|~~~)/.test(line));
  const text = lines.map(markdownLineToPlainText).filter(Boolean).join(' ');
  return oneLineText(text, maxLength.body);
}

function dueTitle(subject: string, { date = '', today }: NotificationDetails): string {
  if (date === today) return `Due today: ${subject}`;
  return date === addDays(today, -1) ? `Due yesterday: ${subject}` : `Overdue since ${date}: ${subject}`;
}

export function notificationTexts(details: NotificationDetails): NotificationTexts {
  const { kind, comment, date, today, openCards = 0 } = details;
  const who = oneLineText(details.actor, maxLength.name) || 'Somebody';
  const subject = oneLineText(details.subject, maxLength.subject) || 'Untitled';
  const body = comment === undefined ? oneLineText(details.place, maxLength.body) : oneLine(comment, details.nameOf);
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
      return { title: `Change refused: ${subject}`, body: oneLineText(details.reason, maxLength.body) };
  }
}
