import { FileText, SquareCheck } from 'lucide-react';
import type { TaskOnlyField } from '../../../shared/contract/index.ts';
import { nameOf, type Person, type WorkspaceLookups } from '../../data/lookups.ts';
import { type BlockOrReview, blockOrReviewKinds, blockOrReviewOfCard } from '../../model/blocks-and-reviews.ts';
import { taskOnlyFieldDefinitions } from '../../model/card-fields/definitions.ts';
import {
  enumValuesOf,
  selectableTaskOnlyValues,
  taskOnlyFieldNamesText,
  taskOnlyValueLabel,
} from '../../model/card-fields/task.ts';
import type { CardRow } from '../../model/card-row.ts';
import { blockOrReviewRefusal, statusRefusal } from '../../model/preflight.ts';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import type { StatusGroup } from '../../ui/icons/status.ts';
import { PersonAvatar } from '../../workbench/PersonAvatar.tsx';
import * as actions from '../card-actions.ts';
import { fieldIcons, TaskOnlyFieldIcon } from '../face/field-icons.tsx';
import { allCardsHaveValue, type CardChoice } from './choice.ts';

export function statusChoices(cards: readonly CardRow[], lookups: WorkspaceLookups): CardChoice[] {
  const options = [
    ['not_started', 'Not started', 'unassigned'],
    ['started', 'Started', 'started'],
    ['done', 'Done', 'done'],
  ] as const;
  return options.map(([status, label, group]) => ({
    key: status,
    label,
    icon: <StatusIcon group={group} named={false} />,
    disabled: statusRefusal(cards, status, lookups),
    // A card that is blocked or in review does not show its status, so the status is not marked as chosen.
    chosen: allCardsHaveValue(cards, 'status', status) && cards.every((card) => blockOrReviewOfCard(card) === null),
    run: () => void actions.setStatusOfCards(cards, status, lookups),
  }));
}

const blockOrReviewLabels: Record<BlockOrReview, { readonly label: string; readonly group: StatusGroup }> = {
  block: { label: 'Blocked…', group: 'blocked' },
  review: { label: 'In review…', group: 'review' },
};

/** Returns the choices "Blocked…" and "In review…". Each choice asks the person for a comment. */
export const blockOrReviewChoices = (cards: readonly CardRow[], lookups: WorkspaceLookups): CardChoice[] =>
  blockOrReviewKinds.map((threadKind) => ({
    key: threadKind,
    label: blockOrReviewLabels[threadKind].label,
    icon: <StatusIcon group={blockOrReviewLabels[threadKind].group} named={false} />,
    chosen: actions.allCardsHaveOpenThreadOfKind(cards, threadKind),
    disabled: actions.allCardsHaveOpenThreadOfKind(cards, threadKind)
      ? 'already so'
      : blockOrReviewRefusal(cards, lookups),
    run: () => void actions.toggleBlockOrReview(cards, threadKind, lookups),
  }));

export function cardTypeChoices(cards: readonly CardRow[]): CardChoice[] {
  return [
    {
      key: 'card',
      label: 'Card with a status',
      icon: <SquareCheck size={14} aria-hidden />,
      chosen: allCardsHaveValue(cards, 'isDoc', false),
      run: () => void actions.setCardIsDocument(cards, false),
    },
    {
      key: 'doc',
      label: 'Document',
      hint: `no ${taskOnlyFieldNamesText('or')}`,
      icon: <FileText size={14} aria-hidden />,
      chosen: allCardsHaveValue(cards, 'isDoc', true),
      run: () => void actions.setCardIsDocument(cards, true),
    },
  ];
}

export function ownerChoices(cards: readonly CardRow[], persons: readonly Person[], me: string | null): CardChoice[] {
  const sorted = [...persons].sort((a, b) => Number(b.id === me) - Number(a.id === me));
  return [
    {
      key: 'nobody',
      label: 'Nobody',
      isEmptyValue: true,
      chosen: allCardsHaveValue(cards, 'assigneeId', null),
      run: () => void actions.setCardOwner(cards, null, ''),
    },
    ...sorted.map((person) => ({
      key: person.id,
      label: person.id === me ? `${nameOf(person)} (you)` : nameOf(person),
      keywords: person.name,
      icon: <PersonAvatar id={person.id} size={18} />,
      chosen: allCardsHaveValue(cards, 'assigneeId', person.id),
      run: () => void actions.setCardOwner(cards, person.id, nameOf(person)),
    })),
  ];
}

/** For a number field, the person can also type another number, which `createTypedValueSetter` sets. */
export function taskOnlyFieldChoices(
  field: TaskOnlyField,
  cards: readonly CardRow[],
  { account }: WorkspaceLookups,
): CardChoice[] {
  const NoneIcon = enumValuesOf(field) ? fieldIcons[field] : undefined;
  return [
    ...selectableTaskOnlyValues(field, account).map((value) => {
      const label = taskOnlyValueLabel(field, value, account);
      return {
        key: String(value),
        label,
        keywords: String(value),
        icon: <TaskOnlyFieldIcon field={field} value={value} account={account} />,
        chosen: allCardsHaveValue(cards, field, value),
        run: () => actions.setTaskOnlyField(cards, field, value, label),
      };
    }),
    {
      key: 'none',
      label: taskOnlyFieldDefinitions[field].none,
      isEmptyValue: true,
      icon: NoneIcon ? <NoneIcon size={14} aria-hidden /> : undefined,
      chosen: allCardsHaveValue(cards, field, null),
      run: () => actions.setTaskOnlyField(cards, field, null, ''),
    },
  ];
}
