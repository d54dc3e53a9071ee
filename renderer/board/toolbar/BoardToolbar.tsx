import {
  ArrowDownUp,
  GalleryVertical,
  List,
  Rows2,
  Rows4,
  SlidersHorizontal,
  SquareKanban,
  Table2,
  UserCheck,
  X,
} from 'lucide-react';
import { memo, type ReactElement } from 'react';
import { useCurrentUserId, useSettings } from '../../data/app-state.ts';
import { putCursorOn } from '../../data/selection.ts';
import { type GroupingName, groupingLabel } from '../../model/column.ts';
import { countFilters } from '../../model/filters.ts';
import { IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { adjacentCardId, currentActiveList, restoreCardDomFocus } from '../../workbench/active-list.ts';
import type { BoardModel } from '../use-board-model.ts';
import styles from './BoardToolbar.module.css';
import { FilterMenu } from './FilterMenu.tsx';
import { SaveViewButton } from './SaveView.tsx';
import {
  boardSettingMenuEntries,
  canChooseGrouping,
  densityLabels,
  densityMenuEntries,
  foldMenuEntries,
  laneMenuEntries,
  layoutLabels,
  layoutMenuEntries,
  shownSortLabel,
  sortMenuEntries,
  tableColumnMenuEntries,
  thenSortMenuEntries,
} from './view-menus.ts';

const densityIcons = { compact: Rows4, normal: Rows2, cover: GalleryVertical } as const;

interface BoardToolsProps {
  readonly model: BoardModel;
  /** Whether the board can be saved as a named view. */
  readonly save?: boolean;
}

/** The toolbar renders again only if one of these values changes. */
const toolbarInputsOf = ({ model }: BoardToolsProps): readonly unknown[] => {
  const { source, layout, by, lanesBy, sort, sorts, view, setView, text, filters, arrangement } = model;
  const { shownCount: shown, totalCount: total } = arrangement;
  return [source, layout, by, lanesBy, sort, sorts, view, setView, model.savedView, text, filters, shown, total];
};
const hasSameInputs = (a: BoardToolsProps, b: BoardToolsProps): boolean => {
  const now = toolbarInputsOf(b);
  return a.save === b.save && toolbarInputsOf(a).every((value, index) => value === now[index]);
};

export const BoardToolbar = memo(function BoardTools({ model, save = true }: BoardToolsProps): ReactElement {
  const { source, by, view, setView, arrangement, text } = model;
  const { density } = useSettings();
  const FaceIcon = densityIcons[density];
  return (
    <div className={cx('row gap-2px min-w-0', styles.tools)} role="toolbar" aria-label="View">
      <TextFilter model={model} />
      {text || countFilters(model.filters) > 0 ? (
        <span className="nowrap note" role="status">
          {arrangement.shownCount} of {arrangement.totalCount}
        </span>
      ) : null}
      {/* A query has filters of its own. */}
      {save ? <MyCardsToggle model={model} /> : null}
      {save ? <FilterMenu model={model} /> : null}
      <LayoutMenu model={model} />
      {canChooseGrouping(model) ? (
        <span className="rigid from-760">
          <Select<GroupingName>
            label="Group by"
            prefix="Group"
            look="quiet"
            value={by}
            options={source.groupings.map((name) => ({ value: name, label: groupingLabel(name) }))}
            onChange={(next) => setView({ ...view, by: next })}
          />
        </span>
      ) : null}
      <Menu
        align="end"
        trigger={
          <IconButton
            icon={ArrowDownUp}
            className="from-760"
            data-board-tool="sort"
            label={`Sort: ${shownSortLabel(model)}`}
            text={shownSortLabel(model, 'Manual')}
          />
        }
        entries={() => [
          { heading: 'Sort by' },
          ...sortMenuEntries(model),
          ...withHeading('Then by', thenSortMenuEntries(model)),
        ]}
      />
      <Menu
        align="end"
        trigger={
          <IconButton
            className="from-760"
            data-board-tool="faces"
            label={`Card faces: ${densityLabels[density]}`}
            text={densityLabels[density]}
          >
            <FaceIcon size={15} aria-hidden />
          </IconButton>
        }
        entries={() => [{ heading: 'Card faces' }, ...densityMenuEntries(density)]}
      />
      <Menu
        align="end"
        trigger={
          <IconButton
            icon={SlidersHorizontal}
            className="below-760"
            data-board-tool="layout sort faces"
            label="How it is shown"
          />
        }
        entries={() => boardSettingMenuEntries(model, density)}
      />
      {save ? <SaveViewButton model={model} /> : null}
    </div>
  );
}, hasSameInputs);

const withHeading = (heading: string, entries: readonly MenuEntry[]) =>
  entries.length > 0 ? [{ heading }, ...entries] : [];

const layoutIcons = { board: SquareKanban, list: List, table: Table2 } as const;

function LayoutMenu({ model }: { model: BoardModel }): ReactElement {
  const { layout, lanesBy } = model;
  const Icon = layoutIcons[layout];
  const text = `${layoutLabels[layout]}${lanesBy ? `, Lanes: ${groupingLabel(lanesBy)}` : ''}`;
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          className="from-760"
          data-board-tool="layout"
          label={`Layout: ${text}`}
          text={lanesBy ? `Lanes: ${groupingLabel(lanesBy)}` : text}
        >
          <Icon size={15} aria-hidden />
        </IconButton>
      }
      entries={() => [
        ...withHeading('Layout', layoutMenuEntries(model)),
        ...withHeading('Lanes', laneMenuEntries(model)),
        ...withHeading('Columns', [...tableColumnMenuEntries(model), ...foldMenuEntries(model)]),
      ]}
    />
  );
}

/** Toggles the filter for the person's own cards. Hidden on boards whose cards all have the same owner. */
function MyCardsToggle({ model }: { model: BoardModel }): ReactElement | null {
  const me = useCurrentUserId();
  const { source, view, setView } = model;
  if (me === null || source.newCardFields.assigneeId !== undefined) return null;
  const owners = view.filters?.owners;
  const isOn = owners?.length === 1 && owners[0] === me;
  return (
    <IconButton
      icon={UserCheck}
      label="Only my cards"
      text="My cards"
      shortcut="Q"
      aria-pressed={isOn}
      data-board-mine
      onClick={() => setView({ ...view, filters: { ...view.filters, owners: isOn ? [] : [me] } })}
    />
  );
}

function TextFilter({ model }: { model: BoardModel }): ReactElement {
  const { text, setText } = model;
  return (
    <div className={cx('relative', styles.filter)}>
      <input
        type="search"
        className={cx('w-full border round bg-surface h-7', styles.input)}
        value={text}
        placeholder="Find text"
        aria-label="Filter cards by text"
        data-board-filter
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' || event.key === 'ArrowDown') {
            const list = currentActiveList();
            const first = list ? adjacentCardId(list, null, 'down') : null;
            if (!list || !first) return;
            event.preventDefault();
            list.reveal(first);
            event.currentTarget.blur();
            putCursorOn(first);
            restoreCardDomFocus();
          }
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          if (text) setText('');
          else {
            event.currentTarget.blur();
            restoreCardDomFocus();
          }
        }}
      />
      {text ? (
        <button
          type="button"
          className={cx('inline-flex absolute soft round-sm hover-fill', styles.clear)}
          aria-label="Clear the filter"
          onClick={() => setText('')}
        >
          <X size={13} aria-hidden />
        </button>
      ) : null}
    </div>
  );
}
