import { compareNames } from '../../../shared/domain/natural-order.ts';
import { manualPositionOf, shownTitle } from '../card-row.ts';
import { columnKeyOf, columnOf, valueOfColumnKey } from '../column.ts';
import { labelOfRun, openRunsOf } from '../planning/run-phase.ts';
import { heroAsSubCardRefusal } from '../preflight.ts';
import { fieldDefinitions } from './definitions.ts';
import { type CardField, type FieldValue, isString, singlePropertyField } from './field.ts';

/** `[null]` is the filter value for "no value". */
const nullIfMixed = (found: readonly FieldValue[]): readonly null[] =>
  found.includes(null) && found.length > 1 ? [null] : [];

export const zoneCardField: CardField = {
  values: ({ cardId }, order) => {
    const label = (order && manualPositionOf(order.loaded, cardId)?.label) ?? null;
    return [order?.zones.includes(label) ? label : null];
  },
  columns(used, _loaded, { zones }) {
    const columns = zones.map((label) => columnOf('zone', label, label ?? fieldDefinitions.zone.none));
    const isNeeded = !zones.includes(null) && (used.has(columnKeyOf('zone', null)) || zones.length === 0);
    const noneTitle = zones.length === 0 ? 'Cards' : fieldDefinitions.zone.none;
    return isNeeded ? [columnOf('zone', null, noneTitle), ...columns] : columns;
  },
  tableValue({ cardId }, { loaded, zones }) {
    const index = zones.indexOf(manualPositionOf(loaded, cardId)?.label ?? null);
    return index < 0 ? null : index;
  },
};

export const deckCardField: CardField = {
  ...singlePropertyField('deckId'),
  nameOf: (id, { lookups }) => lookups.decks[id]?.title,
  columns(used, _loaded, { lookups, decks }) {
    const ids = new Set<string>([...decks.map(({ id }) => id), ...[...used].map(valueOfColumnKey)]);
    return [...ids].map((id) => {
      const row = lookups.decks[id] ?? decks.find((deck) => deck.id === id);
      const title = id ? (row?.title ?? 'Deck out of sight') : 'Private cards';
      return columnOf('deck', id || null, title, { color: row?.coverColor });
    });
  },
  tableValue: ({ deckId }, { lookups }) => (deckId ? (lookups.decks[deckId]?.title ?? '') : null),
  sortsAsNames: true,
  filterValues: (found, { lookups, source }) =>
    source.showsDeckName ? found.filter(isString).filter((id) => lookups.decks[id]) : [],
  refusal: (_card, value) => (value === null ? 'A card cannot become private again.' : null),
  // The caller chooses the deck of a new card.
  paramsForNewCard: () => ({}),
};

export const runCardField: CardField = {
  ...singlePropertyField('sprintId'),
  nameOf(id, { lookups }) {
    const row = lookups.sprints[id];
    return row && labelOfRun(row, lookups);
  },
  columns(used, _loaded, { lookups, runIds: listed }) {
    const open = new Set(openRunsOf(lookups));
    const sprints = Object.values(lookups.sprints)
      .filter((run) => (listed ? listed.includes(run.id) : open.has(run) || used.has(columnKeyOf('run', run.id))))
      .sort((a, b) => a.startDate.localeCompare(b.startDate));
    return [
      ...(listed?.includes(null) === false ? [] : [columnOf('run', null, fieldDefinitions.run.none)]),
      ...sprints.map((sprint) => {
        const color = lookups.sprintConfigs[sprint.sprintConfigId]?.color ?? 'gray';
        return columnOf('run', sprint.id, labelOfRun(sprint, lookups), {
          color: `var(--milestone-${color})`,
          detail: `${sprint.startDate} – ${sprint.endDate}`,
        });
      }),
    ];
  },
  tableValue: ({ sprintId }, { lookups }) => (sprintId ? (lookups.sprints[sprintId]?.startDate ?? '9999') : null),
  filterValues(found, { lookups: { account, sprints }, source }) {
    if (source.newCardFields.sprintId || source.runIds || account?.sprintsEnabled === false) return [];
    const startOf = (id: string) => sprints[id]?.startDate ?? '';
    const known = found.filter(isString).filter((id) => sprints[id]);
    return [...known.toSorted((a, b) => startOf(a).localeCompare(startOf(b))), ...nullIfMixed(found)];
  },
};

export const milestoneCardField: CardField = {
  ...singlePropertyField('milestoneId'),
  nameOf: (id, { lookups }) => lookups.milestones[id]?.name,
  columns(used, _loaded, { lookups }) {
    const active = new Set(lookups.activeMilestones.map(({ id }) => id));
    const milestones = Object.values(lookups.milestones)
      .filter(({ id }) => active.has(id) || used.has(columnKeyOf('milestone', id)))
      .sort((a, b) => a.date.localeCompare(b.date));
    return [
      columnOf('milestone', null, fieldDefinitions.milestone.none),
      ...milestones.map(({ id, name, color, date }) =>
        columnOf('milestone', id, name, { color: `var(--milestone-${color})`, detail: date }),
      ),
    ];
  },
  tableValue: ({ milestoneId }, { lookups }) =>
    milestoneId ? (lookups.milestones[milestoneId]?.date ?? '9999') : null,
  filterValues(found, { lookups: { account, milestones }, source }) {
    if (source.newCardFields.milestoneId || account?.milestonesEnabled === false) return [];
    const dateOf = (id: string) => milestones[id]?.date ?? '';
    const known = found.filter(isString).filter((id) => milestones[id]);
    return [...known.toSorted((a, b) => dateOf(a).localeCompare(dateOf(b))), ...nullIfMixed(found)];
  },
};

export const heroCardField: CardField = {
  ...singlePropertyField('parentCardId'),
  columns(used, loaded, { heroTitles: titles }) {
    const heroes = new Map<string, string>();
    for (const id of [...used].map(valueOfColumnKey))
      if (id) heroes.set(id, titles?.[id] ?? loaded.rows[id]?.title ?? 'Hero card out of sight');
    // Even if none of its sub cards is on the board, so that cards can be dropped there.
    for (const id of loaded.ids) {
      const card = loaded.rows[id];
      if (card && card.childCards.length > 0) heroes.set(id, shownTitle(card.title));
    }
    return [
      columnOf('hero', null, fieldDefinitions.hero.none),
      ...[...heroes]
        .sort(([a, titleA], [b, titleB]) => compareNames(titleA, titleB) || (a < b ? -1 : 1))
        .map(([id, title]) => columnOf('hero', id, title)),
    ];
  },
  refusal(card, value) {
    if (value === card.cardId) return 'A card cannot be its own hero card.';
    return value !== null && card.childCards.length > 0 ? heroAsSubCardRefusal : null;
  },
};
