/** A graph of the card between its dependencies and its dependents; the lists above show the same as text. */
import type { ReactElement } from 'react';
import { openCard } from '../../data/routes.ts';
import { statusColor, statusLook } from '../../ui/icons/status.ts';
import styles from '../card.module.css';
import type { CardRow } from '../queries.ts';

type Face = Pick<CardRow, 'cardId' | 'title' | 'derivedStatus'>;

interface DependencyGraphProps {
  card: Face;
  before: readonly Face[];
  after: readonly Face[];
}

/** Maximum number of cards on each side; the lists show all. */
const maxPerSide = 6;
/** In px: height of a box, and vertical gap between boxes. */
const box = { height: 24, gap: 8 };
/** Width of a box in px, in a graph of two or of three columns. */
const widths = { two: 178, three: 132 };
/** Horizontal gap between two columns, for the lines. */
const columnGapPx = 40;

export function DependencyGraph({ card, before, after }: DependencyGraphProps): ReactElement {
  const left = before.slice(0, maxPerSide);
  const right = after.slice(0, maxPerSide);
  const boxWidth = left.length > 0 && right.length > 0 ? widths.three : widths.two;
  const rows = Math.max(left.length, right.length, 1);
  const height = rows * (box.height + box.gap) + box.gap;
  const middle = (height - box.height) / 2;
  const topOf = (count: number, index: number) =>
    (height - count * (box.height + box.gap) + box.gap) / 2 + index * (box.height + box.gap);
  const centre = left.length > 0 ? boxWidth + columnGapPx : 0;
  const far = centre + boxWidth + columnGapPx;
  const width = right.length > 0 ? far + boxWidth : centre + boxWidth;
  const line = (x1: number, y1: number, x2: number, y2: number, key: string) => {
    const bend = (x1 + x2) / 2;
    return <path key={key} d={`M${x1} ${y1} C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`} />;
  };
  const halfHeight = box.height / 2;
  return (
    <svg
      className={styles.graph}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label="What comes before and after this card"
    >
      <g className={styles.edges}>
        {left.map((face, index) =>
          line(boxWidth, topOf(left.length, index) + halfHeight, centre, middle + halfHeight, face.cardId),
        )}
        {right.map((face, index) =>
          line(centre + boxWidth, middle + halfHeight, far, topOf(right.length, index) + halfHeight, face.cardId),
        )}
      </g>
      {left.map((face, index) => (
        <Box key={face.cardId} face={face} width={boxWidth} x={0} y={topOf(left.length, index)} />
      ))}
      <Box face={card} width={boxWidth} x={centre} y={middle} here />
      {right.map((face, index) => (
        <Box key={face.cardId} face={face} width={boxWidth} x={far} y={topOf(right.length, index)} />
      ))}
    </svg>
  );
}

interface BoxProps {
  face: Face;
  width: number;
  x: number;
  y: number;
  here?: boolean;
}

function Box({ face, width, x, y, here }: BoxProps): ReactElement {
  return (
    <g
      transform={`translate(${x} ${y})`}
      className={here ? styles.here : styles.node}
      {...(here ? {} : { 'data-opens-card': face.cardId, onClick: () => openCard(face.cardId) })}
    >
      <title>{face.title}</title>
      <rect width={width} height={box.height} rx="6" />
      <circle cx="11" cy={box.height / 2} r="3.5" fill={statusColor(statusLook(face.derivedStatus).group)} />
      {/* HTML, because CSS cuts long titles, whatever the letters' widths and direction. SVG text cannot. */}
      <foreignObject x="20" width={width - 26} height={box.height}>
        <div className={styles.graphTitle} dir="auto">
          {face.title || 'Untitled'}
        </div>
      </foreignObject>
    </g>
  );
}
