/** Converts mentions between the stored form `@[userId:<id>]` and the edited form `@name`. */
import { withMentionIds } from '../../shared/domain/content.ts';

interface Mentionable {
  readonly id: string;
  readonly name: string;
}

/** The stored form of an edited text. Names that are not in `people` stay unchanged. */
export const withIdsForNames = (text: string, people: Iterable<Mentionable>): string => withMentionIds(text, people);

/** The edited form of a stored text. Mentions of people without a known name stay in the stored form. */
export function withNamesForIds(content: string, people: Readonly<Record<string, Mentionable>>): string {
  return content.replace(/@\[userId:([^\]\s]+)\]/g, (stored, id: string) => {
    const name = people[id]?.name;
    // A name with other characters, such as a space, could not be converted back.
    return name && /^[\p{L}\p{N}_.-]+$/u.test(name) ? `@${name}` : stored;
  });
}
