import type { ReactElement } from 'react';
import { daysBetween } from '../../shared/domain/calendar.ts';
import { cx } from '../ui/cx.ts';
import { dayAndMonthText } from '../ui/dates/day-text.ts';
import type { ProgressPoint } from './progress.ts';
import styles from './SmallBurnUpChart.module.css';

export interface SmallBurnUpChartProps {
  points: readonly ProgressPoint[];
  from: string;
  to: string;
  unit: string;
  width?: number;
  height?: number;
}

export function SmallBurnUpChart(props: SmallBurnUpChartProps): ReactElement | null {
  const { points, from, to, unit, width = 220, height = 56 } = props;
  const last = points.at(-1);
  if (!last || points.length < 2) return null;
  const span = Math.max(1, daysBetween(from, to));
  const maxTotal = Math.max(1, ...points.map((point) => point.total));
  const x = (day: string) => (Math.max(0, Math.min(span, daysBetween(from, day))) / span) * width;
  const y = (value: number) => height - 2 - (value / maxTotal) * (height - 6);
  const line = (value: (point: ProgressPoint) => number) =>
    points
      .map((point, index) => `${index === 0 ? 'M' : 'L'}${x(point.day).toFixed(1)} ${y(value(point)).toFixed(1)}`)
      .join('');
  const done = line((point) => point.done);
  const text = `${last.done} of ${last.total} ${unit} done, ${dayAndMonthText(from)} to ${dayAndMonthText(to)}`;
  return (
    <svg
      className={cx('block max-w-full', styles.chart)}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={text}
    >
      <path data-line="ideal" d={`M0 ${y(0)}L${width} ${y(last.total)}`} />
      <path
        data-line="area"
        d={`${done}L${x(last.day).toFixed(1)} ${y(0)}L${x(points[0]?.day ?? from).toFixed(1)} ${y(0)}Z`}
      />
      <path data-line="scope" d={line((point) => point.total)} />
      <path data-line="done" d={done} />
      <path data-line="base" d={`M0 ${y(0)}H${width}`} />
    </svg>
  );
}
