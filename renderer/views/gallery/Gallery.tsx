/**
 * The gallery: every component of the design system in each of its states, for developers and for tests in all themes.
 */
import { SwatchBook } from 'lucide-react';
import type { ReactElement } from 'react';
import { changeSettings, useSettings } from '../../data/app-state.ts';
import { Select } from '../../ui/popups/Select.tsx';
import { Page } from '../../workbench/Page.tsx';
import { Buttons, IconsAndChips } from './Basics.tsx';
import { Cards } from './Cards.tsx';
import { Days } from './Days.tsx';
import { Inputs } from './Inputs.tsx';
import { Messages } from './Messages.tsx';

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

export function Gallery(): ReactElement {
  const { theme } = useSettings();
  return (
    <Page
      title="Components"
      icon={<SwatchBook size={16} aria-hidden />}
      widthPx={1160}
      tools={
        <Select
          label="Theme"
          prefix="Theme"
          look="quiet"
          value={theme}
          options={themes}
          onChange={(value) => void changeSettings({ theme: value })}
        />
      }
    >
      <Cards />
      <Buttons />
      <IconsAndChips />
      <Inputs />
      <Days />
      <Messages />
    </Page>
  );
}
