/** What each card of a source will be here, and what of it cannot be carried. Pure. */
import { isRecord } from '../../contract/check.ts';
import { contentWithTitle, isSameTag, tagsIn, titleOfContent, withTokensReplaced } from '../content.ts';
import { derivedStatusLabels } from '../derived-status.ts';
import { foldText } from '../search-text.ts';
import { tagFromTyped } from '../text-tokens.ts';
import type { ImportChoices } from './choices.ts';
import type { ColumnRole } from './column-roles.ts';
import { escapeForeignNames, type ForeignNames, titleAsMarkdown } from './escape.ts';
import { joinBlocks, type Source, type SourceCard, type SourceComment } from './source.ts';
import { listed } from './table.ts';

/** What the last import sent of a card. A second import sends only what has changed in the source since. */
export interface SentCard {
  readonly content: string;
  readonly priority: string | null;
  readonly effort: number | null;
  readonly assigneeId: string | null;
  readonly dueDate: string | null;
  readonly isDone: boolean;
  /** Null if the source does not say which of both a card has that is not done. */
  readonly progress: 'not_started' | 'started' | null;
  readonly isArchived: boolean;
  readonly milestoneId: string | null;
  readonly sprintId: string | null;
  /** Empty if nothing is known of deck and zone: then they stay as they are. */
  readonly deck: string;
  readonly zone: string | null;
  readonly parent: string | null;
  readonly tags: readonly string[];
  /** Items of the cards to be done first; none in what earlier versions noted. */
  readonly inDeps?: readonly string[];
}

export interface KnownItem {
  /** Null if the row does not exist any more, or is deleted. */
  readonly id: string | null;
  readonly sent: SentCard | null;
  /** Of a card of this workspace that Decktop's own table names by its id. */
  readonly shown?: ShownCard;
  /** Of a card that the service has numbered. */
  readonly code?: string;
}

/** The cells that an export would have now: a cell with the same text changes nothing, whatever it means. */
export interface ShownCard {
  readonly title: string;
  readonly status: string;
  readonly owner: string;
  readonly priority: string;
  readonly deck: string;
  readonly milestone: string;
  readonly run: string;
  readonly parent: string;
  /** Those of its tags that are not only written in its text. */
  readonly masterTags: readonly string[];
}

export interface NamedRow {
  readonly id: string;
  readonly name: string;
}

export interface ImportWorkspace {
  /** What earlier imports of the source have made, and cards of the workspace that the source names by id. */
  readonly known: ReadonlyMap<string, KnownItem>;
  /** False if the organization has no due dates: they go into the text. */
  readonly hasDueDates: boolean;
  readonly milestones: readonly NamedRow[];
  readonly runs: readonly NamedRow[];
  /** Zones of the chosen deck. */
  readonly zones: readonly (string | null)[];
  /** The organization, and the person whose Hand and bookmarks are here: for what only another workspace brings. */
  readonly accountId?: string;
  readonly userId?: string | null;
}

export interface ImportLoss {
  readonly what: string;
  readonly count: number;
  /** The first ones, as "line 12: Title". */
  readonly examples: readonly string[];
}

/** A service takes requests of some megabytes, so longer texts are cut. In letters. */
const longestText = 1_000_000;

const exampleCount = 5;

export const cardItem = (id: string): string => `card ${id}`;

export const deckItem = (list: string) => `deck ${list}`;

export const milestoneItem = (name: string) => `milestone ${name}`;

/** Begins a param that names a row of an earlier batch. No text of a source contains NUL. */
const referenceMark = '\0';
export const referenceTo = (item: string): string => referenceMark + item;

/** In a text: the short code of a card that gets one with the import. `written` stays if it gets none. */
const codeMark = (item: string, written: string) => `\0\0${item}\0${written}\0`;
const codeMarks = /\0\0([^\0]*)\0([^\0]*)\0/g;

/** The items of the cards whose codes the text needs. */
export const codesNeeded = (text: string): string[] => [...text.matchAll(codeMarks)].map(([, item = '']) => item);

const namesRows = (value: unknown): boolean =>
  value !== undefined && !(isRecord(value) && Object.values(value).includes(undefined));

/**
 * Replaces references to rows by their ids, and marks in texts by short codes, in any JSON value. `idOf` returns
 * undefined for rows that do not exist: lists are without them.
 */
export function withReferences(
  value: unknown,
  idOf: (item: string) => string | undefined,
  codeOf: (item: string) => string | undefined = () => undefined,
): unknown {
  if (typeof value === 'string') {
    if (value.startsWith(referenceMark) && !value.startsWith('\0\0')) return idOf(value.slice(1));
    return value.replaceAll(codeMarks, (_, item: string, written: string) => {
      const code = codeOf(item);
      return code === undefined ? `\\$${written}` : `$${code}`;
    });
  }
  if (Array.isArray(value)) return value.map((item) => withReferences(item, idOf, codeOf)).filter(namesRows);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withReferences(item, idOf, codeOf)]));
}

export interface PlannedComment {
  readonly item: string;
  readonly content: string;
  /** Its thread within the import. */
  readonly thread: string;
  readonly context: string;
  readonly isClosed: boolean;
}

export interface PlannedCard {
  readonly item: string;
  readonly source: SourceCard;
  readonly sent: SentCard;
  readonly isDoc: boolean;
  readonly comments: readonly PlannedComment[];
  /** `sent.content` with the codes of cards that get one with the import; null if it names none. */
  readonly laterContent: string | null;
}

class LossList {
  readonly #losses = new Map<string, { count: number; examples: string[] }>();
  add(what: string, card: SourceCard | null): void {
    const loss = this.#losses.get(what) ?? { count: 0, examples: [] };
    this.#losses.set(what, loss);
    loss.count++;
    if (card && loss.examples.length < exampleCount)
      loss.examples.push(`${card.where}: ${[...(card.title || 'Untitled')].slice(0, 80).join('')}`);
  }
  get list(): ImportLoss[] {
    return [...this.#losses].map(([what, loss]) => ({ what, ...loss }));
  }
}

/**
 * Sub cards are one level deep here, so a deeper one belongs to the topmost card. Undefined without a parent that can
 * be used; `isWhole` is false if the text must name the parent too.
 */
function parentsOf(
  cards: readonly SourceCard[],
): Map<SourceCard, { readonly parent: SourceCard | null; readonly isWhole: boolean }> {
  const byId = new Map<string, SourceCard>();
  const byTitle = new Map<string, SourceCard>();
  for (const card of cards) {
    byId.set(card.id, card);
    if (!byTitle.has(card.title)) byTitle.set(card.title, card);
  }
  const above = (card: SourceCard) =>
    card.parent === '' ? undefined : (byId.get(card.parent) ?? byTitle.get(card.parent));
  const tops = new Map<SourceCard, SourceCard | null>();
  /** Null if the cards above form a circle. */
  const topOf = (card: SourceCard): SourceCard | null => {
    const path: SourceCard[] = [];
    const seen = new Set<SourceCard>();
    let at: SourceCard = card;
    let top: SourceCard | null | undefined;
    for (;;) {
      top = tops.get(at);
      if (top !== undefined) break;
      if (seen.has(at)) {
        top = null;
        break;
      }
      seen.add(at);
      path.push(at);
      const next = above(at);
      if (!next) {
        top = at;
        break;
      }
      at = next;
    }
    for (const each of path) tops.set(each, top);
    return top;
  };
  return new Map(
    cards
      .filter(({ parent }) => parent !== '')
      .map((card) => {
        const top = topOf(card);
        return [
          card,
          { parent: top === card ? null : top, isWhole: top !== null && top !== card && top === above(card) },
        ];
      }),
  );
}

/** Undefined if none or several have the name. */
export function namesOf(rows: readonly NamedRow[]): (written: string) => string | undefined {
  const ids = new Map<string, string | undefined>();
  for (const { id, name } of rows) {
    const folded = foldText(name.trim());
    ids.set(folded, ids.has(folded) ? undefined : id);
  }
  return (written) => ids.get(foldText(written));
}

const { blocked, doc, hero, heroDoc, review, snoozing, started, unassigned: notStarted } = derivedStatusLabels;

/** Of others, threads, time and kinds of cards decide. */
const settableStatuses = new Set(
  (Object.values(derivedStatusLabels) as string[]).filter(
    (label) => ![blocked, review, snoozing, doc, heroDoc, derivedStatusLabels.deleted].some((other) => other === label),
  ),
);

const progressOf = (status: string): SentCard['progress'] =>
  status === started ? 'started' : status === notStarted ? 'not_started' : null;

export const inlineText = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Names of a file can be those of the prototype of all objects, such as `constructor`. */
export const chosen = <T>(choices: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(choices, name) ? choices[name] : undefined;

/** The text below the title, of everything that has no field of its own. */
function fieldsText(lines: readonly (readonly [name: string, value: string])[]): string {
  return lines
    .map(([name, value]) =>
      value.includes('\n') ? `- ${name}:\n\n${value.replaceAll(/^/gm, '  ')}\n` : `- ${name}: ${value}`,
    )
    .join('\n');
}

/** Each deck of another workspace stays one, and its private cards stay private. */
export const layoutOf = (source: Source, choices: ImportChoices): ImportChoices['layout'] =>
  source.workspace ? 'decks' : choices.layout;

/** The cards as they will be. What a card cannot hold goes into its text or into `losses`. */
export function planCards(
  source: Source,
  choices: ImportChoices,
  workspace: ImportWorkspace,
): { readonly planned: readonly PlannedCard[]; readonly losses: readonly ImportLoss[] } {
  const losses = new LossList();
  const { known } = workspace;
  const names: ForeignNames = {
    keepsTags: source.hasTagsInText,
    people: new Map(
      Object.entries(choices.people).flatMap(([name, id]) => (id === null ? [] : [[foldText(name), id] as const])),
    ),
  };
  const escaped = (text: string) => escapeForeignNames(text, names);
  const otherWorkspace = source.workspace;
  const projectOfList = new Map(source.lists.map(({ id, deck }) => [id, deck?.project]));
  const isProjectLeft = (card: SourceCard) => {
    const project = projectOfList.get(card.list);
    return project !== undefined && choices.projects !== undefined && chosen(choices.projects, project) === null;
  };
  const isIncluded = (card: SourceCard) =>
    chosen(choices.lists, card.list)?.isIncluded !== false &&
    !(card.isArchived && choices.archived === 'leave') &&
    !isProjectLeft(card);
  const isGone = (card: SourceCard) => known.get(cardItem(card.id))?.id === null;
  const included = source.cards.filter((card) => isIncluded(card) && !isGone(card));
  for (const card of source.cards)
    if (!isIncluded(card)) losses.add('Cards left out, as chosen', card);
    else if (isGone(card)) losses.add('Cards that were deleted here: left deleted', card);
  const parents = parentsOf(included);
  const includedIds = new Set(otherWorkspace ? included.map(({ id }) => id) : []);
  const madeMilestones = new Map(otherWorkspace?.milestones.map(({ name }) => [name, milestoneItem(name)]));
  const tagNamed = (written: string) =>
    tagFromTyped(written) ??
    tagFromTyped(written.replaceAll(/[^\p{L}\p{N}\p{M}_-]+/gu, '-').replaceAll(/^-+|(?<!-)-+$/g, ''));
  const layout = layoutOf(source, choices);
  const deckOf = (list: string) => (layout === 'decks' ? deckItem(list) : deckItem(''));

  const existingMilestone = namesOf(workspace.milestones);
  const milestoneNamed = (written: string) => {
    const item = madeMilestones.get(written);
    return existingMilestone(written) ?? (item && (known.get(item)?.id ?? referenceTo(item)));
  };
  const runNamed = namesOf(workspace.runs);
  const heroes = new Set([...parents.values()].map(({ parent }) => parent));

  const planned = included.map((card): PlannedCard => {
    const { shown, sent: before = null } = known.get(cardItem(card.id)) ?? {};
    const own = shown && before ? { shown, before } : null;
    const list = chosen(choices.lists, card.list);
    const text: (readonly [string, string])[] = [];
    const namedInText = (name: string, value: string, what: string) => {
      if (own) losses.add(`${name} “${value.slice(0, 40)}”: left as it is in cards that exist here`, card);
      else {
        text.push([name, value]);
        losses.add(what, card);
      }
    };
    /** `cell` is what an export would write now. `read` returns undefined, and says so, for what it cannot read. */
    const settled = <T>(
      role: ColumnRole,
      written: string,
      cell: (shown: ShownCard, before: SentCard) => string,
      kept: (before: SentCard) => T,
      none: T,
      read: () => T | undefined,
    ): T => {
      if (own && (source.says?.has(role) === false || written === cell(own.shown, own.before).trim()))
        return kept(own.before);
      if (card.unread.includes(role)) return own ? kept(own.before) : none;
      return written === '' ? none : (read() ?? (own ? kept(own.before) : none));
    };

    const assigneeId = settled(
      'owner',
      card.people.join(', '),
      ({ owner }) => owner,
      (was) => was.assigneeId,
      null,
      () => {
        const owners = card.people.map((name) => ({ name, id: chosen(choices.people, name) ?? null }));
        const owner = owners.find(({ id }) => id !== null);
        const others = owners.filter((each) => each !== owner).map(({ name }) => name);
        if (others.length > 0)
          namedInText(
            'People',
            others.join(', '),
            'People without a member, and further people of a card: named in the text',
          );
        return owner?.id ?? undefined;
      },
    );
    const priority = settled(
      'priority',
      card.priority,
      (cells) => cells.priority,
      (was) => was.priority,
      null,
      () => {
        const found = chosen(choices.priorities, card.priority) ?? undefined;
        if (found === undefined)
          namedInText('Priority', card.priority, `Priority “${card.priority.slice(0, 40)}”: written into the text`);
        return found;
      },
    );
    const planningRow = (
      role: 'milestone' | 'run',
      name: string,
      idOf: (written: string) => string | undefined,
      kept: 'milestoneId' | 'sprintId',
    ) =>
      settled(
        role,
        card[role],
        (cells) => cells[role],
        (was) => was[kept],
        null,
        () => {
          const found = idOf(card[role]);
          if (found === undefined)
            namedInText(name, card[role], `${name}s that do not exist here once by this name: written into the text`);
          return found;
        },
      );
    const milestoneId = planningRow('milestone', 'Milestone', milestoneNamed, 'milestoneId');
    const sprintId = planningRow('run', 'Run', runNamed, 'sprintId');
    const effort = settled(
      'effort',
      card.effort === null ? '' : String(card.effort),
      (_, was) => String(was.effort ?? ''),
      (was) => was.effort,
      null,
      () => card.effort ?? undefined,
    );
    const dueDate = settled(
      'due',
      card.due,
      (_, was) => was.dueDate ?? '',
      (was) => was.dueDate,
      null,
      () => {
        if (workspace.hasDueDates) return card.due;
        namedInText('Due', card.due, 'Due dates, which this organization does not use: written into the text');
        return undefined;
      },
    );
    const tags = own ? ownTags(card, own.shown, own.before) : newTagsOf(card, text);
    const above = parents.get(card);
    const isParentSame = own && (source.says?.has('parent') === false || card.parent === own.shown.parent);
    if (own && !isParentSame && !above?.isWhole && card.parent !== '')
      losses.add('Hero cards that are not in the file: left as they are in cards that exist here', card);
    else if (above && !above.isWhole && !isParentSame) {
      text.push(['Parent', card.parent]);
      losses.add(
        above.parent === null
          ? 'Parents that are not in the file, or that form a circle: named in the text'
          : 'Parents of parents: the topmost card takes the sub card, and the text names its parent',
        card,
      );
    }
    if (own && source.says?.has('list') && card.list !== own.shown.deck.trim())
      losses.add('Another deck: cards that exist here stay in their deck', card);
    for (const [name, value] of card.fields) {
      if (chosen(choices.fields, name) === 'leave') losses.add(`“${name.slice(0, 60)}”: left out, as chosen`, card);
      else if (own) losses.add(`“${name.slice(0, 60)}”: not carried to cards that exist here`, card);
      else {
        text.push([name, value]);
        losses.add(`“${name.slice(0, 60)}”: written into the text`, card);
      }
    }
    const isDoc = card.own
      ? card.own.isDoc
      : !own && [doc, heroDoc].some((label) => label === card.status) && priority === null && effort === null;
    const status = own ? ownStatus(card, own.shown, own.before) : newStatus(card, assigneeId, isDoc, text);
    const commentTexts = card.comments.map((comment): PlannedComment => {
      const { id, author, at, text: written, thread } = comment;
      return {
        item: `comment ${card.id} ${id}`,
        content: joinBlocks(
          [author && `**${escaped(inlineText(author))}**`, at].filter(Boolean).join(', '),
          otherWorkspace ? plainNames(written) : escaped(written),
        ),
        ...threadOf(card, thread, isDoc),
      };
    });
    if (card.comments.length > 0 && choices.comments === 'leave') losses.add('Comments: left out, as chosen', card);
    if (card.comments.length > 0 && choices.comments === 'threads')
      losses.add('Authors and dates of comments: written at the beginning of each comment', card);
    const extras = [
      card.links
        .map(
          ({ name, url }) => `- [${inlineText(name).replaceAll(/[[\]]/g, '\\$&')}](<${url.replaceAll(/[<>\s]/g, '')}>)`,
        )
        .join('\n'),
      escaped(fieldsText(text)),
      ...(choices.comments === 'text' ? commentTexts.map((comment) => comment.content) : []),
    ];
    const named = card.content && otherWorkspace ? textOfOtherWorkspace(card, card.content) : null;
    const whole = (content: string) => {
      if (content.length <= longestText) return content;
      losses.add('Texts of more than 1,000,000 letters: cut', card);
      return content.slice(0, longestText).toWellFormed();
    };
    const foreignContent = () =>
      joinBlocks(titleAsMarkdown(escaped(inlineText(card.title) || 'Untitled')), escaped(card.body), ...extras);
    return {
      item: cardItem(card.id),
      source: card,
      isDoc,
      comments: choices.comments === 'threads' ? commentTexts : [],
      sent: {
        content: own
          ? ownContent(card, own.shown, own.before)
          : whole(card.content ? joinOwn(named?.first ?? withTitleOf(card, card.content), extras) : foreignContent()),
        priority,
        effort,
        assigneeId,
        dueDate,
        milestoneId,
        sprintId,
        ...status,
        deck: deckOf(card.list),
        zone: layout === 'zones' ? inlineText(list?.title ?? '') || null : (card.own?.zone ?? null),
        parent: isParentSame
          ? (own?.before.parent ?? null)
          : above?.parent
            ? cardItem(above.parent.id)
            : own && card.parent !== ''
              ? own.before.parent
              : null,
        tags,
        ...(card.own ? { inDeps: card.own.inDeps.filter((id) => includedIds.has(id)).map(cardItem) } : {}),
      },
      laterContent: named?.later ? whole(joinOwn(named.later, extras)) : null,
    };
  });

  function threadOf(
    card: SourceCard,
    thread: SourceComment['thread'],
    isDoc: boolean,
  ): Pick<PlannedComment, 'thread' | 'context' | 'isClosed'> {
    if (!thread) return { thread: `thread ${card.id}`, context: 'comment', isClosed: true };
    const { id, context, isClosed } = thread;
    // A closed one would make its card not started; docs and hero cards have none.
    const isPlain = isClosed || isDoc || heroes.has(card);
    if (isPlain && context !== 'comment')
      losses.add('Closed reviews and blockers: carried as closed threads of comments', card);
    return { thread: `thread ${card.id} ${id}`, context: isPlain ? 'comment' : context, isClosed };
  }

  /** Nobody is to be told of old comments. */
  function plainNames(text: string): string {
    return withTokensReplaced(text, ({ kind, value, start, end }) =>
      kind === 'tag'
        ? undefined
        : {
            text: `\\${kind === 'personId' ? `@${otherWorkspace?.people.get(value) ?? 'somebody'}` : text.slice(start, end)}`,
            end,
          },
    );
  }

  /** `first` until the cards that it names have their codes. */
  function textOfOtherWorkspace(
    card: SourceCard,
    text: string,
  ): { readonly first: string; readonly later: string | null } {
    let isLater = false;
    const replaced = (isFirst: boolean) =>
      withTokensReplaced(text, ({ kind, value, start, end }) => {
        if (kind === 'tag') return undefined;
        if (kind === 'personName') return { text: `\\${text.slice(start, end)}`, end };
        if (kind === 'personId') {
          const name = otherWorkspace?.people.get(value) ?? '';
          const id = chosen(choices.people, name) ?? null;
          if (id === null && isFirst) losses.add('Mentions of people without a member: their names as text', card);
          return { text: id === null ? `\\@${name || 'somebody'}` : `@[userId:${id}]`, end };
        }
        const id = otherWorkspace?.codes.get(value);
        const code = id === undefined ? undefined : known.get(cardItem(id))?.code;
        if (code !== undefined) return { text: `$${code}`, end };
        const written = text.slice(start + 1, end);
        if (id === undefined || !includedIds.has(id)) {
          if (isFirst) losses.add('References to cards that do not come along: the code as text', card);
          return { text: `\\$${written}`, end };
        }
        isLater = true;
        return { text: isFirst ? `\\$${written}` : codeMark(cardItem(id), written), end };
      });
    const first = replaced(true);
    return { first, later: isLater ? replaced(false) : null };
  }

  function withTitleOf(card: SourceCard, content: string): string {
    const isSame = card.title === '' || inlineText(titleOfContent(content)) === card.title;
    return isSame ? content : contentWithTitle(content, card.title);
  }

  function ownContent(card: SourceCard, shown: ShownCard, before: SentCard): string {
    const content = source.says?.has('text') ? (card.content ?? '') : before.content;
    // The title's column follows the text's: what was edited in one only is taken from there.
    return source.says?.has('title') && card.title !== inlineText(shown.title) ? withTitleOf(card, content) : content;
  }

  function joinOwn(content: string, extras: readonly string[]): string {
    return extras.every((extra) => extra === '') ? content : joinBlocks(content, ...extras);
  }

  function newTagsOf(card: SourceCard, text: (readonly [string, string])[]): string[] {
    const tags: string[] = [];
    if (choices.tags === 'tags') {
      const unnamed: string[] = [];
      for (const written of card.tags) {
        const tag = tagNamed(written);
        if (tag === null) unnamed.push(written);
        else if (!tags.some((other) => foldText(other) === foldText(tag))) tags.push(tag);
      }
      if (unnamed.length > 0) {
        text.push(['Labels', unnamed.join(', ')]);
        losses.add('Labels that cannot be tags: written into the text', card);
      }
    } else if (card.tags.length > 0) {
      if (choices.tags === 'text') text.push(['Labels', card.tags.join(', ')]);
      losses.add(choices.tags === 'text' ? 'Labels: written into the text' : 'Labels: left out, as chosen', card);
    }
    return tags;
  }

  function ownTags(card: SourceCard, { masterTags }: ShownCard, before: SentCard): readonly string[] {
    const shown = listed(before.tags.join(', '));
    const isSame = shown.length === card.tags.length && shown.every((tag, at) => tag === card.tags[at]);
    if (isSame || source.says?.has('tags') === false || choices.tags !== 'tags') return before.tags;
    const isWritten = (tag: string) => card.tags.some((written) => isSameTag(written, tag));
    const tags = before.tags.filter(isWritten);
    for (const written of card.tags) {
      if (shown.some((tag) => isSameTag(tag, written))) continue;
      const tag = tagNamed(written);
      if (tag === null) losses.add('Labels that cannot be tags: left out of cards that exist here', card);
      else if (!tags.some((other) => isSameTag(other, tag))) tags.push(tag);
    }
    const inText = tagsIn(card.content ?? before.content);
    const isOnlyInText = (tag: string) =>
      inText.some((other) => isSameTag(other, tag)) && !masterTags.some((other) => isSameTag(other, tag));
    if (before.tags.some((tag) => !isWritten(tag) && isOnlyInText(tag)))
      losses.add('Tags that only the text of a card names: they stay in the text', card);
    return tags;
  }

  function newStatus(
    card: SourceCard,
    assigneeId: string | null,
    isDoc: boolean,
    text: (readonly [string, string])[],
  ): Pick<SentCard, 'isDone' | 'isArchived' | 'progress'> {
    // What the list says holds for the cards that say nothing themselves.
    const ofList = card.status === '' ? chosen(choices.lists, card.list)?.status : undefined;
    const isDone = !isDoc && (card.isDone || ofList === 'done');
    const isHero = heroes.has(card);
    let progress = ofList === 'started' ? ofList : progressOf(card.status);
    // Starting a card without an owner would make it the importing person's.
    if (progress === 'started' && (assigneeId === null || isHero || isDoc || card.isArchived || isDone)) {
      if (ofList === 'started' && assigneeId === null && !isHero && !isDoc && !card.isArchived && !isDone)
        losses.add('Started cards without an owner: not started, since starting would make them yours', card);
      progress = null;
    }
    const isCarried =
      card.status === '' || isDoc || isDone || card.isArchived || progress !== null || (isHero && card.status === hero);
    if (!isCarried) {
      text.push(['Status', card.status]);
      losses.add(`Status “${card.status.slice(0, 40)}”: written into the text`, card);
    }
    return { isDone, isArchived: card.isArchived, progress };
  }

  function ownStatus(
    card: SourceCard,
    shown: ShownCard,
    { isDone, isArchived, progress }: SentCard,
  ): Pick<SentCard, 'isDone' | 'isArchived' | 'progress'> {
    const same = { isDone, isArchived, progress };
    if (source.says?.has('status') === false || card.status === shown.status) return same;
    const next = {
      isDone: card.isDone,
      isArchived: card.isArchived,
      progress: card.isDone ? null : (progressOf(card.status) ?? (isDone ? 'not_started' : progress)),
    };
    if (
      !settableStatuses.has(card.status) ||
      shown.status === doc ||
      shown.status === heroDoc ||
      (next.isDone === isDone && next.isArchived === isArchived && next.progress === progress)
    ) {
      losses.add(
        `Status “${card.status.slice(0, 40)}”, which a table cannot set: left as it is in cards that exist here`,
        card,
      );
      return same;
    }
    if (shown.status === blocked || shown.status === review)
      losses.add('Cards that are blocked or in review stay so until their thread is closed', card);
    return next;
  }

  return { planned, losses: losses.list };
}
