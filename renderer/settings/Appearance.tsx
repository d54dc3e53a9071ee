import type { ReactElement } from 'react';
import { changeSettings, useSettings } from '../data/app-state.ts';
import { failureOf } from '../data/bridge.ts';
import { sentenceOf } from '../data/failures.ts';
import { Select } from '../ui/Select.tsx';
import { StatusDot } from '../ui/StatusDot.tsx';
import { statusGroups } from '../ui/status.ts';
import { toast } from '../ui/toast.tsx';
import { Group, Row } from './parts.tsx';
import styles from './settings.module.css';

type Change = Parameters<typeof changeSettings>[0];

const change = (next: Change) =>
  void changeSettings(next).catch((error: unknown) =>
    toast({ title: 'The setting was not kept', detail: sentenceOf(failureOf(error)), tone: 'danger' }),
  );

export function Appearance(): ReactElement {
  const { theme, palette, density } = useSettings();
  return (
    <Group title="Appearance">
      <Row label="Theme">
        <Select
          label="Theme"
          value={theme}
          options={[
            { value: 'system', label: 'As the system' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
          onChange={(value) => change({ theme: value })}
        />
      </Row>
      <Row
        label="Status colours"
        about={
          <span className={styles.dots}>
            {statusGroups.slice(0, 9).map((group) => (
              <StatusDot key={group} group={group} named={false} />
            ))}
          </span>
        }
      >
        <Select
          label="Status colours"
          value={palette}
          options={[
            { value: 'standard', label: 'Standard' },
            { value: 'colour-blind', label: 'Safe for colour blindness' },
          ]}
          onChange={(value) => change({ palette: value })}
        />
      </Row>
      <Row label="Card faces" about="How much of a card boards show.">
        <Select
          label="Card faces"
          value={density}
          options={[
            { value: 'compact', label: 'Compact' },
            { value: 'normal', label: 'Normal' },
            { value: 'cover', label: 'With cover' },
          ]}
          onChange={(value) => change({ density: value })}
        />
      </Row>
    </Group>
  );
}
