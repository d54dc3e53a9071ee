/** Drawings of boards, in the colours of the theme. Decorations: the text beside each says the same. */
import type { ReactElement, ReactNode } from 'react';
import type { WorkspaceTemplateName } from '../../../shared/domain/workspace-templates.ts';
import { cx } from '../../ui/cx.ts';
import styles from './StartPictures.module.css';

function Picture({ children }: { children: ReactNode }): ReactElement {
  return (
    <svg className={cx('block', styles.picture)} viewBox="0 0 240 128" aria-hidden>
      {children}
    </svg>
  );
}

interface CardProps {
  x: number;
  y: number;
  /** Colour of a cover; without it, the card has only text. */
  cover?: 'amber' | 'teal' | 'accent';
  isNew?: boolean;
}

function Card({ x, y, cover, isNew = false }: CardProps): ReactElement {
  const height = cover ? 34 : 20;
  return (
    <g transform={`translate(${x} ${y})`}>
      <rect className={isNew ? styles.newCard : styles.card} width="52" height={height} rx="4" />
      {cover ? <path className={styles[cover]} d="M4 0 h44 a4 4 0 0 1 4 4 v12 h-52 v-12 a4 4 0 0 1 4 -4" /> : null}
      {isNew ? (
        <path className={styles.plus} d="M26 6 v8 M22 10 h8" />
      ) : (
        <path className={styles.text} d={`M6 ${height - 13} h${cover === 'teal' ? 24 : 32} M6 ${height - 7} h18`} />
      )}
    </g>
  );
}

function Lanes({ top = 0 }: { top?: number }): ReactElement {
  return (
    <>
      {[22, 90, 158].map((x) => (
        <g key={x}>
          <rect className={styles.lane} x={x} y={14 + top} width="60" height={100 - top} rx="6" />
          <path className={styles.head} d={`M${x + 6} ${23 + top} h22`} />
        </g>
      ))}
    </>
  );
}

export function DemoPicture(): ReactElement {
  return (
    <Picture>
      <Lanes />
      <Card x={26} y={30} cover="amber" />
      <Card x={26} y={68} />
      <Card x={26} y={92} />
      <Card x={94} y={30} cover="teal" />
      <Card x={94} y={68} cover="accent" />
      <Card x={162} y={30} />
      <Card x={162} y={54} cover="amber" />
      <circle className={styles.teal} cx="206" cy="44" r="5" />
      <circle className={styles.amber} cx="138" cy="94" r="5" />
      <circle className={styles.accent} cx="70" cy="82" r="5" />
    </Picture>
  );
}

export function OwnPicture(): ReactElement {
  return (
    <Picture>
      <Lanes />
      <Card x={26} y={30} isNew />
    </Picture>
  );
}

export function ServicePicture(): ReactElement {
  return (
    <Picture>
      <path className={styles.link} d="M72 86 C72 40 100 34 120 34 C140 34 168 40 168 86" />
      <g transform="translate(85 12)">
        <rect className={styles.card} width="70" height="44" rx="6" />
        <rect className={styles.lane} x="6" y="8" width="17" height="30" rx="3" />
        <rect className={styles.lane} x="27" y="8" width="17" height="30" rx="3" />
        <rect className={styles.lane} x="48" y="8" width="17" height="30" rx="3" />
        <rect className={styles.amber} x="8" y="11" width="13" height="8" rx="2" />
        <rect className={styles.teal} x="29" y="11" width="13" height="8" rx="2" />
        <rect className={styles.accent} x="29" y="22" width="13" height="8" rx="2" />
        <rect className={styles.amber} x="50" y="11" width="13" height="8" rx="2" />
      </g>
      {[44, 140].map((x) => (
        <g key={x} transform={`translate(${x} 78)`}>
          <rect className={styles.card} x="4" width="48" height="30" rx="4" />
          <path className={styles.base} d="M0 34 h56" />
          <circle className={x === 44 ? styles.teal : styles.accent} cx="28" cy="12" r="5" />
          <path className={styles.text} d="M19 23 h18" />
        </g>
      ))}
    </Picture>
  );
}

const templateDrawings: Readonly<Record<WorkspaceTemplateName, () => ReactElement>> = {
  kanban: () => (
    <>
      {([[8, 20, 32], [8, 20], [8]] as const).map((tops, column) => (
        <g key={tops.length} transform={`translate(${2 + column * 26} 0)`}>
          <rect className={styles.lane} y="2" width="24" height="40" rx="3" />
          {tops.map((y) => (
            <rect
              key={y}
              className={[styles.card, styles.accent, styles.teal][column]}
              x="3"
              y={y - 2}
              width="18"
              height="9"
              rx="2"
            />
          ))}
        </g>
      ))}
    </>
  ),
  scrum: () => (
    <>
      <rect className={styles.lane} x="2" y="2" width="24" height="40" rx="3" />
      {[6, 14, 22, 30].map((y) => (
        <rect key={y} className={styles.card} x="5" y={y} width="18" height="5" rx="1.5" />
      ))}
      <path className={styles.base} d="M32 36 h46 M32 33 v6 M55 33 v6 M78 33 v6" />
      <rect className={styles.accent} x="32" y="6" width="21" height="8" rx="2" />
      <rect className={styles.accent} x="32" y="18" width="21" height="8" rx="2" />
      <rect className={styles.amber} x="57" y="6" width="21" height="8" rx="2" />
    </>
  ),
  personal: () => (
    <>
      {[9, 22, 35].map((y) => (
        <g key={y}>
          <circle className={y === 9 ? styles.teal : styles.card} cx="9" cy={y} r="5" />
          <path className={styles.text} d={`M20 ${y} h${y === 22 ? 34 : 50}`} />
        </g>
      ))}
    </>
  ),
  empty: () => <rect className={styles.newCard} x="2" y="2" width="76" height="40" rx="4" />,
};

export function TemplatePicture({ template }: { template: WorkspaceTemplateName }): ReactElement {
  return (
    <svg className="block" viewBox="0 0 80 44" width="80" height="44" aria-hidden>
      {templateDrawings[template]()}
    </svg>
  );
}
