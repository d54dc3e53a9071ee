import type { ReactElement } from 'react';
import { useLookups } from '../../data/lookups.ts';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { closeDialog } from '../../workbench/dialog-state.ts';
import { StartChoices } from './StartChoices.tsx';

/** At the first start it lies over the board of the demo, so closing it means to look around. */
export function AddWorkspaceDialog({ isFirstStart = false }: { isFirstStart?: boolean }): ReactElement {
  const studio = useLookups().account?.name ?? 'a studio';
  return (
    <Dialog
      onClose={closeDialog}
      title={isFirstStart ? 'Welcome to Decktop' : 'Add a workspace'}
      description={
        isFirstStart
          ? `The board behind this belongs to ${studio}, a made-up studio. How do you want to begin?`
          : 'A workspace is one organization, with its own projects, people and cards.'
      }
      width={880}
    >
      <StartChoices />
    </Dialog>
  );
}
