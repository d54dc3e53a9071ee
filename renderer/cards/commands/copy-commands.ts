import { Copy, CopyPlus, Files, Link, Share } from 'lucide-react';
import { copyableCardFields } from '../../../shared/contract/index.ts';
import { copyCardLinks } from '../../data/links.ts';
import { shortCodeOfCard } from '../../model/card-row.ts';
import { cardTitleOrCountText } from '../../model/drop-action.ts';
import { copyText } from '../../ui/dom/announce-to-screen-readers.ts';
import { prefetchedModule } from '../../ui/lazy-component.ts';
import { commandTargetCards } from '../../workbench/active-list.ts';
import { openDialog } from '../../workbench/dialog-state.ts';
import { type CardCommand, hasCommandTargetCards } from './command-targets.ts';

const copies = prefetchedModule(() => import('../copies.ts'));

async function duplicateCards(): Promise<void> {
  const cards = commandTargetCards();
  await copies.load();
  await copies.current()?.copyCards(cards, null, copyableCardFields);
}

/**
 * True if the service has stored at least one of the target cards, else the reason, or false if no card is selected or
 * focused.
 */
const isAnyStored = () =>
  hasCommandTargetCards() && (commandTargetCards().some((card) => card.accountSeq > 0) || 'not sent yet');

export const copyCommands: readonly CardCommand[] = [
  {
    id: 'card.duplicate',
    sentAction: 'cards/copy',
    label: 'Duplicate',
    keys: ['Mod+D'],
    icon: CopyPlus,
    when: () => commandTargetCards().some((card) => card.deckId !== null),
    run: () => void duplicateCards(),
  },
  {
    id: 'card.copyTo',
    sentAction: 'cards/copy',
    label: 'Copy to a deck…',
    keys: ['Mod+Shift+D'],
    icon: Files,
    when: hasCommandTargetCards,
    run: () => openDialog({ kind: 'copyCards', cards: commandTargetCards() }),
  },
  {
    id: 'card.copyCode',
    label: 'Copy short code',
    keys: ['Mod+Shift+C'],
    icon: Copy,
    when: isAnyStored,
    run: () => {
      const codes = commandTargetCards().map(shortCodeOfCard).filter(Boolean).join(' ');
      copyText(codes, `Copied ${codes}`);
    },
  },
  {
    id: 'card.copyLink',
    label: 'Copy link',
    keys: ['Mod+Shift+L'],
    icon: Link,
    when: isAnyStored,
    run: () => copyCardLinks(commandTargetCards()),
  },
  {
    id: 'card.export',
    label: 'Export…',
    icon: Share,
    when: hasCommandTargetCards,
    run: () => {
      const cards = commandTargetCards();
      const title = cardTitleOrCountText(cards);
      openDialog({ kind: 'export', title, cards: { columns: [{ title, ids: cards.map(({ cardId }) => cardId) }] } });
    },
  },
];
