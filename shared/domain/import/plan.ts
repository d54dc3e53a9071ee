/**
 * The actions that bring a source into a workspace, in batches: each batch is one change, and later batches name rows
 * of earlier ones. Pure, so that preview, run and resumed run are the same.
 */
import type { ActionName } from '../../contract/index.ts';
import { firstCodeLine } from '../content.ts';
import type { ImportChoices } from './choices.ts';
import {
  cardItem,
  chosen,
  deckItem,
  type ImportLoss,
  type ImportWorkspace,
  inlineText,
  layoutOf,
  milestoneItem,
  namesOf,
  type PlannedCard,
  planCards,
  referenceTo,
  type SentCard,
} from './plan-cards.ts';
import type { Source } from './source.ts';

export interface ImportStep {
  readonly action: ActionName;
  readonly params: Readonly<Record<string, unknown>>;
  /** As `ActionStep.base`: the person's own edits of a text since the last import stay. */
  readonly base?: Readonly<Record<string, unknown>>;
  /** The items of the rows that the step creates, in the order of its answer. */
  readonly creates?: readonly string[];
}

export interface ImportBatch {
  readonly steps: readonly ImportStep[];
  /** What is noted once the batch is done: by item, what was sent of the card; null for other rows. */
  readonly notes: readonly (readonly [item: string, sent: SentCard | null])[];
  /** Title of the one card that the batch updates. If it is refused, the import goes on and the report names the card. */
  readonly updates?: string;
  /** Instead of steps: a chosen file to attach to the card of an item. */
  readonly file?: {
    readonly card: string;
    readonly name: string;
    readonly path: string;
    /** The database that has the bytes, if another workspace is imported. */
    readonly workspace?: string;
  };
  /** Its id, if Decktop's own table names the card by it: no earlier import has noted anything of it. */
  readonly ownCardId?: string;
}

export interface ImportPlan {
  readonly batches: readonly ImportBatch[];
  readonly counts: {
    readonly created: number;
    readonly updated: number;
    readonly unchanged: number;
    readonly leftOut: number;
    readonly comments: number;
    readonly files: number;
    readonly decks: number;
    readonly milestones?: number;
  };
  readonly losses: readonly ImportLoss[];
}

const cardsPerBatch = 100;
/** Of the texts of a batch. */
const lettersPerBatch = 1_000_000;
/** As many rows as a request reads back: one answer settles the step. */
const idsPerStep = 200;
const threadsPerBatch = 25;

const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size));

function* chunksOfCards(cards: readonly PlannedCard[]): Generator<PlannedCard[]> {
  let some: PlannedCard[] = [];
  let letters = 0;
  for (const card of cards) {
    const { length } = card.sent.content;
    if (some.length === cardsPerBatch || (some.length > 0 && letters + length > lettersPerBatch)) {
      yield some;
      some = [];
      letters = 0;
    }
    some.push(card);
    letters += length;
  }
  if (some.length > 0) yield some;
}

/** Without the items whose key is null. */
function groupsOf<T>(list: readonly T[], keyOf: (item: T) => string | null): Map<string, T[]> {
  const groups = Map.groupBy(list, keyOf);
  groups.delete(null);
  return groups as Map<string, T[]>;
}

/** @throws nothing: what a card cannot hold goes into its text or into `losses` */
export function planImport(source: Source, choices: ImportChoices, workspace: ImportWorkspace): ImportPlan {
  const { known } = workspace;
  const layout = layoutOf(source, choices);
  const { planned, losses } = planCards(source, choices, workspace);
  const deckPlaces = source.lists.map(({ id }) => deckItem(id));
  const deckParam = (item: string) => {
    if (layout === 'zones' && choices.deckId !== null) return choices.deckId;
    return known.get(item)?.id ?? referenceTo(item);
  };
  const batches: ImportBatch[] = [];
  const add = (steps: readonly ImportStep[], more: Omit<ImportBatch, 'steps'> = { notes: [] }) => {
    if (steps.length > 0) batches.push({ steps, ...more });
  };
  const idOf = (item: string) => known.get(item)?.id ?? referenceTo(item);
  const created = planned.filter(({ item }) => !known.has(item));
  const kept = planned.filter(({ item }) => known.has(item));

  const deckOfItem = new Map(source.lists.map(({ id, deck }) => [deckItem(id), deck]));
  const isPrivate = (item: string) => layout === 'decks' && deckOfItem.get(item) === null;
  const newDecks = [...new Set([...created, ...kept].map(({ sent }) => sent.deck))]
    .filter((item) => deckParam(item) === referenceTo(item) && !isPrivate(item))
    .sort((a, b) => deckPlaces.indexOf(a) - deckPlaces.indexOf(b));
  const milestoneNamed = namesOf(workspace.milestones);
  const newMilestones = addMilestones();
  const listTitle = (item: string) =>
    layout === 'zones'
      ? choices.deckTitle
      : inlineText(chosen(choices.lists, item.slice(deckItem('').length))?.title ?? '') || choices.deckTitle;
  const deckSteps = newDecks.map(
    (item): ImportStep => ({
      action: 'decks/create',
      params: {
        title: listTitle(item) || 'Imported',
        projectId: projectOf(item),
        ...(isDeckOfOtherWorkspace(item)
          ? { deckType: deckOfItem.get(item)?.type, coverColor: deckOfItem.get(item)?.color }
          : {}),
      },
      creates: [item],
    }),
  );
  for (const some of chunks(deckSteps, idsPerStep))
    add(some, { notes: some.flatMap(({ creates }) => (creates ?? []).map((item) => [item, null] as const)) });
  for (const item of newDecks.filter(isDeckOfOtherWorkspace)) {
    const { description = '', zones = [], milestone = '' } = deckOfItem.get(item) ?? {};
    const changes = {
      ...(description === '' ? {} : { description }),
      ...(zones.length === 0 ? {} : { manualOrderLabels: zones }),
      ...(milestone === '' ? {} : { milestoneId: milestoneId(milestone) }),
    };
    if (Object.keys(changes).length > 0) add([{ action: 'decks/update', params: { id: deckParam(item), ...changes } }]);
  }
  if (layout === 'zones' && planned.length > 0) {
    const isNew = newDecks.length > 0;
    const wanted = source.lists
      .filter((list) => planned.some(({ source: card }) => card.list === list.id))
      .map((list) => inlineText(chosen(choices.lists, list.id)?.title ?? list.name) || null);
    const before = isNew ? [] : workspace.zones;
    const labels = [...before, ...wanted.filter((label) => !before.includes(label))].filter(
      (label, at, all) => all.indexOf(label) === at,
    );
    if (labels.length !== before.length && !(labels.length === 1 && labels[0] === null))
      add([{ action: 'decks/update', params: { id: deckParam(deckItem('')), manualOrderLabels: labels } }]);
  }

  const isLate = ({ comments }: PlannedCard) => comments.length > 0;
  const heroes = new Set(created.map(({ sent }) => sent.parent));
  const isArchivedLate = (card: PlannedCard) => isLate(card) || heroes.has(card.item);
  for (const [deck, cards] of groupsOf(created, ({ sent }) => sent.deck))
    for (const some of chunksOfCards(cards)) {
      if (isPrivate(deck)) {
        // `createMany` needs a deck.
        add(
          some.map(({ item, sent, isDoc }) => ({
            action: 'cards/create',
            params: {
              content: sent.content,
              deckId: null,
              ...(isDoc ? { isDoc } : { priority: sent.priority, effort: sent.effort }),
            },
            creates: [item],
          })),
          { notes: some.map(({ item, sent }) => [item, sent]) },
        );
      } else
        add(
          [
            {
              action: 'cards/createMany',
              params: {
                deckId: deckParam(deck),
                cards: some.map((card) => ({
                  content: card.sent.content,
                  ...(card.sent.priority === null ? {} : { priority: card.sent.priority }),
                  ...(card.sent.effort === null ? {} : { effort: card.sent.effort }),
                  // Threads notify the owner, so the owner is set after them.
                  ...(card.sent.assigneeId === null || isLate(card) ? {} : { assigneeId: card.sent.assigneeId }),
                  ...(card.isDoc ? { isDoc: true } : {}),
                  ...(card.sent.isDone ? { status: 'done' } : {}),
                  // Comments on an archived card would be closed to no purpose, and sub cards need a visible parent.
                  ...(card.sent.isArchived && !isArchivedLate(card) ? { visibility: 'archived' } : {}),
                })),
              },
              creates: some.map(({ item }) => item),
            },
          ],
          { notes: some.map(({ item, sent }) => [item, sent]) },
        );
      // Only `updateMany` creates tags of a project. At once, because it writes the first line of each card again.
      const tagged = some.filter(({ sent }) => sent.tags.length > 0);
      const tagsOf = ({ item, sent: { content, tags } }: PlannedCard) => ({
        id: idOf(item),
        ...(firstCodeLine(content) === undefined ? { title: content.split('\n', 1)[0] ?? '' } : { content }),
        masterTags: tags,
      });
      if (tagged.length > 0) add([{ action: 'cards/updateMany', params: { cards: tagged.map(tagsOf) } }]);
    }

  const bulk = (cards: readonly PlannedCard[], values: Readonly<Record<string, unknown>>): ImportStep[] =>
    chunks(cards, idsPerStep).map((some) => ({
      action: 'cards/bulkUpdate',
      params: { ids: some.map(({ item }) => idOf(item)), ...values },
    }));
  for (const [zone, cards] of groupsOf(created, ({ sent }) => sent.zone))
    for (const some of chunks(cards, idsPerStep))
      add([
        {
          action: 'cardOrders/addAfter',
          params: { targetId: null, cardIds: some.map(({ item }) => idOf(item)), context: 'deck', label: zone },
        },
      ]);
  const places = new Map(
    planned.flatMap(({ source: { own } }) => own?.subCards.map((id, at) => [id, at] as const) ?? []),
  );
  const placeOf = ({ source: { id } }: PlannedCard) => places.get(id) ?? 0;
  for (const [parent, cards] of groupsOf(created, ({ sent }) => sent.parent))
    for (const step of bulk(
      cards.sort((a, b) => placeOf(a) - placeOf(b)),
      { parentCardId: idOf(parent) },
    ))
      add([step]);
  for (const name of ['dueDate', 'milestoneId', 'sprintId'] as const)
    for (const [value, cards] of groupsOf(created, ({ sent }) => sent[name]))
      for (const step of bulk(cards, { [name]: value })) add([step]);

  for (const card of kept) addUpdate(card);
  const dependent = created.filter(({ sent }) => (sent.inDeps?.length ?? 0) > 0);
  for (const some of chunks(dependent, threadsPerBatch))
    add(
      some.map(({ item, sent }) => ({
        action: 'cards/update',
        params: { id: idOf(item), inDeps: sent.inDeps?.map(idOf) },
      })),
    );
  addThreads();
  for (const { item, source: card } of planned)
    for (const file of card.files) {
      const fileItem = `file ${card.id} ${file.path}`;
      // A card that an own folder names by its id has its files already.
      if (known.has(fileItem) || known.get(item)?.shown) continue;
      const workspace = source.workspace && { workspace: source.workspace.file };
      batches.push({ steps: [], notes: [[fileItem, null]], file: { card: item, ...file, ...workspace } });
    }
  const owned = created.filter((card) => isLate(card) || isPrivate(card.sent.deck));
  for (const [assigneeId, cards] of groupsOf(owned, ({ sent }) => sent.assigneeId))
    for (const step of bulk(cards, { assigneeId })) add([step]);
  for (const step of bulk(
    created.filter(({ sent }) => sent.isDone && isPrivate(sent.deck)),
    { status: 'done' },
  ))
    add([step]);
  // Before cards are started, which fills the Hand above its limit.
  addOwnLists();
  for (const step of bulk(
    created.filter(({ sent }) => sent.progress === 'started'),
    { status: 'started' },
  ))
    add([step]);
  for (const card of created)
    if (card.laterContent !== null)
      add([{ action: 'cards/update', params: { id: idOf(card.item), content: card.laterContent } }], {
        notes: [[card.item, { ...card.sent, content: card.laterContent }]],
      });
  for (const step of bulk(
    created.filter((card) => card.sent.isArchived && (isArchivedLate(card) || isPrivate(card.sent.deck))),
    { visibility: 'archived' },
  ))
    add([step]);

  function isDeckOfOtherWorkspace(item: string): boolean {
    return layout === 'decks' && (deckOfItem.get(item) ?? null) !== null;
  }

  function projectOf(item: string): string {
    const project = deckOfItem.get(item)?.project;
    return (project !== undefined && chosen(choices.projects ?? {}, project)) || choices.projectId;
  }

  function milestoneId(name: string): string {
    return milestoneNamed(name) ?? idOf(milestoneItem(name));
  }

  /** Those that the decks and cards need, and that are not here by their name. */
  function addMilestones(): number {
    const decks = new Set(newDecks.map((item) => deckOfItem.get(item)?.milestone));
    const needed = (source.workspace?.milestones ?? []).filter(({ name }) => {
      const reference = referenceTo(milestoneItem(name));
      const isNew = milestoneId(name) === reference;
      return isNew && (decks.has(name) || planned.some(({ sent }) => sent.milestoneId === reference));
    });
    for (const { name, projects, isGlobal, ...rest } of needed) {
      const projectIds = projects.flatMap((project) => chosen(choices.projects ?? {}, project) ?? []);
      const every = Object.values(choices.projects ?? {}).filter((id) => id !== null);
      const params = {
        accountId: workspace.accountId,
        name,
        ...rest,
        isGlobal,
        projectIds: isGlobal ? null : [...new Set(projectIds.length > 0 ? projectIds : every)],
      };
      const item = milestoneItem(name);
      add([{ action: 'milestones/create', params, creates: [item] }], { notes: [[item, null]] });
    }
    return needed.length;
  }

  /** The Hand and the bookmarks of the person. */
  function addOwnLists(): void {
    const { hand = [], bookmarks = [] } = source.workspace ?? {};
    const { userId } = workspace;
    if (!userId) return;
    // The Hand would make the person the owner of a card whose owner is not here.
    const isFree = ({ sent, source: { people } }: PlannedCard) => sent.assigneeId !== null || people.length === 0;
    const fresh = new Set(created.filter(isFree).map(({ item }) => item));
    const rowsOf = (ids: readonly string[]) =>
      ids
        .map(cardItem)
        .filter((item) => fresh.has(item))
        .map(idOf);
    const [cardIds, ids] = [rowsOf(hand), rowsOf(bookmarks)];
    if (cardIds.length > 0) add([{ action: 'handQueue/addCardsToHand', params: { cardIds, userId } }]);
    if (ids.length > 0) add([{ action: 'bookmarks/addCards', params: { ids, userId } }]);
  }

  function addUpdate({ item, sent, source: card }: PlannedCard): void {
    const id = idOf(item);
    const before = known.get(item)?.sent;
    if (!before) return;
    const changed: Record<string, unknown> = {};
    const isPlaced = before.deck !== '';
    if (sent.content !== before.content) changed.content = sent.content;
    for (const name of ['priority', 'effort', 'assigneeId', 'dueDate', 'milestoneId', 'sprintId'] as const)
      if (sent[name] !== (before[name] ?? null)) changed[name] = sent[name];
    if (sent.isDone !== before.isDone) changed.status = sent.isDone ? 'done' : (sent.progress ?? 'not_started');
    else if (!sent.isDone && sent.progress !== null && sent.progress !== before.progress)
      changed.status = sent.progress;
    if (sent.isArchived !== before.isArchived) changed.visibility = sent.isArchived ? 'archived' : 'default';
    if (isPlaced && sent.deck !== before.deck) changed.deckId = deckParam(sent.deck);
    if (sent.inDeps && JSON.stringify(sent.inDeps) !== JSON.stringify(before.inDeps ?? []))
      changed.inDeps = sent.inDeps.map(idOf);
    if (sent.parent !== before.parent) changed.parentCardId = sent.parent === null ? null : idOf(sent.parent);
    const steps: ImportStep[] = [];
    if (Object.keys(changed).length > 0)
      steps.push({
        action: 'cards/update',
        params: { id, ...changed },
        ...('content' in changed ? { base: { content: before.content } } : {}),
      });
    for (const tag of sent.tags)
      if (!before.tags.includes(tag))
        steps.push({ action: 'cards/bulkUpdate', params: { ids: [id], addMasterTag: tag } });
    for (const tag of before.tags)
      if (!sent.tags.includes(tag))
        steps.push({ action: 'cards/bulkUpdate', params: { ids: [id], removeMasterTag: tag } });
    if (isPlaced && sent.zone !== before.zone)
      steps.push({
        action: 'cardOrders/addAfter',
        params: { targetId: null, cardIds: [id], context: 'deck', label: sent.zone },
      });
    // A card that the table names by its id is not one of an earlier import.
    add(
      steps,
      isPlaced ? { notes: [[item, sent]], updates: card.title } : { notes: [], updates: card.title, ownCardId: id },
    );
  }

  function addThreads(): void {
    const starting = [...created, ...kept].flatMap(({ item, comments }) =>
      [...groupsOf(comments, ({ thread }) => thread)].flatMap(([thread, all]) => {
        const fresh = all.filter((comment) => !known.has(comment.item));
        return fresh.length === 0
          ? []
          : [{ card: idOf(item), thread, hasThread: typeof known.get(thread)?.id === 'string', fresh }];
      }),
    );
    for (const some of chunks(starting, threadsPerBatch)) {
      const threads = some.filter(({ hasThread }) => !hasThread);
      add(
        threads.map(({ card, thread, fresh }) => ({
          action: 'resolvables/create',
          params: { cardId: card, context: fresh[0]?.context ?? 'comment', content: fresh[0]?.content ?? '' },
          creates: [thread],
        })),
        {
          notes: threads.flatMap(
            ({ thread, fresh }) =>
              [
                [thread, null],
                [fresh[0]?.item ?? thread, null],
              ] as const,
          ),
        },
      );
      const rest = some.flatMap(({ thread, hasThread, fresh }) =>
        fresh.slice(hasThread ? 0 : 1).map((comment) => ({ thread, comment })),
      );
      for (const few of chunks(rest, threadsPerBatch))
        add(
          few.map(({ thread, comment }) => ({
            action: 'resolvables/comment',
            params: { resolvableId: idOf(thread), content: comment.content },
          })),
          { notes: few.map(({ comment }) => [comment.item, null]) },
        );
      // Nobody waits for an answer in a thread of another program.
      const closed = threads.filter(({ fresh }) => fresh[0]?.isClosed);
      add(closed.map(({ thread }) => ({ action: 'resolvables/close', params: { id: idOf(thread) } })));
    }
  }

  const updated = batches.filter(({ updates }) => updates !== undefined).length;
  return {
    batches,
    losses,
    counts: {
      created: created.length,
      updated,
      unchanged: kept.length - updated,
      leftOut: source.cards.length - created.length - kept.length,
      comments: batches.reduce(
        (sum, { steps }) =>
          sum +
          steps.filter(({ action }) => action === 'resolvables/create' || action === 'resolvables/comment').length,
        0,
      ),
      files: batches.filter(({ file }) => file).length,
      decks: newDecks.length,
      milestones: newMilestones,
    },
  };
}
