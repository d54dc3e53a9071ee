/** Commands that set a field of cards. Most open the list of the field's values. */
import { UserCheck } from 'lucide-react';
import { taskFieldNames } from '../../../shared/contract/index.ts';
import { currentLookups } from '../../data/lookups.ts';
import { definitionOf, type FieldWithChoices, fieldLabelOf } from '../../model/card-fields/definitions.ts';
import { docRefusal, heroRefusal } from '../../model/preflight.ts';
import { activeList, targetCards } from '../../workbench/active-list.ts';
import type { Command } from '../../workbench/command.ts';
import * as actions from '../card-actions.ts';
import { fieldIcons } from '../face/field-looks.tsx';
import { choose, hasTargets, isAnyOpen, me } from './command-targets.ts';

/** Returns the command that opens the list of a field's values. */
const choice = (field: FieldWithChoices, more: Partial<Command> = {}): Command => {
  const { shortcut } = definitionOf(field);
  return {
    id: `card.${field}`,
    needs: 'cards/update',
    label: `${fieldLabelOf(field)}…`,
    group: 'Cards',
    ...(shortcut ? { keys: [shortcut] } : {}),
    icon: fieldIcons[field],
    when: isAnyOpen,
    run: choose(field),
    ...more,
  };
};

const areMine = () => targetCards().every(({ assigneeId }) => assigneeId === me());

export const fieldCommands: readonly Command[] = [
  choice('owner'),
  {
    id: 'card.mine',
    needs: 'cards/update',
    label: () => (areMine() ? 'Take me off as owner' : 'Make me the owner'),
    group: 'Cards',
    keys: ['I'],
    icon: UserCheck,
    when: () => isAnyOpen() && me() !== null,
    run: () => void actions.setOwner(targetCards(), areMine() ? null : me(), 'me'),
  },
  ...taskFieldNames.map((field) => choice(field, { refused: () => docRefusal(targetCards(), field) })),
  choice('run'),
  choice('milestone'),
  choice('zone', { needs: 'cardOrders/updateLabel', when: () => hasTargets() && activeList()?.toZone !== undefined }),
  choice('tag'),
  choice('status', { refused: () => docRefusal(targetCards(), 'status') }),
  choice('due', { when: () => isAnyOpen() && currentLookups().account?.dueDateEnabled !== false }),
  choice('hero', { refused: () => heroRefusal(targetCards()) }),
  choice('kind', { label: 'Card or document…' }),
];
