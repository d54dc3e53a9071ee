/** Readable without colours. Arrow keys move the tooltip from day to day. */
import { type ReactElement, useId } from 'react';
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Legend,
  Line,
  ReferenceArea,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { DayRange } from '../../../shared/domain/forecast.ts';
import { dayAndMonthText } from '../../ui/dates/day-text.ts';
import { statusColor, statusGroupLabels } from '../../ui/icons/status.ts';
import { type BurnUpRow, roundedAmountText, stackedProgressStates } from './burn-up-data.ts';
import {
  BurnUpLineLegend,
  burnUpLineStyles,
  ProgressStateFillPatterns,
  ProgressStateLegend,
  progressStatePatternFill,
} from './legends.tsx';

interface BurnUpChartProps {
  readonly label: string;
  readonly rows: readonly BurnUpRow[];
  readonly nonWorkdays: readonly DayRange[];
  /** Null if today is outside the chart. */
  readonly today: string | null;
  readonly byStatus: boolean;
}

const tickStyle = { fill: 'var(--text-soft)', fontSize: 12 };
const tooltipStyle = { background: 'var(--surface-raised)', border: '1px solid var(--border)', borderRadius: 6 };
const textStyle = { color: 'var(--text)' };

/** In the order of the tooltip, from top to bottom. */
const lineKeys: readonly string[] = ['scope', 'done', 'ideal', 'range'];
const stateKeys: readonly string[] = stackedProgressStates.toReversed();

/** A number, or the two ends of the forecast. */
const valueText = (value: unknown): string =>
  Array.isArray(value)
    ? value.map((end) => roundedAmountText(Number(end))).join(' to ')
    : roundedAmountText(Number(value));

export function BurnUpChart({ label, rows, nonWorkdays, today, byStatus }: BurnUpChartProps): ReactElement {
  const chartId = useId();
  const data = rows.map((row) => ({ ...row, ...row.states }));
  const dayText = (value: unknown) => dayAndMonthText(String(value));
  const line = { type: 'linear', dot: false, isAnimationActive: false, connectNulls: false } as const;
  return (
    <ResponsiveContainer width="100%" height={320}>
      <ComposedChart data={data} margin={{ top: 18, right: 18, bottom: 4, left: 0 }} title={label}>
        {nonWorkdays.map((range) => (
          <ReferenceArea key={range.from} x1={range.from} x2={range.to} fill="var(--track)" fillOpacity={0.35} />
        ))}
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis
          dataKey="day"
          tickFormatter={dayText}
          interval="equidistantPreserveStart"
          minTickGap={16}
          tick={tickStyle}
          stroke="var(--border-strong)"
        />
        <YAxis tick={tickStyle} stroke="var(--border-strong)" width={44} allowDecimals={false} />
        <Tooltip
          isAnimationActive={false}
          labelFormatter={dayText}
          formatter={valueText}
          itemSorter={({ dataKey }) => (byStatus ? stateKeys : lineKeys).indexOf(String(dataKey))}
          contentStyle={tooltipStyle}
          labelStyle={textStyle}
          itemStyle={textStyle}
        />
        <Legend
          content={
            byStatus ? (
              <ProgressStateLegend chartId={chartId} />
            ) : (
              <BurnUpLineLegend hasForecast={data.some(({ range }) => range !== null)} />
            )
          }
        />
        <ProgressStateFillPatterns chartId={chartId} />
        {byStatus ? (
          stackedProgressStates.map((state) => (
            <Area
              key={state}
              {...line}
              dataKey={state}
              name={statusGroupLabels[state]}
              stackId="states"
              stroke={statusColor(state)}
              fill={progressStatePatternFill(chartId, state)}
              fillOpacity={1}
            />
          ))
        ) : (
          <>
            <Area {...line} dataKey="range" name="Forecast" {...burnUpLineStyles.Forecast} />
            <Line {...line} dataKey="scope" name="Scope" {...burnUpLineStyles.Scope} />
            <Line {...line} dataKey="ideal" name="Ideal" {...burnUpLineStyles.Ideal} />
            <Line {...line} dataKey="done" name="Done" {...burnUpLineStyles.Done} />
          </>
        )}
        {today === null ? null : (
          <ReferenceLine
            x={today}
            stroke="var(--text)"
            strokeDasharray="2 2"
            label={{ value: 'Today', position: 'top', fill: 'var(--text)', fontSize: 12 }}
          />
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}
