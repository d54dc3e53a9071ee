/** Dialog that copies cards into a deck. The person chooses the deck and the fields to copy. */

import { type ReactElement, useState } from 'react';
import { copyableCardFields } from '../../../shared/contract/index.ts';
import { compareNames } from '../../../shared/domain/natural-order.ts';
import { useViewState } from '../../data/app-state.ts';
import { useLookups } from '../../data/lookups.ts';
import { cardPropertyLabel } from '../../model/card-fields/definitions.ts';
import type { CardRow } from '../../model/card-row.ts';
import { cardTitleOrCountText } from '../../model/drop-action.ts';
import { cx } from '../../ui/cx.ts';
import { CheckboxField } from '../../ui/forms/CheckboxField.tsx';
import { ChoiceList } from '../../ui/forms/ChoiceList.tsx';
import { Swatch } from '../../ui/icons/Swatch.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { closeDialog } from '../../workbench/dialog-state.ts';
import { type CopiedCardProperty, copyCards } from '../copies.ts';
import { validHexColor } from '../face/face-context.tsx';
import styles from './CopyDialog.module.css';

function labelOfProp(prop: CopiedCardProperty): string {
  if (prop === 'sprintId') return 'Run, unless it is completed';
  return cardPropertyLabel(prop) ?? 'Attachments';
}

export function CopyDialog({ cards }: { cards: readonly CardRow[] }): ReactElement {
  const lookups = useLookups();
  const [kept, setKept] = useViewState<readonly CopiedCardProperty[]>('copy:props', copyableCardFields);
  const props = copyableCardFields.filter((name) => kept.includes(name));
  const [from] = useState(() => new Set(cards.map((card) => card.deckId)));
  const projects = new Map(lookups.projects.map((project) => [project.id as string, project.name]));
  return (
    <Dialog
      onClose={closeDialog}
      title={`Copy ${cardTitleOrCountText(cards)} to a deck`}
      width={460}
      description="Copies begin not started, with the same text."
    >
      <fieldset className={cx('flex wrap mb-3', styles.props)}>
        <legend>Copy as well</legend>
        {copyableCardFields.map((name) => (
          <CheckboxField
            key={name}
            checked={props.includes(name)}
            onChange={(wanted) => setKept(wanted ? [...props, name] : props.filter((other) => other !== name))}
          >
            {labelOfProp(name)}
          </CheckboxField>
        ))}
      </fieldset>
      <ChoiceList
        label="Deck"
        choices={lookups.activeDecks
          .toSorted((a, b) => Number(from.has(b.id)) - Number(from.has(a.id)) || compareNames(a.title, b.title))
          .map((deck) => ({
            key: deck.id,
            label: deck.title,
            icon: <Swatch color={validHexColor(deck.coverColor)} />,
            hint: from.has(deck.id) ? 'where they are' : projects.get(deck.projectId),
          }))}
        onChoose={(id) => {
          const deck = lookups.decks[id];
          if (deck) void copyCards(cards, { id, title: deck.title }, props);
          closeDialog();
        }}
      />
    </Dialog>
  );
}
