/** Creates a local workspace with its first project, the decks of a template, and opens its first board. */
import { type ReactElement, useState } from 'react';
import type { NewWorkspace } from '../../../shared/bridge/index.ts';
import { startWeekdays } from '../../../shared/contract/index.ts';
import {
  aboutWorkspaceTemplate,
  workspaceTemplateNames,
  workspaceTemplates,
} from '../../../shared/domain/workspace-templates.ts';
import { createWorkspace } from '../../data/workspace-actions.ts';
import { enumLabel } from '../../model/enum-label.ts';
import { cx } from '../../ui/cx.ts';
import { Form } from '../../ui/forms/Form.tsx';
import { FormField } from '../../ui/forms/FormField.tsx';
import form from '../../ui/forms/form-layout.module.css';
import { TimeZonePicker } from '../../ui/forms/TimeZonePicker.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { closeDialog, type DialogState, openDialog } from '../../workbench/dialog-state.ts';
import styles from './NewWorkspaceDialog.module.css';
import { TemplatePicture } from './StartPictures.tsx';

const texts = [
  {
    name: 'name',
    label: 'Name of the workspace',
    placeholder: 'Home, Studio, My company',
    fault: 'Name the workspace.',
  },
  {
    name: 'personName',
    label: 'Your name',
    placeholder: 'Shown on cards and comments',
    fault: 'Enter your name.',
  },
  {
    name: 'projectName',
    label: 'First project',
    placeholder: 'Website, Move to Lisbon',
    fault: 'Name the first project.',
  },
] as const;

export function NewWorkspaceDialog({ before }: { before?: DialogState | undefined }): ReactElement {
  const [newWorkspace, setNewWorkspace] = useState<NewWorkspace>({
    name: '',
    personName: '',
    projectName: '',
    startWeekday: 'monday',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
    template: 'kanban',
  });
  const [isBusy, setIsBusy] = useState(false);
  const set = (change: Partial<NewWorkspace>) => setNewWorkspace((before) => ({ ...before, ...change }));
  const isReady = texts.every(({ name }) => newWorkspace[name].trim() !== '');
  const create = async () => {
    if (isBusy) return;
    setIsBusy(true);
    if (await createWorkspace(newWorkspace)) closeDialog();
    else setIsBusy(false);
  };
  return (
    <Dialog
      onClose={() => (before ? openDialog(before) : closeDialog())}
      title="New workspace"
      description="It is kept on this computer. All of this can be changed later in Settings."
      width={620}
      mainButton={{
        text: isBusy ? 'Creating…' : 'Create workspace',
        type: 'submit',
        form: 'new-workspace',
        disabled: isBusy,
      }}
      isIncomplete={!isReady}
    >
      <Form id="new-workspace" className={form.form} noValidate onSubmit={create}>
        <div className={cx('grid items-start gap-3', form.columns)}>
          {texts.map(({ name, label, placeholder, fault }, index) => (
            <div key={name} className={name === 'projectName' ? styles.wide : undefined}>
              <FormField
                label={label}
                placeholder={placeholder}
                autoFocus={index === 0}
                autoComplete="off"
                value={newWorkspace[name]}
                fault={newWorkspace[name].trim() === '' ? fault : null}
                onChange={(event) => set({ [name]: event.target.value })}
              />
            </div>
          ))}
        </div>
        <fieldset className={form.group}>
          <legend>Begin with</legend>
          <div className={cx('grid gap-2', styles.templates)}>
            {workspaceTemplateNames.map((value) => (
              <label key={value} className={cx('stack gap-2 round-lg p-3', styles.template)}>
                <input
                  type="radio"
                  name="template"
                  className="visually-hidden"
                  checked={newWorkspace.template === value}
                  onChange={() => set({ template: value })}
                />
                <TemplatePicture template={value} />
                <span className="stack gap-2px">
                  <strong className="strong">{workspaceTemplates[value].label}</strong>
                  <span className="note">{aboutWorkspaceTemplate(workspaceTemplates[value])}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className={cx('row wrap', form.line)}>
          <Select
            label="First day of the week"
            prefix="Weeks start on"
            value={newWorkspace.startWeekday}
            options={startWeekdays.map((value) => ({ value, label: enumLabel(value) }))}
            onChange={(startWeekday) => set({ startWeekday })}
          />
          <TimeZonePicker
            label="Time zone"
            prefix="Time zone: "
            value={newWorkspace.timezone}
            onPick={(timezone) => set({ timezone })}
          />
        </div>
      </Form>
    </Dialog>
  );
}
