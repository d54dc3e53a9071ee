import { type CSSProperties, type ReactElement, useState } from 'react';
import { cx } from '../cx.ts';
import styles from './Avatar.module.css';

export interface AvatarProps {
  /** The background colour is computed from it, so that a person has the same colour everywhere. */
  id: string;
  name: string;
  /** Diameter; 20 by default. */
  size?: number;
  isIntegration?: boolean;
  /** The initials are shown until this picture is loaded, or if it cannot be loaded. */
  pictureUrl?: string | null;
}

/**
 * From the first and the last word, or the first two characters of a single word; `?` for an empty name. `[...text]`
 * keeps both UTF-16 units of characters such as emoji together.
 */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = [...(words[0] ?? '')];
  const last = words.length > 1 ? [...(words.at(-1) ?? '')] : [];
  return ((first[0] ?? '?') + (last[0] ?? first[1] ?? '')).toUpperCase();
}

function hueOf(id: string): number {
  let hash = 0;
  for (let index = 0; index < id.length; index++) hash = (hash * 31 + id.charCodeAt(index)) >>> 0;
  return hash % 360;
}

export function Avatar({ id, name, size = 20, isIntegration, pictureUrl }: AvatarProps): ReactElement {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  const style = { '--avatar-hue': hueOf(id), '--avatar-size': `${size}px` } as CSSProperties;
  return (
    <span
      className={cx(
        'inline-row justify-center rigid relative strong circle',
        styles.avatar,
        isIntegration && styles.square,
      )}
      style={style}
      role="img"
      aria-label={name}
      title={name}
    >
      <span aria-hidden>{initialsOf(name)}</span>
      {pictureUrl && pictureUrl !== failedUrl ? (
        <img
          className="absolute fill-cover"
          src={pictureUrl}
          alt=""
          draggable={false}
          onError={() => setFailedUrl(pictureUrl)}
        />
      ) : null}
    </span>
  );
}
