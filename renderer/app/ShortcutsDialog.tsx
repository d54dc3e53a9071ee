import type { ReactElement } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { Kbd } from '../ui/Kbd.tsx';
import { type Command, labelOf } from './command.ts';
import { commands } from './commands.ts';
import { closeDialog } from './dialog-state.ts';
import styles from './ShortcutsDialog.module.css';

const groups: readonly Command['group'][] = ['Cards', 'Board', 'Go to', 'App'];

/** All keys, as the command table has them. */
export function ShortcutsDialog(): ReactElement {
  return (
    <Dialog open onClose={closeDialog} title="Keyboard shortcuts" width={820}>
      <div className={styles.columns}>
        {groups.map((group) => (
          <section key={group} className={styles.group}>
            <h3>{group}</h3>
            <dl>
              {commands
                .filter((command) => command.group === group && command.keys?.length)
                .map((command) => (
                  <div key={command.id} className={styles.row}>
                    <dt>{labelOf(command)}</dt>
                    <dd>
                      {command.keys?.map((key) => (
                        <Kbd key={key} keys={key} />
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
