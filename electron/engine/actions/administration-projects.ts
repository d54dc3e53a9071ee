/** Actions of the embedded service only, on projects, spaces and tags (`shared/contract/extension-actions.ts`). */
import { refuse } from '../../../shared/contract/index.ts';
import { isSameTag, renameTagInContent, replaceTagWithWord } from '../../../shared/domain/content.ts';
import { isTagName } from '../../../shared/domain/text-tokens.ts';
import { requireProject, requireVisible } from '../rules/access.ts';
import { addNewTagsToCards, changeCard, closeThreads } from '../rules/card-changes.ts';
import { tagsWithoutTag } from '../rules/card-tags.ts';
import { changeJourneyStep, derivedJourneyStepFields } from '../rules/journey-steps.ts';
import { cardsOfProject, linkProjectToGlobalMilestonesAndRunConfigs } from '../rules/planning-links.ts';
import type { StoredRow } from '../store/rows.ts';
import { insertIfMissing } from '../store/sequences.ts';
import type { ActionContext, ActionHandlers } from '../types.ts';
import { checkHexColor, checkSpaces, moveDecksOfRemovedSpaces, type Space, spacesOf } from './decks.ts';

const firstSpace: Space = { id: 1, name: 'Decks', icon: null, defaultDeckType: 'mixed' };

type Tag = StoredRow<'projectTag'>;

const findTag = ({ rows }: ActionContext, projectId: string, name: string): Tag | undefined =>
  rows.find('projectTag', { projectId }).find(({ tag }) => isSameTag(tag, name));

/** @throws Refusal for a name that cannot be written as `#tag`, and for an invalid color */
function checkTag({ tag, color }: { readonly tag?: string | undefined; readonly color?: string | null | undefined }) {
  if (tag !== undefined && !isTagName(tag))
    throw refuse(
      'invalid_param',
      "'tag' must begin with a letter, digit or emoji, go on with these, '_' or '-', and not be digits alone; no '#'.",
    );
  checkHexColor('color', color);
}

const requireTag = (context: ActionContext, id: string): Tag => requireVisible(context, 'projectTag', id);

export const projectHandlers = {
  'projects/create': {
    refuseCertain(_context, { spaces }) {
      if (spaces !== undefined) checkSpaces(spaces);
    },
    effect(context, { name, spaces }) {
      const id = context.newId('project');
      insertIfMissing(context.rows, 'project', {
        id,
        accountId: context.accountId,
        createdAt: context.at,
        name,
        spaces: spaces ?? [firstSpace],
        visibility: 'default',
      });
      linkProjectToGlobalMilestonesAndRunConfigs(context, id);
      return { id };
    },
  },

  'projects/update': {
    check: (context, { id }) => void requireProject(context, id),
    refuseCertain(_context, { spaces }) {
      if (spaces !== undefined) checkSpaces(spaces);
    },
    effect({ rows }, { id, name, spaces }) {
      const before = rows.get('project', id);
      if (!before) return;
      rows.update('project', id, { ...(name !== undefined && { name }), ...(spaces && { spaces }) });
      if (spaces) moveDecksOfRemovedSpaces(rows, id, spacesOf(before), spaces);
    },
  },

  'projects/setVisibility': {
    check: (context, { id }) => void requireProject(context, id),
    effect(context, { id, visibility }) {
      const before = context.rows.get('project', id);
      context.rows.update('project', id, { visibility });
      if (visibility !== 'default' && before?.visibility !== visibility)
        for (const { cardId } of cardsOfProject(context, id)) closeThreads(context, cardId);
    },
  },

  'projects/addTag': {
    check: (context, { projectId }) => void requireProject(context, projectId),
    refuseCertain: (_context, params) => checkTag(params),
    effect(context, { projectId, tag, color, emoji, description }) {
      // A project has each tag only once.
      const known = findTag(context, projectId, tag);
      if (known) return { id: known.id };
      const id = context.newId('projectTag');
      context.rows.insert('projectTag', {
        id,
        color: color ?? null,
        createdAt: context.at,
        description: description ?? null,
        emoji: emoji ?? null,
        projectId,
        tag,
      });
      addNewTagsToCards(context, projectId, [tag]);
      return { id };
    },
  },

  'projects/updateTag': {
    check(context, { id, tag }) {
      const before = requireTag(context, id);
      const other = tag === undefined ? undefined : findTag(context, before.projectId, tag);
      if (other && other.id !== id) throw refuse('invalid_param', `The project has a tag '${other.tag}' already.`);
    },
    refuseCertain: (_context, params) => checkTag(params),
    effect(context, { id, ...fields }) {
      const before = context.rows.get('projectTag', id);
      context.rows.update('projectTag', id, fields);
      if (before && fields.tag !== undefined && fields.tag !== before.tag) {
        renameTagOnCards(context, before, fields.tag);
        addNewTagsToCards(context, before.projectId, [fields.tag]);
      }
    },
  },

  'projects/deleteTag': {
    check: (context, { id }) => void requireTag(context, id),
    effect(context, { id }) {
      const tag = context.rows.get('projectTag', id);
      if (!tag) return;
      // Removes the row first, because `changeCard` adds every project tag that a card's content contains.
      context.rows.remove('projectTag', id);
      removeTagFromDecks(context, tag);
      removeTagFromCards(context, tag);
    },
  },
} satisfies Partial<ActionHandlers>;

function removeTagFromDecks(context: ActionContext, { id, tag, projectId }: Tag): void {
  const { rows } = context;
  // A deck that moves to another project keeps its auto tag.
  for (const deck of rows.find('deck', { defaultProjectTagId: id }))
    rows.update('deck', deck.id, { defaultProjectTagId: null });
  for (const deck of rows.find('deck', { projectId })) {
    const { masterTags } = deck.defaultCard ?? {};
    if (masterTags)
      rows.update('deck', deck.id, {
        defaultCard: { ...deck.defaultCard, masterTags: tagsWithoutTag(masterTags, tag) },
      });
    for (const step of rows.find('workflowItem', { deckId: deck.id })) {
      const remainingTags = tagsWithoutTag(step.masterTags, tag);
      if (remainingTags.length < step.masterTags.length)
        changeJourneyStep(context, step, {
          masterTags: remainingTags,
          ...derivedJourneyStepFields(context, { ...step, masterTags: remainingTags }),
        });
    }
  }
}

/** In the cards' content, `#tag` becomes a plain word. */
function removeTagFromCards(context: ActionContext, { tag, projectId }: Tag): void {
  for (const { cardId, masterTags, content } of cardsOfProject(context, projectId))
    if (masterTags.some((name) => isSameTag(name, tag)))
      changeCard(context, cardId, {
        masterTags: tagsWithoutTag(masterTags, tag),
        content: replaceTagWithWord(content, tag),
      });
}

function renameTagOnCards(context: ActionContext, { projectId, tag: from }: Tag, to: string): void {
  for (const card of cardsOfProject(context, projectId)) {
    const content = renameTagInContent(card.content, from, to);
    const masterTags = card.masterTags.map((tag) => (isSameTag(tag, from) ? to : tag));
    if (content !== card.content || masterTags.some((tag, index) => tag !== card.masterTags[index]))
      changeCard(context, card.cardId, { content, masterTags });
  }
}
