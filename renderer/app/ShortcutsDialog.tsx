import { type ReactElement, useState } from 'react';
import { foldText } from '../../shared/domain/search-text.ts';
import { textFormats } from '../card-panel/content/CardContent.tsx';
import { cx } from '../ui/cx.ts';
import { FormField } from '../ui/forms/FormField.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { Dialog } from '../ui/popups/Dialog.tsx';
import { type Command, commandLabel } from '../workbench/command.ts';
import { closeDialog } from '../workbench/dialog-state.ts';
import { allCommands } from './commands/all-commands.ts';
import styles from './ShortcutsDialog.module.css';

/** Where one of these keys has another meaning, such as that of recent places, the text comes first. */
const writingKeys = textFormats.flatMap((format) => ('shortcut' in format ? [format] : []));

const groups: readonly Command['group'][] = ['Cards', 'Board', 'Go to', 'App'];

export function ShortcutsDialog(): ReactElement {
  const [text, setText] = useState('');
  const words = foldText(text).split(/\s+/).filter(Boolean);
  const shownGroups = groups.flatMap((group) => {
    const found = allCommands.filter((command) => {
      if (command.group !== group || !command.keys?.length) return false;
      const keys = command.keys.join(' ').replaceAll('Mod', 'Mod Ctrl Cmd');
      const name = foldText(`${commandLabel(command, [])} ${group} ${keys}`);
      return words.every((word) => name.includes(word));
    });
    return found.length > 0 ? [{ group, found }] : [];
  });
  const shownWritingKeys = writingKeys.filter(({ label, shortcut }) => {
    const name = foldText(`${label} writing ${shortcut.replaceAll('Mod', 'Mod Ctrl Cmd')}`);
    return words.every((word) => name.includes(word));
  });
  return (
    <Dialog onClose={closeDialog} title="Keyboard shortcuts" width={820}>
      <FormField
        label="Find a shortcut"
        hideLabel
        placeholder="Find by name or key"
        autoFocus
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {shownGroups.length + shownWritingKeys.length === 0 ? (
        <p className={cx('faint', styles.none)}>No key does that. The command palette may.</p>
      ) : null}
      <div className={cx('mt-3', styles.columns)}>
        {shownGroups.map(({ group, found }) => (
          <section key={group} className={styles.group} aria-label={group}>
            <h3 className="note mb-2">{group}</h3>
            <dl>
              {found.map((command) => (
                <div key={command.id} className={cx('row justify-between gap-3', styles.row)}>
                  <dt>{commandLabel(command, [])}</dt>
                  <dd className="flex gap-2">
                    {command.keys?.map((key) => (
                      <Kbd key={key} keys={key} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        {shownWritingKeys.length > 0 ? (
          <section className={styles.group} aria-label="While writing">
            <h3 className="note mb-2">While writing</h3>
            <dl>
              {shownWritingKeys.map(({ name, label, shortcut }) => (
                <div key={name} className={cx('row justify-between gap-3', styles.row)}>
                  <dt>{label}</dt>
                  <dd>
                    <Kbd keys={shortcut} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ) : null}
      </div>
    </Dialog>
  );
}
