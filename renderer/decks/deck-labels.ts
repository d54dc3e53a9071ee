/** Labels and hints for the types of decks. */
const typeLabels: Readonly<Record<string, string>> = { task: 'Task', hero: 'Asset', doc: 'Knowledge', mixed: 'Mixed' };

/** The label of a deck type; unknown types are returned unchanged. */
export const deckTypeLabel = (type: string): string => typeLabels[type] ?? type;

/** A sentence about each type, for the form of a deck. */
export const deckTypeHints: Readonly<Record<string, string>> = {
  task: 'Cards are tasks.',
  hero: 'Cards count as hero cards, unless they are documents or sub cards; hero cards cannot be started.',
  doc: 'For documents.',
  mixed: 'Tasks, hero cards and documents together.',
};
