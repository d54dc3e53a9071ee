/**
 * Converts mentions from the stored form `@[userId:<id>]` to the form in which people edit them, `@name`. The opposite
 * is `replaceMentionsWithIds`.
 */

interface Mentionable {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the text with each stored mention (`@[userId:<id>]`) replaced by `@name`. Mentions of people without a known
 * name stay unchanged.
 */
export function mentionIdsToNames(content: string, people: Readonly<Record<string, Mentionable>>): string {
  return content.replace(/@\[userId:([^\]\s]+)\]/g, (stored, id: string) => {
    const name = people[id]?.name;
    // Only a name of these characters can be converted back to the id. For other names, for example with a space, the
    // stored mention stays in the text.
    return name && /^[\p{L}\p{N}_.-]+$/u.test(name) ? `@${name}` : stored;
  });
}
