/** Lines differ in width and dashes, areas in patterns, so that people can tell them apart without colours. */
import type { ReactElement } from 'react';
import { cx } from '../../ui/cx.ts';
import { statusColor, statusGroupLabels } from '../../ui/icons/status.ts';
import styles from './BurnUpDialog.module.css';
import { type StackedProgressState, stackedProgressStates } from './burn-up-data.ts';

const tilePx = 8;
/** SVG path within a tile; empty for a plain area. */
const tilePaths: Record<StackedProgressState, string> = {
  done: '',
  started: 'M-2 2L2 -2M0 8L8 0M6 10L10 6',
  review: 'M2 2h1M6 6h1',
  blocked: 'M0 0L8 8M0 8L8 0',
  snoozing: 'M-2 6L2 10M0 0L8 8M6 -2L10 2',
  assigned: 'M0 4H8',
  unassigned: 'M4 0V8',
};

const patternId = (chartId: string, state: StackedProgressState) => `${chartId}-${state}`;
export const progressStatePatternFill = (chartId: string, state: StackedProgressState): string =>
  `url(#${patternId(chartId, state)})`;

/** Rendered inside the chart. `chartId` makes the ids unique in the page. */
export const ProgressStateFillPatterns = ({ chartId }: { chartId: string }): ReactElement => (
  <defs>
    {stackedProgressStates.map((state) => (
      <pattern key={state} id={patternId(chartId, state)} width={tilePx} height={tilePx} patternUnits="userSpaceOnUse">
        <rect width={tilePx} height={tilePx} fill={statusColor(state)} fillOpacity={0.85} />
        <path d={tilePaths[state]} stroke="var(--surface-raised)" strokeWidth={1.5} fill="none" />
      </pattern>
    ))}
  </defs>
);

export const ProgressStateLegend = ({ chartId }: { chartId: string }): ReactElement => (
  <ul className={cx('flex wrap justify-center text-sm', styles.legend)}>
    {stackedProgressStates.map((state) => (
      <li key={state} className="inline-row gap-6px" data-legend>
        <svg width={18} height={12} aria-hidden>
          <rect width={18} height={12} fill={progressStatePatternFill(chartId, state)} stroke={statusColor(state)} />
        </svg>
        {statusGroupLabels[state]}
      </li>
    ))}
  </ul>
);

export const BurnUpLineLegend = ({ hasForecast }: { hasForecast: boolean }): ReactElement => (
  <ul className={cx('flex wrap justify-center text-sm', styles.legend)}>
    {(['Scope', 'Done', 'Ideal', ...(hasForecast ? (['Forecast'] as const) : [])] as const).map((name) => (
      <li key={name} className="inline-row gap-6px" data-legend>
        <svg width={26} height={12} aria-hidden>
          {name === 'Forecast' ? (
            <rect y={1} width={26} height={10} {...burnUpLineStyles.Forecast} />
          ) : (
            <path d="M0 6H26" {...burnUpLineStyles[name]} />
          )}
        </svg>
        {name}
      </li>
    ))}
  </ul>
);

/** For the lines in the chart and in its legend. */
export const burnUpLineStyles = {
  Scope: { stroke: 'var(--text-soft)', strokeWidth: 1.5 },
  Done: { stroke: 'var(--status-done)', strokeWidth: 3 },
  Ideal: { stroke: 'var(--text-soft)', strokeWidth: 1, strokeDasharray: '5 4' },
  Forecast: { stroke: 'var(--accent)', strokeDasharray: '1 3', fill: 'var(--accent)', fillOpacity: 0.18 },
} as const;
