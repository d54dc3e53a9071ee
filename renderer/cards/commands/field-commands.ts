/** Commands that set a field of cards. Most of them open a list of the field's values. */
import { UserCheck } from 'lucide-react';
import { taskOnlyFieldNames } from '../../../shared/contract/index.ts';
import { currentUserId } from '../../data/app-state.ts';
import { currentLookups } from '../../data/lookups.ts';
import { type FieldWithChoices, fieldDefinitionOf, fieldLabelOf } from '../../model/card-fields/definitions.ts';
import type { CardRow } from '../../model/card-row.ts';
import { fieldRefusalIfAllDocuments, reasonCannotBecomeSubCard } from '../../model/preflight.ts';
import { commandTargetCards, currentActiveList } from '../../workbench/active-list.ts';
import * as actions from '../card-actions.ts';
import { fieldIcons } from '../face/field-icons.tsx';
import {
  type CardCommand,
  choiceListOpener,
  hasCommandTargetCards,
  hasUnarchivedTargetCards,
} from './command-targets.ts';

const choiceCommand = (field: FieldWithChoices, more: Partial<CardCommand> = {}): CardCommand => {
  const { shortcut } = fieldDefinitionOf(field);
  return {
    id: `card.${field}`,
    sentAction: 'cards/update',
    label: `${fieldLabelOf(field)}…`,
    ...(shortcut ? { keys: [shortcut] } : {}),
    icon: fieldIcons[field],
    when: hasUnarchivedTargetCards,
    run: choiceListOpener(field),
    ...more,
  };
};

const areMine = (cards: readonly CardRow[]) =>
  cards.length > 0 && cards.every(({ assigneeId }) => assigneeId === currentUserId());

export const fieldCommands: readonly CardCommand[] = [
  choiceCommand('owner'),
  {
    id: 'card.mine',
    sentAction: 'cards/update',
    label: (cards) => (areMine(cards) ? 'Take me off as owner' : 'Make me the owner'),
    keys: ['I'],
    icon: UserCheck,
    when: () => hasUnarchivedTargetCards() && currentUserId() !== null,
    run: () => {
      const cards = commandTargetCards();
      void actions.setCardOwner(cards, areMine(cards) ? null : currentUserId(), 'me');
    },
  },
  ...taskOnlyFieldNames.map((field) =>
    choiceCommand(field, { refused: () => fieldRefusalIfAllDocuments(commandTargetCards(), field) }),
  ),
  choiceCommand('run'),
  choiceCommand('milestone'),
  choiceCommand('zone', {
    sentAction: 'cardOrders/updateLabel',
    when: () => hasCommandTargetCards() && currentActiveList()?.moveToZone !== undefined,
  }),
  choiceCommand('tag'),
  choiceCommand('status', { refused: () => fieldRefusalIfAllDocuments(commandTargetCards(), 'status') }),
  choiceCommand('due', {
    when: () => hasUnarchivedTargetCards() && currentLookups().account?.dueDateEnabled !== false,
  }),
  choiceCommand('hero', { refused: () => reasonCannotBecomeSubCard(commandTargetCards()) }),
  choiceCommand('kind', { label: 'Card or document…' }),
];
