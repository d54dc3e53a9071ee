/** `cards/updateMany`, with which imports write many cards at once. */
import { type Params, refuse } from '../../../shared/contract/index.ts';
import { contentWithTitle } from '../../../shared/domain/content.ts';
import { foldCase } from '../../../shared/domain/search-text.ts';
import { isTagName } from '../../../shared/domain/text-tokens.ts';
import { canSee } from '../rules/access.ts';
import { addNewTagsToCards, type Card, changeCard } from '../rules/card-changes.ts';
import { newTagsKeepingAutoTag, projectTagsOf } from '../rules/card-tags.ts';
import { removeDependenciesOf } from '../rules/dependencies.ts';
import type { ActionContext, ActionHandlers } from '../types.ts';
import {
  checkMayChangeGuardedCard,
  checkReferencedRows,
  refuseIfHeroCardStarts,
  refuseTaskFieldsOnDoc,
} from './cards-rules.ts';

type Element = Params<'cards/updateMany'>['cards'][number];

/** Skips cards that are unknown or invisible (rule `cards.update-many.skips`). */
function withCards(context: ActionContext, cards: readonly Element[]): (readonly [Card, Element])[] {
  return cards.flatMap((element) => {
    const card = context.rows.get('card', element.id);
    if (!card || !canSee(context, 'card', card)) return [];
    return [[card, element] as const];
  });
}

/** A new title, new content, both or neither (rules `cards.update-many.both`, `cards.update-many.title`). */
function contentAfter(before: string, { title, content }: Element): string {
  if (title === undefined || title === null) return content ?? before;
  return content === undefined || content === null ? contentWithTitle(before, title) : `${title}\n\n${content}`;
}

interface NewTags {
  /** Names, by project id. */
  readonly created: Map<string, string[]>;
  /** Folded names of all tags, by project id. */
  readonly known: Map<string, Set<string>>;
}

/** Skips names that cannot be written as `#tag`. */
function createMissingTags(
  context: ActionContext,
  projectId: string,
  names: readonly string[],
  { created, known }: NewTags,
): void {
  const { rows, at, newId } = context;
  const tags = known.get(projectId) ?? new Set(projectTagsOf(context, projectId).map(({ tag }) => foldCase(tag)));
  known.set(projectId, tags);
  for (const name of names) {
    const folded = foldCase(name);
    if (!isTagName(name) || tags.has(folded)) continue;
    const tag = {
      id: newId(`projectTag:${projectId}:${folded}`),
      projectId,
      tag: name,
      color: null,
      emoji: null,
      description: null,
      createdAt: at,
    };
    rows.insert('projectTag', tag);
    // The other elements find the tag in their texts.
    projectTagsOf(context, projectId).push(tag);
    tags.add(folded);
    const before = created.get(projectId);
    if (before) before.push(name);
    else created.set(projectId, [name]);
  }
}

export const cardUpdateManyHandlers = {
  'cards/updateMany': {
    check(context, { cards }) {
      for (const [card, { assigneeId, status, visibility, isDoc }] of withCards(context, cards)) {
        if (assigneeId !== card.assigneeId) checkReferencedRows(context, { assigneeId });
        checkMayChangeGuardedCard(context, card, { status, visibility, isDoc });
      }
    },
    refuseCertain(context, { cards }) {
      for (const [index, { content, title }] of cards.entries())
        if ((content ?? null) === null && (title ?? null) === null)
          throw refuse('invalid_param', `field 'cards[${index}]' in body needs 'content' or 'title'`);
      for (const [card, element] of withCards(context, cards)) {
        const isDoc = element.isDoc ?? card.isDoc;
        refuseTaskFieldsOnDoc(isDoc, element);
        refuseIfHeroCardStarts(context, { ...card, isDoc }, element.status);
      }
    },
    effect(context, { cards }) {
      const newTags: NewTags = { created: new Map(), known: new Map() };
      const deleted = withCards(context, cards).filter(([, { visibility }]) => visibility === 'deleted');
      removeDependenciesOf(
        context,
        deleted.map(([{ cardId }]) => cardId),
      );
      for (const element of cards) {
        // Not earlier: a previous element of `cards` might have changed the same card.
        const [card] = withCards(context, [element])[0] ?? [];
        if (!card) continue;
        const { id, title: _title, content: _content, status, ...fields } = element;
        const projectId = card.deckId === null ? undefined : context.rows.get('deck', card.deckId)?.projectId;
        if (fields.masterTags && projectId) createMissingTags(context, projectId, fields.masterTags, newTags);
        const content = contentAfter(card.content, element);
        const masterTags = fields.masterTags && newTagsKeepingAutoTag(context, card, fields.masterTags);
        changeCard(context, id, { ...fields, masterTags, content, status: status ?? undefined });
      }
      for (const [projectId, names] of newTags.created) addNewTagsToCards(context, projectId, names);
    },
  },
} satisfies Partial<ActionHandlers>;
