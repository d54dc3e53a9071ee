/** The values of a burn-up chart as a table. */
import type { ReactElement } from 'react';
import { dayAndMonthText } from '../../ui/dates/day-text.ts';
import styles from './BurnUpDialog.module.css';
import { type BurnUpRow, burnUpTableCellsOf, burnUpTableHead } from './burn-up-data.ts';

export function BurnUpTable({ label, rows }: { label: string; rows: readonly BurnUpRow[] }): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll this section
    <section className={styles.table} aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {burnUpTableHead.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.day} data-rest={!row.isWorkday || undefined}>
              <th scope="row">{dayAndMonthText(row.day)}</th>
              {burnUpTableCellsOf(row)
                .slice(1)
                .map((cell, at) => (
                  <td key={burnUpTableHead[at + 1]}>{cell}</td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
