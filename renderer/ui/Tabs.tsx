import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Tabs.module.css';

interface TabsProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** In a column beside the panel. */
  isVertical?: boolean;
  tabs: readonly { readonly value: string; readonly label: ReactNode; readonly content: ReactNode }[];
}

export function Tabs({ label, value, onChange, isVertical = false, tabs }: TabsProps): ReactElement {
  return (
    <Base.Root
      value={value}
      onValueChange={(next) => onChange(String(next))}
      orientation={isVertical ? 'vertical' : 'horizontal'}
      className={cx('stack min-h-0', styles.root)}
    >
      <Base.List className={cx('flex wrap rigid gap-2px relative crop', styles.list)} aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={cx('rigid soft medium h-8 px-10px', styles.tab)}>
            {tab.label}
          </Base.Tab>
        ))}
        {isVertical ? null : <Base.Indicator className={cx('absolute', styles.indicator)} />}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={cx('min-h-0', styles.panel)}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
