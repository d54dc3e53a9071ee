import { cardTabCount, closeCardTab, closeOtherCardTabs, showAdjacentCardTab } from '../../data/card-tabs.ts';
import { idOfOpenCard } from '../../data/routes.ts';
import { type Command, commandsOfGroup } from '../../workbench/command.ts';

const hasSeveralTabs = () => cardTabCount() > 1;

export const cardTabCommands: readonly Command[] = commandsOfGroup('Go to', [
  {
    id: 'tab.next',
    label: 'Next open card',
    keys: ['Mod+Tab', 'Mod+PageDown'],
    when: hasSeveralTabs,
    inFields: true,
    run: () => showAdjacentCardTab(1),
  },
  {
    id: 'tab.previous',
    label: 'Previous open card',
    keys: ['Mod+Shift+Tab', 'Mod+PageUp'],
    when: hasSeveralTabs,
    inFields: true,
    run: () => showAdjacentCardTab(-1),
  },
  {
    id: 'tab.close',
    label: 'Close the card’s tab',
    keys: ['Alt+W'],
    when: () => hasSeveralTabs() && idOfOpenCard() !== null,
    inFields: true,
    run: () => {
      const card = idOfOpenCard();
      if (card) closeCardTab(card);
    },
  },
  { id: 'tab.closeOthers', label: 'Close the other tabs', when: hasSeveralTabs, run: closeOtherCardTabs },
]);
