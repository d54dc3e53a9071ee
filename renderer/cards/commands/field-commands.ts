/** Commands that set a field of cards. Most of them open a list of the field's values. */
import { UserCheck } from 'lucide-react';
import { taskFieldNames } from '../../../shared/contract/index.ts';
import { currentLookups } from '../../data/lookups.ts';
import { definitionOf, type FieldWithChoices, fieldLabelOf } from '../../model/card-fields/definitions.ts';
import { allDocsRefusal, asSubCardRefusal } from '../../model/preflight.ts';
import { cardsToActOn, currentActiveList } from '../../workbench/active-list.ts';
import type { Command } from '../../workbench/command.ts';
import * as actions from '../card-actions.ts';
import { fieldIcons } from '../face/field-icons.tsx';
import { choicesOpener, hasActiveTargetCards, hasTargetCards, ownUserId } from './command-targets.ts';

/** Returns the command that opens the list of a field's values. */
const choiceCommand = (field: FieldWithChoices, more: Partial<Command> = {}): Command => {
  const { shortcut } = definitionOf(field);
  return {
    id: `card.${field}`,
    needs: 'cards/update',
    label: `${fieldLabelOf(field)}…`,
    group: 'Cards',
    ...(shortcut ? { keys: [shortcut] } : {}),
    icon: fieldIcons[field],
    when: hasActiveTargetCards,
    run: choicesOpener(field),
    ...more,
  };
};

const areMine = () => cardsToActOn().every(({ assigneeId }) => assigneeId === ownUserId());

export const fieldCommands: readonly Command[] = [
  choiceCommand('owner'),
  {
    id: 'card.mine',
    needs: 'cards/update',
    label: () => (areMine() ? 'Take me off as owner' : 'Make me the owner'),
    group: 'Cards',
    keys: ['I'],
    icon: UserCheck,
    when: () => hasActiveTargetCards() && ownUserId() !== null,
    run: () => void actions.setOwner(cardsToActOn(), areMine() ? null : ownUserId(), 'me'),
  },
  ...taskFieldNames.map((field) => choiceCommand(field, { refused: () => allDocsRefusal(cardsToActOn(), field) })),
  choiceCommand('run'),
  choiceCommand('milestone'),
  choiceCommand('zone', {
    needs: 'cardOrders/updateLabel',
    when: () => hasTargetCards() && currentActiveList()?.toZone !== undefined,
  }),
  choiceCommand('tag'),
  choiceCommand('status', { refused: () => allDocsRefusal(cardsToActOn(), 'status') }),
  choiceCommand('due', { when: () => hasActiveTargetCards() && currentLookups().account?.dueDateEnabled !== false }),
  choiceCommand('hero', { refused: () => asSubCardRefusal(cardsToActOn()) }),
  choiceCommand('kind', { label: 'Card or document…' }),
];
