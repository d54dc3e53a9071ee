/**
 * Finds which parts of a markdown text are addresses, code or comments. Nothing in them is a tag, mention, card code or
 * checkbox, and no action changes them.
 */
import { type TextToken, tokensInText } from './text-tokens.ts';

/** Returns what a card's or comment's text names, in order, with offsets in `content`. */
export const tokensInMarkdown = (content: string): TextToken[] => tokensInText(content);
