/** For milestones and Run Configs. Also lists the current colour if the app does not know it. */
import type { ReactElement } from 'react';
import { type MilestoneColor, milestoneColors } from '../../shared/contract/index.ts';
import { enumLabel } from '../model/enum-label.ts';
import { Select } from '../ui/popups/Select.tsx';

interface MilestoneColorSelectProps {
  value: string;
  prefix?: string;
  onChange: (color: MilestoneColor) => void;
}

export function MilestoneColorSelect({ value, onChange, ...props }: MilestoneColorSelectProps): ReactElement {
  return (
    <Select
      {...props}
      label="Colour"
      value={value}
      options={[...new Set<string>([...milestoneColors, value])].map((color) => ({
        value: color,
        label: enumLabel(color),
        icon: <span style={{ width: 10, height: 10, borderRadius: 3, background: `var(--milestone-${color})` }} />,
      }))}
      onChange={(color) => onChange(color as MilestoneColor)}
    />
  );
}
