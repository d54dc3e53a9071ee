/** Labels of decks and their types. */
const typeLabels: Readonly<Record<string, string>> = { task: 'Task', hero: 'Asset', doc: 'Knowledge', mixed: 'Mixed' };

/** A type that came to the interface later shows as it is. */
export const deckTypeLabel = (type: string): string => typeLabels[type] ?? type;

export const deckTypeHints: Readonly<Record<string, string>> = {
  task: 'Cards are tasks.',
  hero: 'Cards count as hero cards, unless they are documents or sub cards; hero cards cannot be started.',
  doc: 'For documents.',
  mixed: 'Tasks, hero cards and documents together.',
};
