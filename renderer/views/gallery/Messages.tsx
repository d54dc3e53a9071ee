import { Inbox } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/forms/ChoiceList.tsx';
import { Banner, EmptyState } from '../../ui/messages.tsx';
import { ConfirmDialog, Dialog } from '../../ui/popups/Dialog.tsx';
import { toast } from '../../ui/popups/toast.ts';
import { fruitOptions } from './Inputs.tsx';
import { GalleryPart, GallerySample } from './Part.tsx';

export function MessageSamples(): ReactElement {
  const [dialog, setDialog] = useState<'dialog' | 'confirm' | null>(null);
  return (
    <>
      <GalleryPart name="Banner">
        <GallerySample of="info" width={420}>
          <Banner>Something to know.</Banner>
        </GallerySample>
        <GallerySample of="success" width={420}>
          <Banner tone="success">Something went well.</Banner>
        </GallerySample>
        <GallerySample of="warning" width={420}>
          <Banner tone="warning" action={<Button text="Look" small />}>
            Something to look at.
          </Banner>
        </GallerySample>
        <GallerySample of="danger" width={420}>
          <Banner tone="danger">Something was refused, and this says why in as many words as it takes.</Banner>
        </GallerySample>
      </GalleryPart>
      <GalleryPart name="Empty state">
        <GallerySample of="with an action" width={420}>
          <EmptyState icon={<Inbox />} title="Nothing here" action={<Button text="Do something" look="primary" />}>
            Says why it is empty and what to do.
          </EmptyState>
        </GallerySample>
      </GalleryPart>
      <GalleryPart name="Empty place">
        <GallerySample of="without an icon" width={420}>
          <EmptyState title="No cards here">Create one with C.</EmptyState>
        </GallerySample>
      </GalleryPart>
      <GalleryPart name="Dialogs and toasts">
        <GallerySample of="dialog">
          <Button text="Dialog" onClick={() => setDialog('dialog')} />
        </GallerySample>
        <GallerySample of="confirm">
          <Button text="Confirm" onClick={() => setDialog('confirm')} />
        </GallerySample>
        <GallerySample of="toast">
          <Button
            text="Toast"
            onClick={() =>
              toast({ title: 'Moved “Fix the lantern” to Done', action: { label: 'Undo', run: () => undefined } })
            }
          />
        </GallerySample>
        <GallerySample of="refusal">
          <Button
            text="Refusal"
            onClick={() =>
              toast({ title: 'The Hand is full.', detail: 'Put “Fix the lantern” into the Hand', tone: 'danger' })
            }
          />
        </GallerySample>
      </GalleryPart>
      <Dialog open={dialog === 'dialog'} onClose={() => setDialog(null)} title="Dialog">
        <ChoiceList
          label="Fruit"
          choices={fruitOptions.map(({ label }) => ({ key: label, label }))}
          onChoose={() => setDialog(null)}
        />
      </Dialog>
      <ConfirmDialog
        open={dialog === 'confirm'}
        title="Delete it?"
        confirm="Delete"
        danger
        onConfirm={() => undefined}
        onClose={() => setDialog(null)}
      >
        This cannot be undone.
      </ConfirmDialog>
    </>
  );
}
