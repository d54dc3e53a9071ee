/** Gallery samples of text fields, selects and other inputs. */
import { type ComponentProps, type ReactElement, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Check, Switch } from '../../ui/forms/Check.tsx';
import { Field, TextArea } from '../../ui/forms/Field.tsx';
import { Menu } from '../../ui/popups/Menu.tsx';
import { Picker } from '../../ui/popups/Picker.tsx';
import { Popover } from '../../ui/popups/Popover.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { Part, Sample } from './Part.tsx';

export const fruit = ['Apple', 'Banana', 'Cherry', 'Damson', 'Elderberry'].map((label) => ({ value: label, label }));

const noop = () => undefined;

const fields: readonly (readonly [state: string, props: ComponentProps<typeof Field>])[] = [
  ['placeholder', { label: 'Name', placeholder: 'Placeholder' }],
  ['hint', { label: 'With a hint', hint: 'The first line is the title.', defaultValue: 'Text' }],
  ['error', { label: 'Wrong', error: 'Describe what is wrong.', defaultValue: 'Text' }],
  ['disabled', { label: 'Disabled', disabled: true, defaultValue: 'Text' }],
];

/** Entries without `checked` share one state, so that a person can try them out. */
const switches = [
  ['check', Check, { children: 'Check' }],
  ['check, empty', Check, { children: 'Empty', checked: false, onChange: noop }],
  ['check, mixed', Check, { children: 'Mixed', checked: false, mixed: true, onChange: noop }],
  ['check, disabled', Check, { children: 'Disabled', checked: true, disabled: true }],
  ['switch', Switch, { children: 'On' }],
  ['switch, off', Switch, { children: 'Off', checked: false, onChange: noop }],
  ['switch, disabled', Switch, { children: 'Disabled', checked: true, disabled: true }],
] as const;

export function Inputs(): ReactElement {
  const [choice, setChoice] = useState('Apple');
  const [picked, setPicked] = useState<readonly string[]>(['Cherry']);
  const [checked, setChecked] = useState(true);
  const [tab, setTab] = useState('one');
  return (
    <>
      <Part name="Field">
        {fields.map(([state, props]) => (
          <Sample key={state} of={state} width={210}>
            <Field {...props} />
          </Sample>
        ))}
        <Sample of="long text" width={210}>
          <Field label="Long text">
            <TextArea rows={2} defaultValue="Several lines" />
          </Field>
        </Sample>
      </Part>
      <Part name="Check and switch">
        {switches.map(([state, Control, props]) => (
          <Sample key={state} of={state}>
            <Control checked={checked} onChange={setChecked} {...props} />
          </Sample>
        ))}
      </Part>
      <Part name="Choices">
        <Sample of="select">
          <Select label="Fruit" prefix="Fruit" value={choice} options={fruit} onChange={setChoice} />
        </Sample>
        <Sample of="select, quiet">
          <Select label="Fruit" look="quiet" small value={choice} options={fruit} onChange={setChoice} />
        </Sample>
        <Sample of="select, disabled">
          <Select label="Fruit" value={choice} options={fruit} onChange={setChoice} disabled />
        </Sample>
        <Sample of="picker">
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
        </Sample>
        <Sample of="menu">
          <Menu
            trigger={<Button>Menu</Button>}
            entries={[
              { heading: 'Group' },
              { label: 'With a key', shortcut: 'D', run: noop },
              { label: 'Chosen', checked: true, run: noop },
              { label: 'Not now', disabled: 'says why', run: noop },
              { label: 'More', entries: [{ label: 'Deeper', run: noop }] },
              { separator: true },
              { label: 'Delete', danger: true, run: noop },
            ]}
          />
        </Sample>
        <Sample of="popover">
          <Popover label="About" trigger={<Button>Popover</Button>}>
            Anything may stand here.
          </Popover>
        </Sample>
      </Part>
      <Part name="Tabs">
        <Sample of="tabs" width={320}>
          <Tabs
            label="Tabs"
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'one', label: 'One', content: 'First' },
              { value: 'two', label: 'Two', content: 'Second' },
              { value: 'three', label: 'Three', content: 'Third' },
            ]}
          />
        </Sample>
      </Part>
    </>
  );
}
