/**
 * The card is in the middle, the cards that it waits for are on the left, and the cards that wait for it are on the
 * right. The lists of the section show the same cards as text.
 */

import type { ReactElement } from 'react';
import { openCard } from '../../data/routes.ts';
import { shownTitle } from '../../model/card-row.ts';
import { cx } from '../../ui/cx.ts';
import { statusColor, statusGroupAndLabel } from '../../ui/icons/status.ts';
import styles from '../card.module.css';
import type { PanelCard } from '../queries.ts';

type GraphCard = Pick<PanelCard, 'cardId' | 'title' | 'derivedStatus'>;

interface DependencyGraphProps {
  card: GraphCard;
  before: readonly GraphCard[];
  after: readonly GraphCard[];
}

/** The section's lists show all cards. */
const maxPerSide = 6;
/** The gap is vertical. */
const boxPx = { height: 24, gap: 8 };
/** In a graph of two or three columns. */
const boxWidthsPx = { two: 178, three: 132 };
/** The lines of the graph are drawn in this gap. */
const columnGapPx = 40;

export function DependencyGraph({ card, before, after }: DependencyGraphProps): ReactElement {
  const left = before.slice(0, maxPerSide);
  const right = after.slice(0, maxPerSide);
  const boxWidth = left.length > 0 && right.length > 0 ? boxWidthsPx.three : boxWidthsPx.two;
  const rows = Math.max(left.length, right.length, 1);
  const height = rows * (boxPx.height + boxPx.gap) + boxPx.gap;
  const centreY = (height - boxPx.height) / 2;
  const topOf = (count: number, index: number) =>
    (height - count * (boxPx.height + boxPx.gap) + boxPx.gap) / 2 + index * (boxPx.height + boxPx.gap);
  const centreX = left.length > 0 ? boxWidth + columnGapPx : 0;
  const rightX = centreX + boxWidth + columnGapPx;
  const width = right.length > 0 ? rightX + boxWidth : centreX + boxWidth;
  const edge = (x1: number, y1: number, x2: number, y2: number, key: string) => {
    const bend = (x1 + x2) / 2;
    return <path key={key} d={`M${x1} ${y1} C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}`} />;
  };
  const halfHeight = boxPx.height / 2;
  return (
    <svg
      className={cx('block max-w-full inset-box p-1-2 mt-1', styles.graph)}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label="What comes before and after this card"
    >
      <g className={styles.edges}>
        {left.map((face, index) =>
          edge(boxWidth, topOf(left.length, index) + halfHeight, centreX, centreY + halfHeight, face.cardId),
        )}
        {right.map((face, index) =>
          edge(centreX + boxWidth, centreY + halfHeight, rightX, topOf(right.length, index) + halfHeight, face.cardId),
        )}
      </g>
      {left.map((face, index) => (
        <CardBox key={face.cardId} face={face} width={boxWidth} x={0} y={topOf(left.length, index)} />
      ))}
      <CardBox face={card} width={boxWidth} x={centreX} y={centreY} isCurrent />
      {right.map((face, index) => (
        <CardBox key={face.cardId} face={face} width={boxWidth} x={rightX} y={topOf(right.length, index)} />
      ))}
    </svg>
  );
}

interface CardBoxProps {
  face: GraphCard;
  width: number;
  x: number;
  y: number;
  isCurrent?: boolean;
}

function CardBox({ face, width, x, y, isCurrent }: CardBoxProps): ReactElement {
  return (
    <g
      transform={`translate(${x} ${y})`}
      className={isCurrent ? styles.here : styles.node}
      {...(isCurrent ? {} : { 'data-opens-card': face.cardId, onClick: () => openCard(face.cardId) })}
    >
      <title>{face.title}</title>
      <rect width={width} height={boxPx.height} rx="6" />
      <circle cx="11" cy={boxPx.height / 2} r="3.5" fill={statusColor(statusGroupAndLabel(face.derivedStatus).group)} />
      {/* HTML inside the SVG, because CSS can shorten a long title with an ellipsis. SVG text cannot. */}
      <foreignObject x="20" width={width - 26} height={boxPx.height}>
        <div className={cx('truncate plain text-xs', styles.graphTitle)} dir="auto">
          {shownTitle(face.title)}
        </div>
      </foreignObject>
    </g>
  );
}
