/**
 * Converts mentions from the stored form `@[userId:<id>]` to the form in which people edit them, `@name`. The opposite
 * is `replaceMentionsWithIds`.
 */

import { withTokensReplaced } from '../../shared/domain/content.ts';
import { isMentionableName, isWordEnd } from '../../shared/domain/text-tokens.ts';

interface Mentionable {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the text with each stored mention (`@[userId:<id>]`) replaced by `@name`. Mentions of people without a known
 * name stay unchanged.
 */
export function mentionIdsToNames(content: string, people: Readonly<Record<string, Mentionable>>): string {
  return withTokensReplaced(content, ({ kind, value, end }) => {
    const name = kind === 'personId' ? people[value]?.name : undefined;
    // Other mentions stay as stored, because they could not be converted back: a name with a space, or a mention before
    // a letter.
    return name && isMentionableName(name) && isWordEnd(content, end) ? { text: `@${name}`, end } : undefined;
  });
}
