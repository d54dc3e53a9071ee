/** Every component of the design system in each of its states, for developers and for tests in all themes. */
import { SwatchBook } from 'lucide-react';
import type { ReactElement } from 'react';
import { changeSettings, useSettings } from '../../data/app-state.ts';
import { Select } from '../../ui/popups/Select.tsx';
import { PageLayout } from '../../workbench/page/PageLayout.tsx';
import { ButtonSamples, IconAndChipSamples } from './Basics.tsx';
import { CardSamples } from './Cards.tsx';
import { DateSamples, InputSamples } from './Inputs.tsx';
import { MessageSamples } from './Messages.tsx';
import { TokenSamples } from './Tokens.tsx';

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

export function ComponentGallery(): ReactElement {
  const { theme } = useSettings();
  return (
    <PageLayout
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
      <TokenSamples />
      <CardSamples />
      <ButtonSamples />
      <IconAndChipSamples />
      <InputSamples />
      <DateSamples />
      <MessageSamples />
    </PageLayout>
  );
}
