import { Ban, Pipette } from 'lucide-react';
import type { CSSProperties, ReactElement } from 'react';
import { cx } from '../ui/cx.ts';
import form from '../ui/forms/form-layout.module.css';
import styles from './CoverColorField.module.css';

/** The names are for screen readers. */
const palette = [
  ['Blue', '#3b7dd8'],
  ['Teal', '#2b8f8a'],
  ['Green', '#3f9142'],
  ['Ochre', '#b8862b'],
  ['Orange', '#c7703a'],
  ['Red', '#b8474a'],
  ['Rose', '#b9527f'],
  ['Violet', '#7a5bd0'],
  ['Slate', '#64708a'],
] as const;

export const defaultCoverColor = palette[0][1];

interface CoverColorFieldProps {
  value: string | null;
  onChange: (color: string | null) => void;
}

export function CoverColorField({ value, onChange }: CoverColorFieldProps): ReactElement {
  const isCustom = value !== null && !palette.some(([, color]) => color === value);
  return (
    <fieldset className={cx('flex wrap gap-2', form.group)}>
      <legend>Colour</legend>
      <button
        type="button"
        className={cx('inline-row justify-center relative circle', styles.color, styles.none)}
        aria-label="No colour"
        aria-pressed={value === null}
        onClick={() => onChange(null)}
      >
        <Ban size={14} aria-hidden />
      </button>
      {palette.map(([name, color]) => (
        <button
          key={color}
          type="button"
          className={cx('inline-row justify-center relative circle', styles.color)}
          aria-label={name}
          aria-pressed={color === value}
          style={{ '--swatch': color } as CSSProperties}
          onClick={() => onChange(color)}
        />
      ))}
      <label
        className={cx('inline-row justify-center relative circle', styles.color, isCustom ? undefined : styles.none)}
        data-chosen={isCustom || undefined}
        style={isCustom ? ({ '--swatch': value } as CSSProperties) : undefined}
      >
        {isCustom ? null : <Pipette size={13} aria-hidden />}
        <input
          type="color"
          aria-label="Another colour"
          value={value ?? defaultCoverColor}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
    </fieldset>
  );
}
