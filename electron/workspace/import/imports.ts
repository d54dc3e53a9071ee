/**
 * Imports into one workspace. The steps are ordinary actions of the person: they wait in the outbox, keep the service's
 * limits and work offline. Runs in the workspace's worker thread.
 */
import type { ImportedCardPreview, ImportPreview, ImportReading, ImportRun } from '../../../shared/bridge/index.ts';
import { conflictFailure, type Failure, FailureError, type Outcome } from '../../../shared/contract/index.ts';
import { isSameTag, titleOfContent } from '../../../shared/domain/content.ts';
import { derivedStatusLabels } from '../../../shared/domain/derived-status.ts';
import { type ImportChoices, summaryOf } from '../../../shared/domain/import/choices.ts';
import type { ColumnRole } from '../../../shared/domain/import/column-roles.ts';
import { type ImportPlan, type ImportStep, planImport } from '../../../shared/domain/import/plan.ts';
import {
  cardItem,
  codesNeeded,
  deckItem,
  type KnownItem,
  type SentCard,
  withReferences,
} from '../../../shared/domain/import/plan-cards.ts';
import { refuseFile, type Source } from '../../../shared/domain/import/source.ts';
import type { Table } from '../../../shared/domain/import/table.ts';
import { foldText } from '../../../shared/domain/search-text.ts';
import { shortCodeOf } from '../../../shared/domain/short-code.ts';
import { type Clock, resolveAfter } from '../../client/clock.ts';
import { nameOfUser } from '../../engine/rules/members.ts';
import type { RowChange } from '../../engine/store/rows.ts';
import type { ActStep } from '../../engine/types.ts';
import type { Replica } from '../../replica/replica.ts';
import type { ImportBatchUndo, ImportRunRecord, StoredBatch } from '../../replica/store/import-records.ts';
import { importTargets, priorityName, sentOfRow, shownCard } from './own-cards.ts';
import type { ChosenFile } from './read-files.ts';

interface ImportsOptions {
  readonly replica: Replica;
  readonly clock: Clock;
  readonly changed: (run: ImportRun) => void;
  /** Of the extensions, only the embedded service surely has this one. */
  readonly canDeleteTags: boolean;
  readonly log: (level: 'info' | 'warn', message: string, details?: Record<string, unknown>) => void;
}

interface OpenSource {
  readonly table: Table | null;
  readonly source: Source;
  /** By the paths that cards of the source name. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly roles: readonly ColumnRole[];
  readonly dates: NonNullable<ImportReading['table']>['dates'];
  readonly timezone: string;
}

/**
 * While the service is reachable, the person's own changes wait behind at most this many of an import. More would also
 * cost more: what is sent and not yet read back is performed again at each read of its rows.
 */
const maxWaitingOperations = 3;
const waitMs = 20;
/** A service may refuse to show the rows again: an import goes on without. */
const longestReadMs = 2_000;
/** A pause after each batch, so that windows get their answers between batches. */
const minPauseMs = 1;
const maxPauseMs = 40;
const idsPerUndo = 200;
/** Cards that a preview makes and shows: every window waits meanwhile, some 0.3 s for this number. */
const previewedCards = 500;
const exampleCount = 5;

type Find = (item: string) => string | undefined;

const stepOf = ({ action, params, base }: ImportStep, idOf: Find, codeOf?: Find): ActStep => ({
  action,
  params: withReferences(params, idOf, codeOf) as ActStep['params'],
  ...(base ? { base: base as Record<string, unknown> } : {}),
});

/** False for a step on cards that a preview has not made. */
const namesAllRows = (params: ActStep['params']): boolean =>
  Object.values(params).every((value) => value !== undefined && !(Array.isArray(value) && value.length === 0));

/** The ids of the rows that a step created, in the order of `ImportStep.creates`. */
function createdIds(answer: Record<string, unknown> | undefined): string[] {
  if (typeof answer?.id === 'string') return [answer.id];
  return Array.isArray(answer?.cards) ? answer.cards.map(({ id }: { id: string }) => id) : [];
}

function rowsOf(steps: readonly ImportStep[], answers: readonly Record<string, unknown>[]): Map<string, string> {
  const rows = new Map<string, string>();
  for (const [index, { creates }] of steps.entries()) {
    const ids = creates ? createdIds(answers[index]) : [];
    for (const [at, item] of (creates ?? []).entries()) {
      const id = ids[at];
      if (id !== undefined) rows.set(item, id);
    }
  }
  return rows;
}

export class Imports {
  readonly #options: ImportsOptions;
  readonly #open = new Map<number, OpenSource>();
  readonly #running = new Map<number, AbortController>();
  #isClosed = false;

  constructor(options: ImportsOptions) {
    this.#options = options;
  }

  get #records() {
    return this.#options.replica.imports;
  }
  get #store() {
    return this.#options.replica.store;
  }

  /** Goes on with what was running when the app was closed. */
  start(): void {
    for (const run of this.#records.runs()) if (run.state === 'running') void this.#perform(run.id);
  }

  close(): void {
    this.#isClosed = true;
    for (const running of this.#running.values()) running.abort();
  }

  release(windowId: number): void {
    this.#open.delete(windowId);
  }

  async read(windowId: number, files: readonly ChosenFile[], timezone: string): Promise<ImportReading> {
    // Loaded here, because a start of the app needs none of it.
    const [{ readFiles }, tables] = await Promise.all([
      import('./read-files.ts'),
      import('../../../shared/domain/import/table.ts'),
    ]);
    const found = await readFiles(files, timezone);
    if ('source' in found) {
      this.#open.set(windowId, {
        table: null,
        source: found.source,
        files: found.files,
        roles: [],
        dates: null,
        timezone,
      });
      return this.#readingOf(windowId);
    }
    const roles = tables.suggestedRoles(found.table);
    return this.#openTable(windowId, found, roles, null, timezone);
  }

  /** Everything of another workspace on this computer. @param file its database */
  async readWorkspace(windowId: number, file: string, name: string): Promise<ImportReading> {
    const { readWorkspace } = await import('./read-workspace.ts');
    const source = readWorkspace(file, name);
    this.#open.set(windowId, { table: null, source, files: new Map(), roles: [], dates: null, timezone: 'UTC' });
    return this.#readingOf(windowId);
  }

  /** @param said what the person says of the order of day and month */
  async columns(windowId: number, roles: readonly ColumnRole[], said: 'day' | 'month' | null): Promise<ImportReading> {
    const { table, files, timezone } = this.#sourceOf(windowId);
    if (!table) return refuseFile('This file has no columns.');
    return this.#openTable(windowId, { table, files }, roles, said, timezone);
  }

  async #openTable(
    windowId: number,
    { table, files }: { readonly table: Table; readonly files: OpenSource['files'] },
    roles: readonly ColumnRole[],
    said: 'day' | 'month' | null,
    timezone: string,
  ): Promise<ImportReading> {
    const { dateOrderOfTable, sourceOfTable } = await import('../../../shared/domain/import/table.ts');
    const found = dateOrderOfTable(table, roles);
    const dates = found && { ...found, order: found.order ?? said, isAsked: found.order === null };
    const source = sourceOfTable(table, { roles, dateOrder: dates?.order ?? 'day', timezone });
    this.#open.set(windowId, { table, source, files, roles, dates, timezone });
    return this.#readingOf(windowId);
  }

  #readingOf(windowId: number): ImportReading {
    const { table, source, roles, dates } = this.#sourceOf(windowId);
    const importedAt =
      this.#records.runs().find((run) => run.source === source.key && run.state !== 'undone')?.at ?? null;
    const summary = summaryOf(source);
    if (!table) return { summary, table: null, importedAt };
    return {
      summary,
      importedAt,
      table: {
        columns: table.columns.map((name, index) => ({
          name,
          role: roles[index] ?? 'field',
          examples: [...new Set(table.rows.slice(0, 200).map((row) => row[index] ?? ''))]
            .filter((cell) => cell.trim() !== '')
            .slice(0, 3)
            .map((cell) => cell.slice(0, 80)),
        })),
        dates,
      },
    };
  }

  #sourceOf(windowId: number): OpenSource {
    return this.#open.get(windowId) ?? refuseFile('The file is no longer open here. Choose it once more.');
  }

  #plan(windowId: number, choices: ImportChoices): { readonly source: Source; readonly plan: ImportPlan } {
    const { source, dates } = this.#sourceOf(windowId);
    if (dates?.order === null)
      refuseFile(`Choose first what dates such as “${dates.example}” mean: they can be read in two ways.`);
    const { rows } = this.#store;
    const known = new Map<string, KnownItem>();
    for (const [item, { id, sent }] of this.#records.items(source.key)) {
      const model = (['card', 'deck', 'milestone'] as const).find((kind) => item.startsWith(`${kind} `)) ?? null;
      const row = model === null || id === null ? undefined : rows.get(model, id);
      const isGone =
        model !== null &&
        (!row || ('visibility' in row ? row.visibility === 'deleted' : 'isDeleted' in row && row.isDeleted));
      // A deleted deck or milestone is made again; a deleted card is left deleted.
      if (model !== 'card' && model !== null && isGone) continue;
      const code = source.workspace && model === 'card' && id !== null ? this.#codeOf(id) : undefined;
      known.set(item, { id: isGone ? null : id, sent, ...(code === undefined ? {} : { code }) });
    }
    // Decktop's own tables name cards of this workspace.
    for (const card of source.cards) {
      const item = cardItem(card.id);
      const row = source.says === null || known.has(item) ? undefined : rows.get('card', card.id);
      if (row?.visibility === 'deleted') known.set(item, { id: null, sent: null });
      else if (row) known.set(item, { id: row.cardId, sent: sentOfRow(row), shown: shownCard(rows, row) });
    }
    // And its decks by their titles.
    for (const { id: list } of source.says && choices.layout === 'decks' ? source.lists : []) {
      const [named, another] = rows.find('deck', { projectId: choices.projectId, title: list, isDeleted: false });
      if (named && !another) known.set(deckItem(list), { id: named.id, sent: null });
    }
    const deck = choices.deckId === null ? undefined : rows.get('deck', choices.deckId);
    const plan = planImport(source, choices, {
      known,
      ...importTargets(rows),
      zones: deck?.manualOrderLabels ?? [],
      accountId: rows.find('account', {})[0]?.id ?? '',
      userId: this.#options.replica.userId,
    });
    return { source, plan };
  }

  preview(windowId: number, choices: ImportChoices): ImportPreview {
    const { source, plan } = this.#plan(windowId, choices);
    const items = new Map<string, string>();
    for (const [item, { id }] of this.#records.items(source.key)) if (id !== null) items.set(item, id);
    const idOf = (item: string) => items.get(item);
    let current: ImportStep | undefined;
    function* steps(): Generator<ActStep> {
      const counts = new Map<string, number>();
      for (const batch of plan.batches)
        for (const step of batch.steps) {
          const next = stepOf(step, idOf);
          if (!namesAllRows(next.params)) continue;
          // Other steps change only cards that the preview has made.
          if (step.creates || batch.updates !== undefined || step.action === 'resolvables/comment') {
            const count = counts.get(step.action) ?? 0;
            if (count >= previewedCards) continue;
            counts.set(step.action, count + (step.creates?.length ?? 1));
          }
          current = step;
          yield next;
        }
    }
    const changes = this.#store.preview(steps(), (answer) => {
      const ids = createdIds(answer);
      for (const [at, item] of (current?.creates ?? []).entries()) {
        const id = ids[at];
        if (id !== undefined) items.set(item, id);
      }
    });
    return {
      counts: plan.counts,
      losses: plan.losses,
      cards: this.#previewedCards(changes),
      notified: this.#notified(plan),
    };
  }

  /** Undefined until the service has numbered the card. */
  #codeOf(cardId: string): string | undefined {
    const { accountSeq = 0 } = this.#store.rows.get('card', cardId) ?? {};
    return accountSeq > 0 ? shortCodeOf(accountSeq) : undefined;
  }

  #notified({ batches }: ImportPlan): string[] {
    const ids = new Set<string>();
    for (const { steps } of batches)
      for (const { params } of steps) {
        if (typeof params.assigneeId === 'string') ids.add(params.assigneeId);
        if (Array.isArray(params.cards))
          for (const card of params.cards as { assigneeId?: string }[]) if (card.assigneeId) ids.add(card.assigneeId);
      }
    ids.delete(this.#options.replica.userId ?? '');
    return [...ids].map((id) => nameOfUser(this.#store.rows, id)).sort();
  }

  #previewedCards(changes: readonly RowChange[]): ImportedCardPreview[] {
    const { rows } = this.#store;
    const after = <T>(model: string) =>
      new Map(
        changes.flatMap((change) =>
          change.model === model && change.after ? [[change.key, change.after as T] as const] : [],
        ),
      );
    const decks = after<{ title: string }>('deck');
    const orders = new Map(
      [...after<{ context: string; cardId: string; label: string | null }>('cardOrder').values()].map(
        ({ cardId, label }) => [cardId, label],
      ),
    );
    const comments = new Map<string, number>();
    for (const { cardId } of after<{ cardId: string }>('resolvableEntry').values())
      comments.set(cardId, (comments.get(cardId) ?? 0) + 1);
    const cards = after<Record<string, never>>('card');
    const titleOf = (id: string) => String(cards.get(id)?.title ?? rows.get('card', id)?.title ?? '');
    const shown: ImportedCardPreview[] = [];
    for (const change of changes) {
      if (change.model !== 'card' || !change.after || shown.length >= previewedCards) continue;
      const card = change.after;
      const deckId = String(card.deckId);
      const zone = orders.get(change.key);
      const commentCount = comments.get(change.key) ?? 0;
      shown.push({
        title: titleOfContent(String(card.content)),
        place: [decks.get(deckId)?.title ?? rows.get('deck', deckId)?.title ?? '', zone ?? '']
          .filter(Boolean)
          .join(' › '),
        change: change.before ? 'updated' : 'new',
        due: card.dueDate ? String(card.dueDate) : null,
        details: [
          card.visibility === 'archived'
            ? derivedStatusLabels.archived
            : card.status === 'done' || card.status === 'started'
              ? derivedStatusLabels[card.status as 'done' | 'started']
              : '',
          card.assigneeId ? nameOfUser(rows, String(card.assigneeId)) : '',
          card.effort === null || card.effort === undefined ? '' : `Effort ${card.effort}`,
          card.priority ? `Priority ${priorityName(rows, String(card.priority))}` : '',
          ...((card.tags ?? []) as readonly string[]).map((tag) => `#${tag}`),
          card.parentCardId ? `Sub card of ${titleOf(String(card.parentCardId))}` : '',
          commentCount > 0 ? `${commentCount} ${commentCount === 1 ? 'comment' : 'comments'}` : '',
        ].filter(Boolean),
      });
    }
    return shown;
  }

  run(windowId: number, choices: ImportChoices): ImportRun {
    if (this.#running.size > 0) refuseFile('Another import is running. Wait for its end, or stop it.');
    const { source, plan } = this.#plan(windowId, choices);
    const { counts, losses, batches } = plan;
    const at = new Date(this.#options.clock.now()).toISOString();
    const label = `${source.name} (${source.format})`;
    const { files } = this.#sourceOf(windowId);
    const report = { counts, losses, notes: source.notes };
    const id = this.#records.add({ source: source.key, label, at }, batches, report, (file) => files.get(file));
    this.#open.delete(windowId);
    void this.#perform(id);
    return this.#runWith(id);
  }

  list(): readonly ImportRun[] {
    return this.#records.runs().map((run) => this.#withDeck(run));
  }

  stop(id: number): ImportRun {
    this.#running.get(id)?.abort();
    const run = this.#runWith(id);
    if (run.state === 'running') this.#records.setState(id, 'stopped');
    return this.#changed(id);
  }

  continue(id: number): ImportRun {
    if (this.#running.size > 0) refuseFile('Another import is running. Wait for its end, or stop it.');
    if (this.#runWith(id).state !== 'stopped') refuseFile('This import is not stopped.');
    this.#records.setState(id, 'running');
    void this.#perform(id);
    return this.#changed(id);
  }

  #runWith(id: number): ImportRun {
    return this.#withDeck(this.#records.run(id) ?? refuseFile('There is no such import.'));
  }

  #withDeck(run: ImportRunRecord): ImportRun {
    const { rows } = this.#store;
    if (run.state === 'running' || run.state === 'undone') return { ...run, deckId: null };
    const deck = rows.get('deck', this.#records.firstIdOf(run.source, run.id, 'deck') ?? '');
    const cardId = this.#records.firstIdOf(run.source, run.id, 'card') ?? '';
    return { ...run, deckId: deck && !deck.isDeleted ? deck.id : (rows.get('card', cardId)?.deckId ?? null) };
  }

  #changed(id: number): ImportRun {
    const run = this.#runWith(id);
    this.#options.changed(run);
    return run;
  }

  async #perform(id: number): Promise<void> {
    const { clock, log } = this.#options;
    const controller = new AbortController();
    const { signal } = controller;
    this.#running.set(id, controller);
    try {
      const { source, label } = this.#runWith(id);
      let sent: readonly number[] = [];
      for (;;) {
        if (signal.aborted) return;
        const next = this.#records.nextBatch(id);
        if (!next) break;
        await this.#waitForRoom(sent, signal);
        while (!signal.aborted && !this.#isReady(source, next.batch)) await resolveAfter(clock, waitMs, signal);
        if (signal.aborted) return;
        const startedAt = performance.now();
        const { operationIds, failure } = await this.#performBatch({ id, source }, label, next.number, next.batch);
        if (failure) {
          this.#records.setState(id, 'stopped', failure);
          return;
        }
        sent = [...sent.filter((waiting) => this.#store.outbox.get(waiting)), ...operationIds];
        this.#changed(id);
        const pause = Math.min(maxPauseMs, Math.max(minPauseMs, performance.now() - startedAt));
        await resolveAfter(clock, pause, signal);
      }
      this.#records.setState(id, 'done');
    } catch (error) {
      log('warn', 'An import stopped', { error: String((error as Error)?.stack ?? error) });
      const failure = error instanceof FailureError ? error.failure : this.#options.replica.failureOf(error);
      try {
        this.#records.setState(
          id,
          'stopped',
          failure ?? conflictFailure('import', `The import stopped: ${String(error)}`),
        );
      } catch (again) {
        log('warn', 'The state of an import could not be stored', { error: String(again) });
      }
    } finally {
      this.#running.delete(id);
      if (!this.#isClosed) this.#changed(id);
    }
  }

  /** Files wait in the outbox, which every backup copies; and a text names cards by the numbers that the service gives. */
  #isReady(source: string, { file, steps }: StoredBatch): boolean {
    const { replica } = this.#options;
    if (file) {
      const { waiting, attention } = replica.uploads.counts();
      return waiting - attention < maxWaitingOperations;
    }
    return steps.every(({ params }) =>
      codesNeeded(typeof params.content === 'string' ? params.content : '').every((item) => {
        const id = this.#records.idOf(source, item);
        return id === undefined || !this.#store.rows.get('card', id) || this.#codeOf(id) !== undefined;
      }),
    );
  }

  /** Does not wait for a service that cannot be reached, or for changes that need a decision of the person. */
  async #waitForRoom(sent: readonly number[], signal: AbortSignal): Promise<void> {
    for (let waitedMs = 0; ; waitedMs += waitMs) {
      const { phase, attention, pausedByPerson } = this.#options.replica.status();
      if (signal.aborted || attention > 0 || phase === 'offline' || phase === 'stopped' || pausedByPerson) return;
      const { outbox } = this.#store;
      const states = sent.map((id) => outbox.get(id)?.state);
      const unsent = states.filter((state) => state === 'queued' || state === 'sending').length;
      const unread = states.filter((state) => state === 'acknowledged').length;
      if (unsent < maxWaitingOperations && (unread < maxWaitingOperations || waitedMs >= longestReadMs)) return;
      await resolveAfter(this.#options.clock, waitMs, signal);
    }
  }

  async #performBatch(
    run: Pick<ImportRun, 'id' | 'source'>,
    label: string,
    number: number,
    batch: StoredBatch,
  ): Promise<{ readonly operationIds: readonly number[]; readonly failure?: Failure }> {
    const records = this.#records;
    const { steps, notes, updates, ownCardId } = batch;
    if (batch.file) await this.#attach(run, number, batch);
    if (steps.length === 0) return { operationIds: [] };
    const idOf = (item: string) => records.idOf(run.source, item);
    const codeOf = (item: string) => this.#codeOf(idOf(item) ?? '');
    const before = updates === undefined ? undefined : records.sentOf(run.source, notes[0]?.[0] ?? '');
    const { rows } = this.#store;
    const makesTags = steps.some(({ action }) => action === 'cards/updateMany');
    const tagsBefore = new Set(makesTags ? rows.find('projectTag', {}).map((tag) => tag.id) : []);
    const acted: Outcome<{ operationIds: readonly number[]; undo: { steps: readonly unknown[] } | null }> =
      this.#options.replica.act(
        { label: `Import ${label}`.slice(0, 200), steps: steps.map((step) => stepOf(step, idOf, codeOf)) as never },
        (answers) =>
          records.markPerformed(
            run,
            number,
            notes.map(([item, sent]) => [item, withReferences(sent, idOf, codeOf) as SentCard | null]),
            rowsOf(steps, answers),
          ),
      );
    if (acted.ok) {
      const isChange = updates !== undefined || steps.some(({ action }) => action === 'decks/update');
      const [item] = notes[0] ?? [];
      const newTags = (makesTags ? rows.find('projectTag', {}) : []).filter((tag) => !tagsBefore.has(tag.id));
      const own = ownCardId === undefined ? undefined : rows.get('card', ownCardId);
      if ((isChange && acted.value.undo) || newTags.length > 0)
        records.setUndo(run.id, number, {
          steps: isChange ? ((acted.value.undo?.steps ?? []) as readonly ActStep[]) : [],
          sentBefore: item !== undefined && before ? [item, before] : null,
          after: own && { cardId: own.cardId, sent: sentOfRow(own) },
          newTags: newTags.map(({ projectId, tag }) => ({ projectId, tag })),
        });
      return { operationIds: acted.value.operationIds };
    }
    const { failure } = acted;
    // Without its decks and cards an import cannot go on, nor on a full disk. Refusals must not hold up the others.
    const isEssential = steps.some(({ action }) => action === 'decks/create' || action === 'cards/createMany');
    if (isEssential || failure.kind !== 'rejected') return { operationIds: [], failure };
    records.markPerformed(run, number, [], new Map());
    const action = steps[0]?.action ?? '';
    this.#addLoss(run.id, `Not done: ${'message' in failure ? failure.message : 'refused'}`, updates ?? action);
    return { operationIds: [] };
  }

  /** The file waits in the outbox until its card exists on the service. */
  async #attach(
    run: Pick<ImportRun, 'id' | 'source'>,
    number: number,
    { file, bytes, notes }: StoredBatch,
  ): Promise<void> {
    const { replica, clock } = this.#options;
    const cardId = file && this.#records.idOf(run.source, file.card);
    const at = new Date(clock.now()).toISOString();
    const content = file?.workspace === undefined ? Buffer.from(bytes ?? '', 'base64') : await storedFileOf(file);
    const refused = this.#store.engine.db.transaction(() => {
      this.#records.markPerformed(run, number, notes, new Map());
      if (!file || cardId === undefined) return undefined;
      if (!content) return conflictFailure('import', 'Files that are no longer in the other workspace: not attached');
      const added = replica.uploads.add({ cardId, name: file.name, at, bytes: content });
      return added.ok ? undefined : added.failure;
    })();
    if (refused) this.#addLoss(run.id, 'message' in refused ? refused.message : 'Not attached', file?.name ?? '');
    replica.uploads.wake();
  }

  #addLoss(id: number, what: string, example: string): void {
    const { report } = this.#runWith(id);
    const known = report.losses.find((loss) => loss.what === what) ?? { what, count: 0, examples: [] };
    const loss = {
      what,
      count: known.count + 1,
      examples: known.examples.length < exampleCount ? [...known.examples, example] : known.examples,
    };
    this.#records.setReport(id, { ...report, losses: [...report.losses.filter((other) => other.what !== what), loss] });
  }

  /** Returns the titles of the cards that stay, because they were changed here since. */
  undo(id: number): { readonly run: ImportRun; readonly left: readonly string[] } {
    if (this.#running.has(id)) refuseFile('Stop the import first.');
    const run = this.#runWith(id);
    if (run.state === 'undone') refuseFile('This import is already undone.');
    const { replica } = this.#options;
    const { rows } = this.#store;
    const records = this.#records;
    const label = `Undo: Import ${run.label}`.slice(0, 200);
    const act = (steps: readonly ActStep[]) => {
      const acted = steps.length === 0 ? null : replica.act({ label, steps: steps as never });
      if (acted && !acted.ok) throw new FailureError(acted.failure);
    };
    const left: string[] = [];
    const undos = records.undosOf(id);
    for (const undo of undos) {
      const own = undo.after && rows.get('card', undo.after.cardId);
      if (undo.after && (!own || !isSameCard(sentOfRow(own), undo.after.sent))) {
        if (own) left.push(own.title);
        continue;
      }
      const [item, sent] = undo.sentBefore ?? [];
      const card = item === undefined ? undefined : rows.get('card', records.idOf(run.source, item) ?? '');
      const now = item === undefined ? undefined : records.sentOf(run.source, item);
      if (card && now && wasTouched(card, now)) {
        left.push(card.title);
        continue;
      }
      act(undo.steps);
      if (item !== undefined && sent) records.setSent(run.source, item, sent);
    }
    const items = records.items(run.source, id);
    const deleted: string[] = [];
    for (const [item, { id: cardId, sent }] of items) {
      const card = item.startsWith('card ') && cardId !== null ? rows.get('card', cardId) : undefined;
      if (!card || card.visibility === 'deleted') continue;
      if (sent && (wasTouched(card, sent) || this.#hasCommentsOfOthers(card.cardId))) left.push(card.title);
      else deleted.push(card.cardId);
    }
    const { uploads } = replica;
    for (const { id: file, cardId } of uploads.list()) if (deleted.includes(cardId)) uploads.remove(file);
    for (let at = 0; at < deleted.length; at += idsPerUndo)
      act([{ action: 'cards/bulkUpdate', params: { ids: deleted.slice(at, at + idsPerUndo), visibility: 'deleted' } }]);
    for (const [item, { id: deckId }] of items) {
      const deck = item.startsWith('deck ') && deckId !== null ? rows.get('deck', deckId) : undefined;
      if (!deck || deck.isDeleted) continue;
      const isUsed = rows.find('card', { deckId: deck.id }).some(({ visibility }) => visibility !== 'deleted');
      if (!isUsed) act([{ action: 'decks/delete', params: { id: deck.id } }]);
    }
    for (const [item, { id: milestoneId }] of items) {
      const milestone = item.startsWith('milestone ') && milestoneId !== null && rows.get('milestone', milestoneId);
      if (!milestone || milestone.isDeleted) continue;
      const isUsed = rows
        .find('card', { milestoneId: milestone.id })
        .some(({ visibility }) => visibility !== 'deleted');
      if (!isUsed) act([{ action: 'milestones/delete', params: { id: milestone.id } }]);
    }
    this.#deleteUnusedTags(
      undos.flatMap(({ newTags = [] }) => newTags),
      act,
    );
    records.forget(run.source, [...items.keys()]);
    records.setState(id, 'undone');
    return { run: this.#changed(id), left };
  }

  #deleteUnusedTags(tags: NonNullable<ImportBatchUndo['newTags']>, act: (steps: readonly ActStep[]) => void): void {
    const { rows } = this.#store;
    if (!this.#options.canDeleteTags || tags.length === 0) return;
    const decks = rows.find('deck', { isDeleted: false });
    const used = new Set<string>();
    for (const { id, projectId, defaultProjectTagId, defaultCard } of decks) {
      if (defaultProjectTagId !== null) used.add(defaultProjectTagId);
      const cards = rows.find('card', { deckId: id }).filter(({ visibility }) => visibility !== 'deleted');
      for (const tag of [...(defaultCard?.masterTags ?? []), ...cards.flatMap((card) => card.tags)])
        used.add(`${projectId} ${foldText(tag)}`);
    }
    for (const { projectId, tag } of tags) {
      const row = rows.find('projectTag', { projectId }).find((other) => isSameTag(other.tag, tag));
      if (row && !used.has(row.id) && !used.has(`${projectId} ${foldText(tag)}`))
        act([{ action: 'projects/deleteTag', params: { id: row.id } }]);
    }
  }

  #hasCommentsOfOthers(cardId: string): boolean {
    const { userId, identity } = this.#options.replica;
    const own = new Set([userId, identity?.actorId]);
    return this.#store.rows
      .find('resolvableEntry', { cardId })
      .some(({ authorId }) => !own.has(authorId) && authorId !== '');
  }
}

/** Undefined if the workspace, or the file in it, is gone. */
async function storedFileOf({ workspace = '', path }: NonNullable<StoredBatch['file']>): Promise<Buffer | undefined> {
  const { readStoredFile } = await import('./read-workspace.ts');
  return readStoredFile(workspace, path);
}

/** Time alone archives cards, so that does not count. */
const isSameCard = (a: SentCard, b: SentCard): boolean =>
  JSON.stringify({ ...a, isArchived: false }) === JSON.stringify({ ...b, isArchived: false });

/** Whether somebody has changed the card since it was imported. Time alone archives cards, so that does not count. */
function wasTouched(card: Readonly<Record<string, unknown>>, sent: SentCard): boolean {
  return (
    card.content !== sent.content ||
    (['priority', 'effort', 'assigneeId', 'dueDate'] as const).some((name) => (card[name] ?? null) !== sent[name]) ||
    (card.status === 'done') !== sent.isDone ||
    (card.status === 'started') !== (sent.progress === 'started')
  );
}
