/** Adds a saved view from pasted text, which the command "Copy as text" of a saved view makes. */
import { type ReactElement, useRef, useState } from 'react';
import { useLookups } from '../data/lookups.ts';
import { navigate } from '../data/routes.ts';
import { FormField, TextArea } from '../ui/forms/FormField.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { closeDialog } from '../workbench/dialog-state.ts';
import { saveView } from '../workbench/saved-views/saved-views.ts';
import { kindOfMissingRow, parseSavedViewText } from '../workbench/saved-views/view-text.ts';

export function PasteSavedViewDialog(): ReactElement {
  const [text, setText] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const lookups = useLookups();
  const parsed = parseSavedViewText(text);
  const missing = 'view' in parsed ? kindOfMissingRow(parsed.view, lookups) : null;
  const add = () => {
    setIsSubmitted(true);
    if ('fault' in parsed) return input.current?.focus();
    saveView(parsed.view);
    closeDialog();
    navigate(parsed.view.route);
  };
  return (
    <Dialog
      title="Paste a view"
      onClose={closeDialog}
      width={520}
      initialFocus={input}
      mainButton={{ text: 'Add view', onClick: add }}
    >
      <FormField
        label="Text of the view"
        hint={
          'view' in parsed
            ? `Adds “${parsed.view.name}” to the sidebar${missing ? `, though this workspace does not have its ${missing}` : ''}.`
            : 'What “Copy as text” put on the clipboard.'
        }
        error={'fault' in parsed && (isSubmitted || text.trim() !== '') ? parsed.fault : null}
      >
        <TextArea
          ref={input}
          rows={5}
          value={text}
          spellCheck={false}
          onChange={(event) => setText(event.target.value)}
        />
      </FormField>
    </Dialog>
  );
}
