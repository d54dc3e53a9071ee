import { type ComponentProps, type ReactElement, useState } from 'react';
import { withItemToggled } from '../../model/filters.ts';
import { Button } from '../../ui/Button.tsx';
import { Calendar } from '../../ui/dates/Calendar.tsx';
import { DateField } from '../../ui/dates/DateField.tsx';
import { CheckboxField, Switch } from '../../ui/forms/CheckboxField.tsx';
import { FormField, TextArea } from '../../ui/forms/FormField.tsx';
import { Menu } from '../../ui/popups/Menu.tsx';
import { Picker } from '../../ui/popups/Picker.tsx';
import { Popover } from '../../ui/popups/Popover.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { GalleryPart, GallerySample } from './Part.tsx';

export const fruitOptions = ['Apple', 'Banana', 'Cherry', 'Damson', 'Elderberry'].map((label) => ({
  value: label,
  label,
}));

const noop = () => undefined;

const fields: readonly (readonly [state: string, props: ComponentProps<typeof FormField>])[] = [
  ['placeholder', { label: 'Name', placeholder: 'Placeholder' }],
  ['hint', { label: 'With a hint', hint: 'The first line is the title.', defaultValue: 'Text' }],
  ['error', { label: 'Wrong', error: 'Describe what is wrong.', defaultValue: 'Text' }],
  ['disabled', { label: 'Disabled', disabled: true, defaultValue: 'Text' }],
];

/** Entries without `checked` share one state. */
const switches = [
  ['check', CheckboxField, { children: 'Check' }],
  ['check, empty', CheckboxField, { children: 'Empty', checked: false, onChange: noop }],
  ['check, disabled', CheckboxField, { children: 'Disabled', checked: true, disabled: true }],
  ['switch', Switch, { children: 'On' }],
  ['switch, off', Switch, { children: 'Off', checked: false, onChange: noop }],
  ['switch, disabled', Switch, { children: 'Disabled', checked: true, disabled: true }],
] as const;

export function InputSamples(): ReactElement {
  const [choice, setChoice] = useState('Apple');
  const [picked, setPicked] = useState<readonly string[]>(['Cherry']);
  const [checked, setChecked] = useState(true);
  const [tab, setTab] = useState('one');
  return (
    <>
      <GalleryPart name="Field">
        {fields.map(([state, props]) => (
          <GallerySample key={state} of={state} width={210}>
            <FormField {...props} />
          </GallerySample>
        ))}
        <GallerySample of="long text" width={210}>
          <FormField label="Long text">
            <TextArea rows={2} defaultValue="Several lines" />
          </FormField>
        </GallerySample>
      </GalleryPart>
      <GalleryPart name="Check and switch">
        {switches.map(([state, Control, props]) => (
          <GallerySample key={state} of={state}>
            <Control checked={checked} onChange={setChecked} {...props} />
          </GallerySample>
        ))}
      </GalleryPart>
      <GalleryPart name="Choices">
        <GallerySample of="select">
          <Select label="Fruit" prefix="Fruit" value={choice} options={fruitOptions} onChange={setChoice} />
        </GallerySample>
        <GallerySample of="select, quiet">
          <Select label="Fruit" look="quiet" small value={choice} options={fruitOptions} onChange={setChoice} />
        </GallerySample>
        <GallerySample of="select, disabled">
          <Select label="Fruit" value={choice} options={fruitOptions} onChange={setChoice} disabled />
        </GallerySample>
        <GallerySample of="picker">
          <Picker
            label="Fruits"
            options={fruitOptions}
            value={picked}
            multiple
            onPick={(value) => setPicked(withItemToggled(picked, value))}
            trigger={<Button text={picked.join(', ') || 'None'} />}
          />
        </GallerySample>
        <GallerySample of="menu">
          <Menu
            trigger={<Button text="Menu" />}
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
        </GallerySample>
        <GallerySample of="popover">
          <Popover label="About" trigger={<Button text="Popover" />}>
            Anything may stand here.
          </Popover>
        </GallerySample>
      </GalleryPart>
      <GalleryPart name="Tabs">
        <GallerySample of="tabs" width={320}>
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
        </GallerySample>
      </GalleryPart>
    </>
  );
}

/** Fixed, so that screenshots do not change. */
const today = '2026-03-09';

export function DateSamples(): ReactElement {
  const [day, setDay] = useState<string | null>('2026-03-18');
  return (
    <GalleryPart name="Day">
      <GallerySample of="day" width={210}>
        <DateField label="Day" clearable value={day} onChange={setDay} />
      </GallerySample>
      <GallerySample of="day, none" width={210}>
        <DateField label="None yet" clearable value={null} onChange={setDay} />
      </GallerySample>
      <GallerySample of="day, wrong" width={210}>
        <DateField label="Wrong" error="It would start after its date." value={day} onChange={setDay} />
      </GallerySample>
      <GallerySample of="day, quiet" width={150}>
        <DateField label="Quiet" look="quiet" isOverdue value={day} onChange={setDay} />
      </GallerySample>
      <GallerySample of="calendar">
        <Calendar value={day} today={today} min="2026-03-05" onChoose={setDay} />
      </GallerySample>
    </GalleryPart>
  );
}
