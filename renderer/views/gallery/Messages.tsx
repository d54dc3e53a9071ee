/** Gallery samples of banners, empty states, dialogs and toasts. */
import { Inbox } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/forms/ChoiceList.tsx';
import { Banner, EmptyState } from '../../ui/messages.tsx';
import { ConfirmDialog, Dialog } from '../../ui/popups/Dialog.tsx';
import { toast } from '../../ui/popups/toast.ts';
import { fruit } from './Inputs.tsx';
import { Part, Sample } from './Part.tsx';

export function Messages(): ReactElement {
  const [dialog, setDialog] = useState<'dialog' | 'confirm' | null>(null);
  return (
    <>
      <Part name="Banner">
        <Sample of="info" width={420}>
          <Banner>Something to know.</Banner>
        </Sample>
        <Sample of="success" width={420}>
          <Banner tone="success">Something went well.</Banner>
        </Sample>
        <Sample of="warning" width={420}>
          <Banner tone="warning" action={<Button small>Look</Button>}>
            Something to look at.
          </Banner>
        </Sample>
        <Sample of="danger" width={420}>
          <Banner tone="danger">Something was refused, and this says why in as many words as it takes.</Banner>
        </Sample>
      </Part>
      <Part name="Empty state">
        <Sample of="with an action" width={420}>
          <EmptyState
            icon={<Inbox size={28} />}
            title="Nothing here"
            action={<Button look="primary">Do something</Button>}
          >
            Says why it is empty and what to do.
          </EmptyState>
        </Sample>
      </Part>
      <Part name="Empty place">
        <Sample of="without an icon" width={420}>
          <EmptyState title="No cards here">Create one with C.</EmptyState>
        </Sample>
      </Part>
      <Part name="Dialogs and toasts">
        <Sample of="dialog">
          <Button onClick={() => setDialog('dialog')}>Dialog</Button>
        </Sample>
        <Sample of="confirm">
          <Button onClick={() => setDialog('confirm')}>Confirm</Button>
        </Sample>
        <Sample of="toast">
          <Button
            onClick={() =>
              toast({ title: 'Moved “Fix the lantern” to Done', action: { label: 'Undo', run: () => undefined } })
            }
          >
            Toast
          </Button>
        </Sample>
        <Sample of="refusal">
          <Button
            onClick={() =>
              toast({ title: 'The Hand is full.', detail: 'Put “Fix the lantern” into the Hand', tone: 'danger' })
            }
          >
            Refusal
          </Button>
        </Sample>
      </Part>
      <Dialog open={dialog === 'dialog'} onClose={() => setDialog(null)} title="Dialog">
        <ChoiceList
          label="Fruit"
          choices={fruit.map(({ label }) => ({ key: label, label }))}
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
