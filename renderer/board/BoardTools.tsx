/** What stands above a board: text filter, filters, grouping, sorting, density. */
import { ArrowDownUp, GalleryVertical, List, ListFilter, Rows2, Rows4, SquareKanban, Table2, X } from 'lucide-react';
import { memo, type ReactElement, useMemo } from 'react';
import { changeSettings, useSettings } from '../data/app-state.ts';
import { nameOf, useLookups, usePersons } from '../data/lookups.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button, IconButton } from '../ui/Button.tsx';
import { Check } from '../ui/Check.tsx';
import { Menu } from '../ui/Menu.tsx';
import { Popover } from '../ui/Popover.tsx';
import { Select } from '../ui/Select.tsx';
import { StatusDot } from '../ui/StatusDot.tsx';
import { groupLabels, statusGroups } from '../ui/status.ts';
import styles from './BoardTools.module.css';
import { type BoardModel, laneGroupings, layouts } from './board-model.ts';
import type { CardSet } from './cards.ts';
import { countFilters, type Filters } from './filters.ts';
import { type GroupingName, groupingLabels } from './grouping.ts';
import { type SortName, sortLabels } from './ordering.ts';
import { SaveView } from './SaveView.tsx';
import { columnLooks, shownColumns, tableColumns } from './table-columns.ts';

const densityIcons = { compact: Rows4, normal: Rows2, cover: GalleryVertical } as const;
const densities = { compact: 'Compact', normal: 'Normal', cover: 'With covers' } as const;

interface BoardToolsProps {
  readonly model: BoardModel;
  /** Whether the board can be kept under a name from here. */
  readonly save?: boolean;
}

/** What the tools show of a board: they stay as they are when cards change beneath. */
const shownOf = ({ model }: BoardToolsProps): readonly unknown[] => {
  const { source, layout, by, lanesBy, sort, sorts, view, setView, text, filters, arrangement } = model;
  return [source, layout, by, lanesBy, sort, sorts, view, setView, text, filters, arrangement.shown, arrangement.total];
};
const showsSame = (a: BoardToolsProps, b: BoardToolsProps): boolean => {
  const now = shownOf(b);
  return a.save === b.save && shownOf(a).every((value, index) => value === now[index]);
};

export const BoardTools = memo(function BoardTools({ model, save = true }: BoardToolsProps): ReactElement {
  const { source, layout, by, sort, sorts, view, setView, arrangement, text } = model;
  const { density } = useSettings();
  const FaceIcon = densityIcons[density];
  return (
    <div className={styles.tools} role="toolbar" aria-label="View">
      <TextFilter model={model} />
      {text || countFilters(model.filters) > 0 ? (
        <span className={styles.count} role="status">
          {arrangement.shown} of {arrangement.total}
        </span>
      ) : null}
      <FilterMenu model={model} />
      <LayoutMenu model={model} />
      {source.groupings.length > 1 && layout !== 'table' ? (
        <Select<GroupingName>
          label="Group by"
          prefix="Group"
          look="quiet"
          value={by}
          options={source.groupings.map((name) => ({ value: name, label: groupingLabels[name] }))}
          onChange={(next) => setView({ ...view, by: next })}
        />
      ) : null}
      <Menu
        align="end"
        trigger={
          <IconButton label={`Sort: ${sortLabels[sort]}`}>
            <ArrowDownUp size={15} aria-hidden />
          </IconButton>
        }
        entries={[
          { heading: 'Sort by' },
          ...sorts.map((name: SortName) => ({
            label: sortLabels[name],
            checked: name === sort,
            run: () => setView({ ...view, sort: name }),
          })),
        ]}
      />
      <Menu
        align="end"
        trigger={
          <IconButton label={`Card faces: ${densities[density]}`}>
            <FaceIcon size={15} aria-hidden />
          </IconButton>
        }
        entries={[
          { heading: 'Card faces' },
          ...(Object.keys(densities) as (keyof typeof densities)[]).map((name) => ({
            label: densities[name],
            checked: name === density,
            run: () => void changeSettings({ density: name }),
          })),
        ]}
      />
      {save ? <SaveView model={model} /> : null}
    </div>
  );
}, showsSame);

const layoutLooks = {
  board: { label: 'Board', Icon: SquareKanban },
  list: { label: 'List', Icon: List },
  table: { label: 'Table', Icon: Table2 },
} as const;

/** The layout of the view and what belongs to it: lanes of a board, columns of a table. */
function LayoutMenu({ model }: { model: BoardModel }): ReactElement {
  const { source, layout, by, lanesBy, view, setView } = model;
  const { Icon, label } = layoutLooks[layout];
  const columns = shownColumns(view.table);
  const lanes = laneGroupings(source, by);
  return (
    <Menu
      align="end"
      trigger={
        <Button
          look="quiet"
          className={styles.sign}
          aria-label={`Layout: ${label}${lanesBy ? `, Lanes: ${groupingLabels[lanesBy]}` : ''}`}
        >
          <Icon size={15} aria-hidden />
          {lanesBy ? <span>Lanes: {groupingLabels[lanesBy]}</span> : null}
        </Button>
      }
      entries={[
        { heading: 'Layout' },
        ...layouts.map((name) => ({
          label: layoutLooks[name].label,
          checked: name === layout,
          run: () => setView({ ...view, layout: name }),
        })),
        ...(layout === 'board' && by !== 'none' && lanes.length > 0
          ? [
              { heading: 'Lanes' },
              { label: 'None', checked: !lanesBy, run: () => setView({ ...view, lanes: undefined }) },
              ...lanes.map((name) => ({
                label: groupingLabels[name],
                checked: name === lanesBy,
                run: () => setView({ ...view, lanes: name }),
              })),
            ]
          : []),
        ...(layout === 'table'
          ? [
              { heading: 'Columns' },
              ...tableColumns
                .filter((name) => name !== 'title' && (name !== 'zone' || source.zones.length > 0))
                .map((name) => ({
                  label: columnLooks[name].label,
                  checked: columns.includes(name),
                  run: () => setView({ ...view, table: { ...view.table, columns: toggled(columns, name) } }),
                })),
            ]
          : []),
      ]}
    />
  );
}

function TextFilter({ model }: { model: BoardModel }): ReactElement {
  const { text, setText } = model;
  return (
    <div className={styles.filter}>
      <input
        type="search"
        className={styles.input}
        value={text}
        placeholder="Filter"
        aria-label="Filter cards by text"
        data-board-filter
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          if (text) setText('');
          else event.currentTarget.blur();
        }}
      />
      {text ? (
        <button type="button" className={styles.clear} aria-label="Clear the filter" onClick={() => setText('')}>
          <X size={13} aria-hidden />
        </button>
      ) : null}
    </div>
  );
}

const toggled = <T,>(list: readonly T[] | undefined, value: T): T[] =>
  list?.includes(value) ? list.filter((other) => other !== value) : [...(list ?? []), value];

function FilterMenu({ model }: { model: BoardModel }): ReactElement {
  const { view, setView, setNow } = model;
  const { account } = useLookups();
  const persons = usePersons();
  const filters: Filters = view.filters ?? {};
  const count = countFilters(filters);
  const change = (next: Partial<Filters>) => setView({ ...view, filters: { ...filters, ...next } });
  const labels = (account?.priorityLabels ?? {}) as Record<string, string>;
  return (
    <Popover
      label="Filters"
      align="end"
      trigger={
        <Button look="quiet" className={styles.sign} aria-label={count > 0 ? `Filters, ${count} set` : 'Filters'}>
          <ListFilter size={15} aria-hidden />
          {count > 0 ? <span className={styles.badge}>{count}</span> : null}
        </Button>
      }
    >
      <div className={styles.panel}>
        <fieldset className={styles.group}>
          <legend>Owner</legend>
          <Check
            checked={!!filters.owners?.includes(null)}
            onChange={() => change({ owners: toggled(filters.owners, null) })}
          >
            Nobody
          </Check>
          {persons.map((person) => (
            <Check
              key={person.id}
              checked={!!filters.owners?.includes(person.id)}
              onChange={() => change({ owners: toggled(filters.owners, person.id) })}
            >
              <span className={styles.option}>
                <Avatar id={person.id} name={nameOf(person)} size={16} />
                {nameOf(person)}
              </span>
            </Check>
          ))}
        </fieldset>
        <fieldset className={styles.group}>
          <legend>Status</legend>
          {statusGroups
            .filter((group) => !['archived', 'deleted', 'unknown'].includes(group))
            .map((group) => (
              <Check
                key={group}
                checked={!!filters.statuses?.includes(group)}
                onChange={() => change({ statuses: toggled(filters.statuses, group) })}
              >
                <span className={styles.option}>
                  <StatusDot group={group} named={false} />
                  {groupLabels[group]}
                </span>
              </Check>
            ))}
        </fieldset>
        <fieldset className={styles.group}>
          <legend>Priority</legend>
          {[...Object.keys(labels), null].map((priority) => (
            <Check
              key={String(priority)}
              checked={!!filters.priorities?.includes(priority)}
              onChange={() => change({ priorities: toggled(filters.priorities, priority) })}
            >
              {priority ? (labels[priority] ?? priority) : 'None'}
            </Check>
          ))}
          <legend className={styles.second}>Only cards with</legend>
          <Check checked={!!filters.threads} onChange={(threads) => change({ threads })}>
            Open threads
          </Check>
          <Check checked={!!filters.due} onChange={(due) => change({ due })}>
            Due date
          </Check>
          <Check checked={!!filters.hideDone} onChange={(hideDone) => change({ hideDone })}>
            Not done
          </Check>
        </fieldset>
        <TagChecks
          setNow={setNow}
          chosen={filters.tags}
          toggle={(tag) => change({ tags: toggled(filters.tags, tag) })}
        />
      </div>
      <div className={styles.foot}>
        <Button small look="quiet" disabled={count === 0} onClick={() => setView({ ...view, filters: {} })}>
          Clear filters
        </Button>
      </div>
    </Popover>
  );
}

/** Tags of the board's cards, as of when the filters were opened. */
function TagChecks({
  setNow,
  chosen,
  toggle,
}: {
  setNow: () => CardSet;
  chosen: readonly string[] | undefined;
  toggle: (tag: string) => void;
}): ReactElement | null {
  const tags = useMemo(() => {
    const { ids, rows } = setNow();
    return [...new Set(ids.flatMap((id) => rows[id]?.tags ?? []))].sort((a, b) => a.localeCompare(b)).slice(0, 60);
  }, [setNow]);
  if (tags.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend>Tag</legend>
      {tags.map((tag) => (
        <Check key={tag} checked={!!chosen?.includes(tag)} onChange={() => toggle(tag)}>
          {tag}
        </Check>
      ))}
    </fieldset>
  );
}
