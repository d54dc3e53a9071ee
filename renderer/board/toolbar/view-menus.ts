/** One menu per setting of a board's view, and one with all settings for narrow views. */
import { changeSettings } from '../../data/app-state.ts';
import { boardLayouts, laneGroupings, tableColumns } from '../../model/board-settings.ts';
import { groupingLabel } from '../../model/column.ts';
import { withItemToggled } from '../../model/filters.ts';
import { sortOrderLabel } from '../../model/ordering.ts';
import type { MenuEntry } from '../../ui/popups/Menu.tsx';
import { tableColumnDefinitions, visibleTableColumns } from '../layouts/table/table-columns.ts';
import type { BoardModel } from '../use-board-model.ts';

export const layoutLabels = { board: 'Board', list: 'List', table: 'Table' } as const;
export const densityLabels = { compact: 'Compact', normal: 'Normal', cover: 'With covers' } as const;
type Density = keyof typeof densityLabels;

/** The entry of the value `current` has a check mark. */
const valueEntries = <T>(
  values: readonly T[],
  current: T | undefined,
  labelOf: (value: T) => string,
  choose: (value: T) => void,
): MenuEntry[] =>
  values.map((value) => ({ label: labelOf(value), checked: value === current, run: () => choose(value) }));

export const layoutMenuEntries = ({ layout, view, setView }: BoardModel): MenuEntry[] =>
  valueEntries(
    boardLayouts,
    layout,
    (name) => layoutLabels[name],
    (name) => setView({ ...view, layout: name }),
  );

/** Empty if the view can have no lanes. */
export function laneMenuEntries({ source, layout, by, lanesBy, view, setView }: BoardModel): MenuEntry[] {
  const lanes = laneGroupings(source, by);
  if (layout !== 'board' || by === 'none' || lanes.length === 0) return [];
  return [
    { label: 'None', checked: !lanesBy, run: () => setView({ ...view, lanes: undefined }) },
    ...valueEntries(lanes, lanesBy, groupingLabel, (name) => setView({ ...view, lanes: name })),
  ];
}

/** Empty in other layouts. */
export function tableColumnMenuEntries({ source, layout, view, setView }: BoardModel): MenuEntry[] {
  if (layout !== 'table') return [];
  const columns = visibleTableColumns(view.table);
  return tableColumns
    .filter((name) => name !== 'title' && (name !== 'zone' || source.zones.length > 0))
    .map((name) => ({
      label: tableColumnDefinitions[name].label,
      checked: columns.includes(name),
      staysOpen: true,
      run: () => setView({ ...view, table: { ...view.table, columns: withItemToggled(columns, name) } }),
    }));
}

/** A table has no groups, and some boards have only one grouping. */
export const canChooseGrouping = ({ source, layout }: BoardModel): boolean =>
  source.groupings.length > 1 && layout !== 'table';

const groupEntries = ({ source, by, view, setView }: BoardModel): MenuEntry[] =>
  valueEntries(source.groupings, by, groupingLabel, (name) => setView({ ...view, by: name }));

/** Empty where no columns fold by themselves. */
export const foldMenuEntries = ({ layout, lanesBy, by, foldsEmpty, view, setView }: BoardModel): MenuEntry[] =>
  layout !== 'board' || lanesBy || by === 'none'
    ? []
    : [
        {
          label: 'Fold empty columns',
          checked: foldsEmpty,
          run: () => setView({ ...view, foldsEmpty: !foldsEmpty, unfolded: [] }),
        },
      ];

/** Empty in manual order. */
export const thenSortMenuEntries = ({ sort, thenSort, sorts, view, setView }: BoardModel): MenuEntry[] =>
  sort === 'manual' || sortedColumnOf({ layout: 'board', view })
    ? []
    : [
        { label: 'Card number', checked: !thenSort, run: () => setView({ ...view, thenSort: undefined }) },
        ...valueEntries(
          sorts.filter((name) => name !== sort && name !== 'manual'),
          thenSort,
          sortOrderLabel,
          (name) => setView({ ...view, thenSort: name }),
        ),
      ];

type SortedBoard = Pick<BoardModel, 'layout' | 'sort' | 'view'>;

/** Has priority over the order of the view. Null if there is none. */
const sortedColumnOf = ({ layout, view }: Pick<SortedBoard, 'layout' | 'view'>) =>
  (layout === 'table' && view.table?.sort) || null;

/** Such as "Manual order", or "Priority, descending" for a column of a table. */
export function shownSortLabel(model: SortedBoard, manual?: string): string {
  const column = sortedColumnOf(model);
  if (!column) return sortOrderLabel(model.sort, manual);
  const { label } = tableColumnDefinitions[column.column];
  return column.descending ? `${label}, descending` : label;
}

/** A choice ends the order by a column of a table. */
export const sortMenuEntries = (model: BoardModel): MenuEntry[] =>
  valueEntries(model.sorts, sortedColumnOf(model) ? undefined : model.sort, sortOrderLabel, (sort) => {
    const { view, setView } = model;
    setView({ ...view, sort, ...(view.table?.sort ? { table: { ...view.table, sort: null } } : {}) });
  });

/** These change the setting for all boards. */
export const densityMenuEntries = (density: Density): MenuEntry[] =>
  valueEntries(
    Object.keys(densityLabels) as Density[],
    density,
    (name) => densityLabels[name],
    (name) => void changeSettings({ density: name }),
  );

export function boardSettingMenuEntries(model: BoardModel, density: Density): MenuEntry[] {
  const { layout, by, lanesBy } = model;
  const subMenu = (label: string, entries: MenuEntry[]) => (entries.length > 0 ? [{ label, entries }] : []);
  return [
    ...subMenu(`Layout: ${layoutLabels[layout]}`, layoutMenuEntries(model)),
    ...subMenu('Columns', [...tableColumnMenuEntries(model), ...foldMenuEntries(model)]),
    ...(canChooseGrouping(model) ? subMenu(`Group: ${groupingLabel(by)}`, groupEntries(model)) : []),
    ...subMenu(`Lanes: ${lanesBy ? groupingLabel(lanesBy) : 'none'}`, laneMenuEntries(model)),
    ...subMenu(`Sort: ${shownSortLabel(model)}`, sortMenuEntries(model)),
    ...subMenu('Then by', thenSortMenuEntries(model)),
    ...subMenu(`Card faces: ${densityLabels[density]}`, densityMenuEntries(density)),
  ];
}
