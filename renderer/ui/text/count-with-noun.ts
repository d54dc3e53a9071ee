/** "1 card", "2 cards". Only for nouns whose plural adds an "s". */
export const countWithNoun = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
