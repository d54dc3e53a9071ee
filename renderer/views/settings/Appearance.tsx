import { type ReactElement, useMemo } from 'react';
import type { AppSettings } from '../../../shared/bridge/index.ts';
import { CardFace } from '../../cards/face/CardFace.tsx';
import { CardFaceContext } from '../../cards/face/face-context.tsx';
import { sampleCard, sampleCardFaceSettings } from '../../cards/sample-cards.ts';
import { changeSettings, useSettings } from '../../data/app-state.ts';
import type { CardRow } from '../../model/card-row.ts';
import { cx } from '../../ui/cx.ts';
import { StatusIcon } from '../../ui/icons/StatusIcon.tsx';
import { statusGroups } from '../../ui/icons/status.ts';
import { ChoiceRow, SettingsGroup } from './parts/rows.tsx';
import styles from './parts/settings.module.css';

const previewCards = [
  { cardId: '1', title: 'Lamp oil runs low in a storm', derivedStatus: 'started', priority: 'a', effort: 5 },
  { cardId: '2', title: 'Fog horn for the north pier', derivedStatus: 'review', priority: 'b', effort: 3 },
  { cardId: '3', title: 'Spare lens from the museum', derivedStatus: 'blocked', priority: 'c', effort: 8 },
] as const;

function Preview({ density }: { density: AppSettings['density'] }): ReactElement {
  const face = useMemo(() => ({ ...sampleCardFaceSettings, density }), [density]);
  return (
    <div className={cx('grid items-start gap-2 bg-sunken p-3-4', styles.preview)} aria-hidden>
      <CardFaceContext value={face}>
        {previewCards.map((card) => (
          <CardFace
            key={card.cardId}
            card={{ ...sampleCard, ...card } as CardRow}
            subCardCount={0}
            doneSubCardCount={0}
          />
        ))}
      </CardFaceContext>
    </div>
  );
}

export function AppearanceSection(): ReactElement {
  const { theme, palette, density } = useSettings();
  return (
    <SettingsGroup title="Appearance">
      <ChoiceRow
        label="Theme"
        value={theme}
        choices={{ system: 'As the system', light: 'Light', dark: 'Dark' }}
        onChange={(value) => void changeSettings({ theme: value })}
      />
      <ChoiceRow
        label="Status colours"
        about={
          <span className={cx('inline-flex wrap gap-6px', styles.dots)}>
            {statusGroups.slice(0, 9).map((group) => (
              <StatusIcon key={group} group={group} named={false} />
            ))}
          </span>
        }
        value={palette}
        choices={{ standard: 'Standard', 'colour-blind': 'Safe for colour blindness' }}
        onChange={(value) => void changeSettings({ palette: value })}
      />
      <ChoiceRow
        label="Card faces"
        about="How much of a card boards show."
        value={density}
        choices={{ compact: 'Compact', normal: 'Normal', cover: 'With cover' }}
        onChange={(value) => void changeSettings({ density: value })}
      />
      <Preview density={density} />
    </SettingsGroup>
  );
}
