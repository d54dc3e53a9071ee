/** Reads the text of a shared view, which `savedViewToText` of saved-views.ts makes. */
import { isDay, isRecord } from '../../../shared/contract/index.ts';
import type { WorkspaceLookups } from '../../data/lookups.ts';
import { parseRoute, viewNames } from '../../data/routes.ts';
import { type BoardSettings, type TableColumn, tableColumns } from '../../model/board-settings.ts';
import {
  createSavedQueryView,
  createSavedViewOfRoute,
  type QueryBoardSettings,
  type SavedView,
  viewTextVersion,
} from './saved-views.ts';

/** In characters. */
const maxQueryLength = 200_000;

const notAView = 'This is not the text of a view. “Copy as text” in the menu of a saved view makes one.';

type ParsedView = { readonly view: SavedView } | { readonly fault: string };
const fault = (sentence: string): ParsedView => ({ fault: sentence });

/** Gives the view a new id. If the text is not valid, returns a sentence with the reason. */
export function parseSavedViewText(text: string): ParsedView {
  const trimmed = text.trim();
  if (trimmed === '') return fault('There is no text here yet.');
  let value: unknown;
  try {
    // The pasted text may contain other words, quotation marks or a code fence around the JSON.
    const [first, last] = [trimmed.indexOf('{'), trimmed.lastIndexOf('}')];
    value = JSON.parse(trimmed.includes('decktopView') ? trimmed.slice(Math.max(0, first), last + 1) : trimmed);
  } catch {
    return fault(
      trimmed.includes('decktopView')
        ? 'The text of this view is damaged: copy all of it, from the first brace to the last.'
        : notAView,
    );
  }
  if (!isRecord(value) || !('decktopView' in value)) return fault(notAView);
  const { decktopView, name, route, view, query } = value;
  if (typeof decktopView !== 'number') return fault('The view’s text does not say its version.');
  if (decktopView > viewTextVersion) return fault('A newer Decktop made this view. Update the app to use it.');
  if (decktopView !== viewTextVersion) return fault(`There is no version ${decktopView} of views.`);
  if (typeof name !== 'string' || name.trim() === '') return fault('The view’s text holds no name.');
  const shortName = name.trim();
  const boardSettings = boardSettingsOf(view);
  if (query !== undefined) {
    const board = queryBoardSettingsOf(query);
    return board
      ? { view: createSavedQueryView(shortName, board, boardSettings) }
      : fault('The view’s text holds no query to show.');
  }
  if (typeof route !== 'string') return fault('The view’s text holds no place to show.');
  const { query: parts, ...routeTarget } = parseRoute(route);
  const viewName = /^#?\/?([^/?]*)/.exec(route)?.[1] ?? '';
  if (!(viewNames as readonly string[]).includes(viewName) || viewName === 'query')
    return fault(`The view shows “${viewName.slice(0, 40)}”, which this Decktop does not have.`);
  const { view: _id, card: _card, edit: _edit, ...rest } = parts;
  return { view: createSavedViewOfRoute(shortName, { ...routeTarget, query: rest }, boardSettings) };
}

/**
 * `deck`, `run`, `milestone` or `project` if this workspace lacks the row that the view shows, else null. Deleted
 * decks, archived and deleted projects, and all decks of these projects count as missing. Views of other kinds are not
 * checked.
 */
export function kindOfMissingRow({ route }: Pick<SavedView, 'route'>, lookups: WorkspaceLookups): string | null {
  const { view, id } = parseRoute(route);
  const { activeDecks, sprints, milestones, projects } = lookups;
  const known: Partial<Record<typeof view, readonly [string, boolean]>> = {
    deck: ['deck', activeDecks.some((deck) => deck.id === id)],
    run: ['run', id !== null && id in sprints],
    milestone: ['milestone', id !== null && id in milestones],
    project: ['project', projects.some((project) => project.id === id)],
  };
  const [kind, exists] = known[view] ?? ['', true];
  return exists ? null : kind;
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

function queryBoardSettingsOf(value: unknown): QueryBoardSettings | null {
  if (!isRecord(value) || typeof value.text !== 'string' || value.text.length > maxQueryLength) return null;
  const { text, show, table } = value;
  return {
    text,
    show: show === 'board' ? 'board' : 'table',
    ...(isRecord(table) ? { table: tableLayoutOf(table) } : {}),
  };
}

function tableLayoutOf({ place, widths, sort }: Record<string, unknown>): NonNullable<QueryBoardSettings['table']> {
  return {
    ...(typeof place === 'string' ? { place } : {}),
    ...(isRecord(widths) && Object.values(widths).every((width) => typeof width === 'number')
      ? { widths: widths as Record<string, number> }
      : {}),
    ...(isRecord(sort) && typeof sort.column === 'string'
      ? { sort: { column: sort.column, descending: sort.descending === true } }
      : {}),
  };
}

/** Keeps unknown groupings: boards replace them with the default grouping. */
function boardSettingsOf(value: unknown): BoardSettings {
  if (!isRecord(value)) return {};
  const { layout, by, lanes, sort, thenSort, folded, unfolded, foldsEmpty, filters, table } = value;
  const texts = Object.fromEntries(
    Object.entries({ layout, by, lanes, sort, thenSort }).filter(([, item]) => typeof item === 'string'),
  );
  return {
    ...texts,
    ...(isTextList(folded) ? { folded } : {}),
    ...(isTextList(unfolded) ? { unfolded } : {}),
    ...(typeof foldsEmpty === 'boolean' ? { foldsEmpty } : {}),
    ...(isRecord(filters) ? { filters: filtersOf(filters) } : {}),
    ...(isRecord(table) ? { table: cardTableOf(table) } : {}),
  };
}

const isValueList = (value: unknown): value is readonly (string | null)[] =>
  Array.isArray(value) && value.every((part) => part === null || typeof part === 'string');

const filtersOf = (filters: Record<string, unknown>): NonNullable<BoardSettings['filters']> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, item]): [string, unknown][] => {
      if (name === 'text') return typeof item === 'string' ? [[name, item]] : [];
      if (name === 'except')
        return isRecord(item)
          ? [[name, Object.fromEntries(Object.entries(item).filter(([, list]) => isValueList(list)))]]
          : [];
      if (name === 'hideDone') return typeof item === 'boolean' ? [[name, item]] : [];
      if (name === 'due')
        return isValueList(item) && item.every((day) => day === null || isDay(day)) ? [[name, item]] : [];
      return isValueList(item) ? [[name, item]] : [];
    }),
  );

function cardTableOf({ columns, sort }: Record<string, unknown>): NonNullable<BoardSettings['table']> {
  const isColumn = (name: unknown): name is TableColumn => (tableColumns as readonly unknown[]).includes(name);
  return {
    ...(Array.isArray(columns) ? { columns: columns.filter(isColumn) } : {}),
    ...(isRecord(sort) && isColumn(sort.column)
      ? { sort: { column: sort.column, descending: sort.descending === true } }
      : {}),
  };
}
