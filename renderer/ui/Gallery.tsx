/** Every component of the kit in its states: looked at by people, and compared by tests in both themes. */
import { Inbox, Plus, Star } from 'lucide-react';
import { type ReactElement, type ReactNode, useState } from 'react';
import { derivedStatuses, plannerColors } from '../../shared/contract/index.ts';
import { Avatar } from './Avatar.tsx';
import { Button, IconButton } from './Button.tsx';
import { Check, Switch } from './Check.tsx';
import { Chip } from './Chip.tsx';
import { ChoiceList } from './ChoiceList.tsx';
import { Confirm, Dialog } from './Dialog.tsx';
import { Field, TextArea } from './Field.tsx';
import styles from './Gallery.module.css';
import { Kbd } from './Kbd.tsx';
import { Menu } from './Menu.tsx';
import { EffortMark, PriorityMark, ProgressBar } from './marks.tsx';
import { Banner, EmptyState } from './messages.tsx';
import { Picker } from './Picker.tsx';
import { Popover } from './Popover.tsx';
import { Select } from './Select.tsx';
import { StatusDot } from './StatusDot.tsx';
import { statusLook } from './status.ts';
import { Tabs } from './Tabs.tsx';
import { toast } from './toast.tsx';

function Part({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <section className={styles.part}>
      <h2>{name}</h2>
      <div className={styles.row}>{children}</div>
    </section>
  );
}

const fruit = ['Apple', 'Banana', 'Cherry', 'Damson', 'Elderberry'].map((label) => ({ value: label, label }));

export function Gallery(): ReactElement {
  const [dialog, setDialog] = useState<'dialog' | 'confirm' | null>(null);
  const [choice, setChoice] = useState('Apple');
  const [picked, setPicked] = useState<readonly string[]>(['Cherry']);
  const [checked, setChecked] = useState(true);
  const [tab, setTab] = useState('one');
  return (
    <div className={styles.page}>
      <h1>Components</h1>
      <Part name="Button">
        <Button look="primary">Primary</Button>
        <Button>Plain</Button>
        <Button look="quiet">Quiet</Button>
        <Button look="danger">Danger</Button>
        <Button look="primary" disabled>
          Disabled
        </Button>
        <Button small>Small</Button>
        <IconButton label="Add" shortcut="C">
          <Plus size={15} aria-hidden />
        </IconButton>
        <IconButton label="Star" look="plain">
          <Star size={15} aria-hidden />
        </IconButton>
        <IconButton label="Not now" disabled>
          <Star size={15} aria-hidden />
        </IconButton>
      </Part>
      <Part name="Status">
        {[...derivedStatuses, 'a_later_status'].map((status) => (
          <span key={status} className={styles.pair}>
            <StatusDot derivedStatus={status} named={false} />
            {statusLook(status).label}
          </span>
        ))}
      </Part>
      <Part name="Marks">
        {['a', 'b', 'c', 'urgent'].map((priority) => (
          <PriorityMark key={priority} priority={priority} label={priority} />
        ))}
        {[0, 1, 5, 13, 250].map((effort) => (
          <EffortMark key={effort} effort={effort} />
        ))}
        <Kbd keys="Mod+Shift+Z" />
        <Kbd keys="ArrowUp" />
        <span className={styles.wide}>
          <ProgressBar label="Progress" value={30} second={20} total={100} />
        </span>
        <span className={styles.wide}>
          <ProgressBar label="Nothing yet" value={0} total={0} />
        </span>
      </Part>
      <Part name="Avatar">
        {['Ines Okafor', 'Tomasz Wiśniewski', 'Mei-Lin Zhao', 'عمر حداد', '李', 'build-bot'].map((name, index) => (
          <Avatar key={name} id={name} name={name} size={20 + index * 4} isIntegration={name === 'build-bot'} />
        ))}
      </Part>
      <Part name="Chip">
        <Chip>plain</Chip>
        <Chip color="#c2553f">colour</Chip>
        <Chip emoji="✨">emoji</Chip>
        <Chip tone="accent">accent</Chip>
        <Chip tone="success">success</Chip>
        <Chip tone="warning">warning</Chip>
        <Chip tone="danger">danger</Chip>
        <Chip onRemove={() => undefined} removeLabel="Remove tag">
          removable
        </Chip>
        <span className={styles.narrow}>
          <Chip color="#3b7dd8">a very long tag that does not fit</Chip>
        </span>
        {plannerColors.map((color) => (
          <Chip key={color} color={`var(--planner-${color})`}>
            {color}
          </Chip>
        ))}
      </Part>
      <Part name="Field">
        <Field label="Name" placeholder="Placeholder" />
        <Field label="With a hint" hint="The first line is the title." defaultValue="Text" />
        <Field label="Wrong" error="Say what is wrong and what to do." defaultValue="Text" />
        <Field label="Disabled" disabled defaultValue="Text" />
        <Field label="Long text">
          <TextArea rows={2} defaultValue="Several lines" />
        </Field>
      </Part>
      <Part name="Choices">
        <Check checked={checked} onChange={setChecked}>
          Check
        </Check>
        <Check checked={false} onChange={() => undefined}>
          Empty
        </Check>
        <Check checked={false} mixed onChange={() => undefined}>
          Mixed
        </Check>
        <Check checked disabled onChange={() => undefined}>
          Disabled
        </Check>
        <Switch checked={checked} onChange={setChecked}>
          Switch
        </Switch>
        <Select label="Fruit" prefix="Fruit" value={choice} options={fruit} onChange={setChoice} />
        <Picker
          label="Fruits"
          options={fruit}
          value={picked}
          multiple
          onPick={(value) =>
            setPicked(picked.includes(value) ? picked.filter((other) => other !== value) : [...picked, value])
          }
          trigger={<Button>{picked.join(', ') || 'None'}</Button>}
        />
        <Menu
          trigger={<Button>Menu</Button>}
          entries={[
            { heading: 'Group' },
            { label: 'With a key', shortcut: 'D', run: () => undefined },
            { label: 'Chosen', checked: true, run: () => undefined },
            { label: 'Not now', disabled: 'says why', run: () => undefined },
            { label: 'More', entries: [{ label: 'Deeper', run: () => undefined }] },
            { separator: true },
            { label: 'Delete', danger: true, run: () => undefined },
          ]}
        />
        <Popover label="About" trigger={<Button>Popover</Button>}>
          Anything may stand here.
        </Popover>
        <Button onClick={() => setDialog('dialog')}>Dialog</Button>
        <Button onClick={() => setDialog('confirm')}>Confirm</Button>
        <Button
          onClick={() =>
            toast({ title: 'Moved “Fix the lantern” to Done', action: { label: 'Undo', run: () => undefined } })
          }
        >
          Toast
        </Button>
        <Button
          onClick={() =>
            toast({ title: 'The Hand is full.', detail: 'Put “Fix the lantern” into the Hand', tone: 'danger' })
          }
        >
          Refusal
        </Button>
      </Part>
      <Part name="Tabs">
        <Tabs
          label="Tabs"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'one', label: 'One', content: 'First' },
            { value: 'two', label: 'Two', content: 'Second' },
          ]}
        />
      </Part>
      <Part name="Messages">
        <div className={styles.stack}>
          <Banner>Something to know.</Banner>
          <Banner tone="success">Something went well.</Banner>
          <Banner tone="warning" action={<Button small>Look</Button>}>
            Something to look at.
          </Banner>
          <Banner tone="danger">Something was refused.</Banner>
        </div>
        <EmptyState
          icon={<Inbox size={28} />}
          title="Nothing here"
          action={<Button look="primary">Do something</Button>}
        >
          Says why it is empty and what to do.
        </EmptyState>
      </Part>
      <Dialog open={dialog === 'dialog'} onClose={() => setDialog(null)} title="Dialog">
        <ChoiceList
          label="Fruit"
          choices={fruit.map(({ label }) => ({ key: label, label }))}
          onChoose={() => setDialog(null)}
        />
      </Dialog>
      <Confirm
        open={dialog === 'confirm'}
        title="Delete it?"
        confirm="Delete"
        danger
        onConfirm={() => undefined}
        onClose={() => setDialog(null)}
      >
        This cannot be taken back.
      </Confirm>
    </div>
  );
}
