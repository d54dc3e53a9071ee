/** "Which one?": the menu and keyboard twin of dropping cards on something. */
import type { ReactElement } from 'react';
import type { CardRow } from '../board/cards.ts';
import { cardsInWords } from '../board/drop.ts';
import { ChoiceList } from '../ui/ChoiceList.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { creationOf, useTargets } from './choose-targets.tsx';
import { type ChooseWhat, closeDialog } from './dialog-state.ts';

export interface ChooseProps {
  what: ChooseWhat;
  cards: readonly CardRow[];
}

const titles: Record<ChooseWhat, string> = {
  move: 'Move',
  status: 'Status of',
  owner: 'Owner of',
  priority: 'Priority of',
  effort: 'Effort of',
  run: 'Run of',
  milestone: 'Milestone of',
  due: 'Due date of',
  tag: 'Tags of',
  deck: 'Deck of',
  kind: 'Kind of',
  hero: 'Hero card of',
  zone: 'Zone of',
};

export function ChooseDialog({ what, cards }: ChooseProps): ReactElement {
  const title = `${titles[what]} ${cardsInWords(cards)}`;
  return (
    <Dialog open onClose={closeDialog} title={what === 'move' ? `${title} to…` : title} width={440}>
      <ChooseList what={what} cards={cards} onDone={closeDialog} />
    </Dialog>
  );
}

/** The choices alone: in the dialog, and below a cell of the table. */
export function ChooseList({ what, cards, onDone }: ChooseProps & { onDone: () => void }): ReactElement {
  const targets = useTargets(what, cards);
  const create = creationOf(what, cards);
  return (
    <ChoiceList
      label={what === 'move' ? 'Where to' : titles[what].replace(' of', '')}
      {...(what === 'due' ? { placeholder: 'Today, or 2026-03-09…' } : {})}
      choices={targets}
      onChoose={(key) => {
        targets.find((target) => target.key === key)?.run();
        onDone();
      }}
      {...(create
        ? {
            onCreate: (text: string) => {
              if (create(text)) onDone();
            },
          }
        : {})}
    />
  );
}
