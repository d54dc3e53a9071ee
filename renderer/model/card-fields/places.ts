/** The fields for the groups that a card belongs to: deck, zone, run, milestone and hero card. */
import { runLabel } from '../../../shared/domain/run-label.ts';
import { placeOf } from '../card-row.ts';
import { type Column, keyOf, valueIn } from '../column.ts';
import { heroAsSubCard } from '../preflight.ts';
import { fieldDefinitions } from './definitions.ts';
import { type CardField, isText, single, type Value } from './field.ts';

/** Returns [null] for a "no value" filter only if some cards have a value and others do not. */
const noneAmong = (found: readonly Value[]): readonly null[] =>
  found.includes(null) && found.length > 1 ? [null] : [];

export const zone: CardField = {
  values: ({ cardId }, order) => {
    const label = (order && placeOf(order.set, cardId)?.label) ?? null;
    return [order?.zones.includes(label) ? label : null];
  },
  columns(used, _set, { zones }) {
    const columnOf = (label: string | null, title: string): Column => ({
      key: keyOf('zone', label),
      title,
      by: 'zone',
      value: label,
    });
    const columns = zones.map((label) => columnOf(label, label ?? fieldDefinitions.zone.none));
    const isNeeded = !zones.includes(null) && (used.has(keyOf('zone', null)) || zones.length === 0);
    return isNeeded ? [columnOf(null, zones.length === 0 ? 'Cards' : fieldDefinitions.zone.none), ...columns] : columns;
  },
  tableValue({ cardId }, { set, zones }) {
    const index = zones.indexOf(placeOf(set, cardId)?.label ?? null);
    return index < 0 ? null : index;
  },
};

export const deck: CardField = {
  ...single('deckId'),
  nameOf: (id, { lookups }) => lookups.decks[id]?.title,
  columns(used, _set, { lookups, decks }) {
    const columns = decks.map(
      (row): Column => ({
        key: keyOf('deck', row.id),
        title: row.title,
        by: 'deck',
        value: row.id,
        color: row.coverColor,
        deckType: row.deckType,
      }),
    );
    const listed = new Set(columns.map(({ key }) => key));
    for (const key of used) {
      if (listed.has(key)) continue;
      const id = valueIn(key);
      const row = lookups.decks[id];
      columns.push({
        key,
        title: id ? (row?.title ?? 'Deck out of sight') : 'Private cards',
        by: 'deck',
        value: id || null,
        color: row?.coverColor,
        deckType: row?.deckType,
      });
    }
    return columns;
  },
  tableValue: ({ deckId }, { lookups }) => (deckId ? (lookups.decks[deckId]?.title ?? '') : null),
  sortsAsNames: true,
  filterValues: (found, { lookups, source }) =>
    source.namesDeck ? found.filter(isText).filter((id) => lookups.decks[id]) : [],
  refusal: (_card, value) => (value === null ? 'A card cannot become private again.' : null),
  // The caller chooses the deck of a new card.
  creates: () => ({}),
};

export const run: CardField = {
  ...single('sprintId'),
  nameOf(id, { lookups }) {
    const row = lookups.sprints[id];
    return row && runLabel(row, lookups.sprintConfigs[row.sprintConfigId]);
  },
  columns(used, _set, { lookups, runs: listed }) {
    const sprints = Object.values(lookups.sprints)
      .filter(({ id, completedAt }) =>
        listed ? listed.includes(id) : completedAt === null || used.has(keyOf('run', id)),
      )
      .sort((a, b) => a.startDate.localeCompare(b.startDate));
    const none: Column = { key: keyOf('run', null), title: fieldDefinitions.run.none, by: 'run', value: null };
    return [
      ...(listed?.includes(null) === false ? [] : [none]),
      ...sprints.map((sprint): Column => {
        const config = lookups.sprintConfigs[sprint.sprintConfigId];
        return {
          key: keyOf('run', sprint.id),
          title: runLabel(sprint, config),
          by: 'run',
          value: sprint.id,
          color: `var(--planner-${config?.color ?? 'gray'})`,
          detail: `${sprint.startDate} – ${sprint.endDate}`,
        };
      }),
    ];
  },
  tableValue: ({ sprintId }, { lookups }) => (sprintId ? (lookups.sprints[sprintId]?.startDate ?? '9999') : null),
  filterValues(found, { lookups: { account, sprints }, source }) {
    if (source.gives.sprintId || source.runs || account?.sprintsEnabled === false) return [];
    const startOf = (id: string) => sprints[id]?.startDate ?? '';
    const known = found.filter(isText).filter((id) => sprints[id]);
    return [...known.toSorted((a, b) => startOf(a).localeCompare(startOf(b))), ...noneAmong(found)];
  },
};

export const milestone: CardField = {
  ...single('milestoneId'),
  nameOf: (id, { lookups }) => lookups.milestones[id]?.name,
  columns: (_used, _set, { lookups }) => [
    { key: keyOf('milestone', null), title: fieldDefinitions.milestone.none, by: 'milestone', value: null },
    ...Object.values(lookups.milestones)
      .sort((a, b) => a.date.localeCompare(b.date))
      .map(
        ({ id, name, color, date }): Column => ({
          key: keyOf('milestone', id),
          title: name,
          by: 'milestone',
          value: id,
          color: `var(--planner-${color})`,
          detail: date,
        }),
      ),
  ],
  tableValue: ({ milestoneId }, { lookups }) =>
    milestoneId ? (lookups.milestones[milestoneId]?.date ?? '9999') : null,
  filterValues(found, { lookups: { account, milestones }, source }) {
    if (source.gives.milestoneId || account?.milestonesEnabled === false) return [];
    const dateOf = (id: string) => milestones[id]?.date ?? '';
    const known = found.filter(isText).filter((id) => milestones[id]);
    return [...known.toSorted((a, b) => dateOf(a).localeCompare(dateOf(b))), ...noneAmong(found)];
  },
};

export const hero: CardField = {
  ...single('parentCardId'),
  columns(used, set, { heroes: titles }) {
    const heroes = new Map<string, string>();
    for (const id of [...used].map(valueIn))
      if (id) heroes.set(id, titles?.[id] ?? set.rows[id]?.title ?? 'Hero card out of sight');
    // Hero cards on the board get a column even if none of their sub cards is in sight, so that cards can be dropped there.
    for (const id of set.ids) {
      const card = set.rows[id];
      if (card && card.childCards.length > 0) heroes.set(id, card.title || 'Untitled');
    }
    return [
      { key: keyOf('hero', null), title: fieldDefinitions.hero.none, by: 'hero', value: null },
      ...[...heroes]
        .sort(([a, titleA], [b, titleB]) => titleA.localeCompare(titleB) || (a < b ? -1 : 1))
        .map(([id, title]): Column => ({ key: keyOf('hero', id), title, by: 'hero', value: id })),
    ];
  },
  refusal(card, value) {
    if (value === card.cardId) return 'A card cannot be its own hero card.';
    return value !== null && card.childCards.length > 0 ? heroAsSubCard : null;
  },
};
