/** Comments keep people as `@[userId:<id>]`; people write `@name`. */
import { withMentionIds } from '../../shared/domain/content.ts';

export interface Mentionable {
  readonly id: string;
  readonly name: string;
}

export const toStored = (text: string, people: Iterable<Mentionable>): string => withMentionIds(text, people);

/** The stored form as it is edited; people without a known name stay as they are stored. */
export function toWritten(content: string, people: Readonly<Record<string, Mentionable>>): string {
  return content.replace(/@\[userId:([^\]\s]+)\]/g, (stored, id: string) => {
    const name = people[id]?.name;
    // Written back, the name must mean the same person.
    return name && /^[\p{L}\p{N}_.-]+$/u.test(name) ? `@${name}` : stored;
  });
}
