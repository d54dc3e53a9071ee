/** Commands for the tabs of the card panel. */
import { cardTabCount, closeCardTab, closeOtherCardTabs, showAdjacentCardTab } from '../../data/card-tabs.ts';
import { idOfOpenCard } from '../../data/routes.ts';
import type { Command } from '../../workbench/command.ts';

const hasSeveralTabs = () => cardTabCount() > 1;

export const cardTabCommands: readonly Command[] = [
  {
    id: 'tab.next',
    label: 'Next open card',
    group: 'Cards',
    keys: ['Mod+Tab', 'Mod+PageDown'],
    when: hasSeveralTabs,
    inFields: true,
    run: () => showAdjacentCardTab(1),
  },
  {
    id: 'tab.previous',
    label: 'Previous open card',
    group: 'Cards',
    keys: ['Mod+Shift+Tab', 'Mod+PageUp'],
    when: hasSeveralTabs,
    inFields: true,
    run: () => showAdjacentCardTab(-1),
  },
  {
    id: 'tab.close',
    label: 'Close the card’s tab',
    group: 'Cards',
    keys: ['Alt+W'],
    when: () => hasSeveralTabs() && idOfOpenCard() !== null,
    inFields: true,
    run: () => {
      const card = idOfOpenCard();
      if (card) closeCardTab(card);
    },
  },
  {
    id: 'tab.closeOthers',
    label: 'Close the other tabs',
    group: 'Cards',
    when: hasSeveralTabs,
    run: closeOtherCardTabs,
  },
];
