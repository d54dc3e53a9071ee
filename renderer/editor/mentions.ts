import { withTokensReplaced } from '../../shared/domain/content.ts';
import { isMentionableName, isWordEnd } from '../../shared/domain/text-tokens.ts';

interface Mentionable {
  readonly id: string;
  readonly name: string;
}

/** The opposite is `replaceMentionsWithIds`. Mentions of people without a known name stay unchanged. */
export function mentionIdsToNames(content: string, people: Readonly<Record<string, Mentionable>>): string {
  return withTokensReplaced(content, ({ kind, value, end }) => {
    const name = kind === 'personId' ? people[value]?.name : undefined;
    // Others could not be converted back: a name with a space, or a mention before a letter.
    return name && isMentionableName(name) && isWordEnd(content, end) ? { text: `@${name}`, end } : undefined;
  });
}
