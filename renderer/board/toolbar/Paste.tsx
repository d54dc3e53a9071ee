/**
 * Opens the paste dialog when the person pastes a list of two or more lines on a board, outside text fields and
 * dialogs.
 */
import { type ReactElement, useEffect, useState } from 'react';
import type { PastedCard } from '../../model/new-cards/paste-list.ts';
import { isInKeyHandlingWidget, isTextField } from '../../ui/dom/keys.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import type { BoardModel } from '../use-board-model.ts';
import { type CreatedCards, useToastAboutHiddenCards } from '../use-toast-about-hidden-cards.ts';

const PasteCardsDialog = lazyComponent(() => import('./PasteCardsDialog.tsx'), 'PasteCardsDialog');

export function PasteListener({ model }: { model: BoardModel }): ReactElement | null {
  const [cards, setCards] = useState<readonly PastedCard[] | null>(null);
  const [created, setCreated] = useState<CreatedCards | null>(null);
  useToastAboutHiddenCards(created, model);
  useEffect(() => {
    const pasted = async (event: ClipboardEvent) => {
      if (event.defaultPrevented || isTextField(event.target) || isInKeyHandlingWidget(event.target)) return;
      if (document.querySelector('[role="dialog"]')) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!text.includes('\n')) return;
      event.preventDefault();
      const { parsePastedList } = await import('../../model/new-cards/paste-list.ts');
      const found = parsePastedList(text);
      if (found.length > 1) setCards(found);
    };
    document.addEventListener('paste', pasted);
    return () => document.removeEventListener('paste', pasted);
  }, []);
  if (!cards) return null;
  return <PasteCardsDialog model={model} pasted={cards} onCreate={setCreated} onClose={() => setCards(null)} />;
}
