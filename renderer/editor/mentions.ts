/** Converts mentions between the stored form `@[userId:<id>]` and the edited form `@name`. */
import { withMentionIds } from '../../shared/domain/content.ts';

export interface Mentionable {
  readonly id: string;
  readonly name: string;
}

export const toStored = (text: string, people: Iterable<Mentionable>): string => withMentionIds(text, people);

/** The edited form of a stored text. Mentions of people without a known name stay in the stored form. */
export function toWritten(content: string, people: Readonly<Record<string, Mentionable>>): string {
  return content.replace(/@\[userId:([^\]\s]+)\]/g, (stored, id: string) => {
    const name = people[id]?.name;
    // A name that would be converted back to another person stays in the stored form.
    return name && /^[\p{L}\p{N}_.-]+$/u.test(name) ? `@${name}` : stored;
  });
}
