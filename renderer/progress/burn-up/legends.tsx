/**
 * Legends of the burn-up chart, and the looks that lines and areas have in chart and legend: lines differ in width and
 * dashes, areas in their patterns, so that they differ without their colours.
 */
import type { ReactElement } from 'react';
import { groupLabels, statusColor } from '../../ui/icons/status.ts';
import styles from './BurnUpDialog.module.css';
import { type StackedState, stackedStates } from './burn-up-data.ts';

/** px of a pattern's tile. */
const tilePx = 8;
/** Lines within a tile; none for a plain area. */
const lines: Record<StackedState, string> = {
  done: '',
  started: 'M-2 2L2 -2M0 8L8 0M6 10L10 6',
  review: 'M2 2h1M6 6h1',
  blocked: 'M0 0L8 8M0 8L8 0',
  snoozing: 'M-2 6L2 10M0 0L8 8M6 -2L10 2',
  assigned: 'M0 4H8',
  unassigned: 'M4 0V8',
};

const patternId = (chartId: string, state: StackedState) => `${chartId}-${state}`;
export const patternFill = (chartId: string, state: StackedState): string => `url(#${patternId(chartId, state)})`;

/** The definitions, for the chart's SVG. `chartId` makes their ids unique in the page. */
export const StatusPatterns = ({ chartId }: { chartId: string }): ReactElement => (
  <defs>
    {stackedStates.map((state) => (
      <pattern key={state} id={patternId(chartId, state)} width={tilePx} height={tilePx} patternUnits="userSpaceOnUse">
        <rect width={tilePx} height={tilePx} fill={statusColor(state)} fillOpacity={0.85} />
        <path d={lines[state]} stroke="var(--surface-raised)" strokeWidth={1.5} fill="none" />
      </pattern>
    ))}
  </defs>
);

/** The legend, with the patterns of the areas. */
export const StatusLegend = ({ chartId }: { chartId: string }): ReactElement => (
  <ul className={styles.legend}>
    {stackedStates.map((state) => (
      <li key={state} data-legend>
        <svg width={18} height={12} aria-hidden>
          <rect width={18} height={12} fill={patternFill(chartId, state)} stroke={statusColor(state)} />
        </svg>
        {groupLabels[state]}
      </li>
    ))}
  </ul>
);

/** The legend of the lines, drawn as in the chart. Without a forecast, as of completed runs, it has no entry for it. */
export const LineLegend = ({ hasForecast }: { hasForecast: boolean }): ReactElement => (
  <ul className={styles.legend}>
    {(['Scope', 'Done', 'Ideal', ...(hasForecast ? (['Forecast'] as const) : [])] as const).map((name) => (
      <li key={name} data-legend>
        <svg width={26} height={12} aria-hidden>
          {name === 'Forecast' ? (
            <rect y={1} width={26} height={10} {...lineLooks.Forecast} />
          ) : (
            <path d="M0 6H26" {...lineLooks[name]} />
          )}
        </svg>
        {name}
      </li>
    ))}
  </ul>
);

/** How the chart draws its lines: they differ in width and dashes. */
export const lineLooks = {
  Scope: { stroke: 'var(--text-soft)', strokeWidth: 1.5 },
  Done: { stroke: 'var(--status-done)', strokeWidth: 3 },
  Ideal: { stroke: 'var(--text-soft)', strokeWidth: 1, strokeDasharray: '5 4' },
  Forecast: { stroke: 'var(--accent)', strokeDasharray: '1 3', fill: 'var(--accent)', fillOpacity: 0.18 },
} as const;
