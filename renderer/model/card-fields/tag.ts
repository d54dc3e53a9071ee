/** A card has the tags that people set on it (`masterTags`) and the tags in its content. */

import { isSameTag } from '../../../shared/domain/content.ts';
import { compareNames } from '../../../shared/domain/natural-order.ts';
import { type Column, columnKeyOf, columnOf } from '../column.ts';
import { fieldDefinitions } from './definitions.ts';
import { type CardField, isString } from './field.ts';

/** Said where a person types a tag that no text can write. */
export const tagRefusal = 'A tag has letters, digits or emoji; between them also - and _';

export const tagCardField: CardField = {
  values: ({ tags }) => (tags.length > 0 ? tags : [null]),
  nameOf: (name) => `#${name}`,
  columns(_used, loaded, { lookups, decks }) {
    const projects = new Set(decks.map(({ projectId }) => projectId));
    const columns = new Map<string, Column>();
    for (const { tag: name, projectId, color, emoji } of Object.values(lookups.tags)) {
      const key = columnKeyOf('tag', name);
      if ((projects.size === 0 || projects.has(projectId)) && !columns.has(key))
        columns.set(key, columnOf('tag', name, name, { color, emoji }));
    }
    for (const id of loaded.ids)
      for (const name of loaded.rows[id]?.tags ?? []) {
        const key = columnKeyOf('tag', name);
        if (!columns.has(key)) columns.set(key, columnOf('tag', name, name));
      }
    return [columnOf('tag', null, fieldDefinitions.tag.none), ...columns.values()];
  },
  tableValue: ({ tags }) => (tags.length > 0 ? tags.join(' ') : null),
  sortsAsNames: true,
  filterValues: (found) => found.filter(isString).toSorted(compareNames),
  changes(card, { key, value }, from) {
    const has = card.tags.some((name) => isSameTag(name, String(value)));
    const isLeft = from?.by === 'tag' && from.value !== null && from.key !== key;
    return {
      ...(value !== null && !has ? { addMasterTag: value } : {}),
      ...(isLeft ? { removeMasterTag: from.value } : {}),
    };
  },
  paramsForNewCard: (value, { masterTags = [] }) =>
    value === null ? {} : { masterTags: [...(masterTags as readonly string[]), String(value)] },
};
