/** Writes cards into a file or the clipboard. Reads and formats them in parts, so that the window stays usable. */
import { type ReactElement, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { ExportExtension, PrintedPages } from '../../../shared/bridge/index.ts';
import { queryForAccount, selectRelated } from '../../../shared/contract/index.ts';
import { type PaperSize, paperSizes } from '../../../shared/domain/paper.ts';
import { useViewState } from '../../data/app-state.ts';
import { call, errorText, failureText } from '../../data/bridge.ts';
import { rowByAnyId } from '../../data/id-remap.ts';
import { queryOnce } from '../../data/live.ts';
import { type SprintRow, useLookups, usePeople } from '../../data/lookups.ts';
import { saveFile, toastAboutSavedFile } from '../../data/save-file.ts';
import { useShownProgress } from '../../progress/ProgressBand.tsx';
import { SmallBurnUpChart } from '../../progress/SmallBurnUpChart.tsx';
import { useProgress } from '../../progress/use-progress.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/dom/announce-to-screen-readers.ts';
import form from '../../ui/forms/form-layout.module.css';
import { ProgressBar } from '../../ui/icons/icons.tsx';
import { Banner } from '../../ui/messages.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { Select } from '../../ui/popups/Select.tsx';
import { countWithNoun } from '../../ui/text/text.ts';
import { type CardsToExport, closeDialog, type DialogState } from '../../workbench/dialog-state.ts';
import {
  cardFileFormats,
  cardFileText,
  type ExportedColumn,
  exportedCardsOf,
  exportedCardsQuery,
} from './card-files.ts';
import { cardFolderFiles } from './card-folder.ts';
import styles from './ExportDialog.module.css';
import { PrintPreview } from './PrintPreview.tsx';
import {
  type PageBoard,
  PageBody,
  type PageColumn,
  PageHeader,
  type PageLayout,
  pageLayouts,
  pageText,
} from './page.tsx';

type ExportFormat = keyof typeof cardFileFormats;
const formats = Object.keys(cardFileFormats) as readonly ExportFormat[];

const isFileOnly = (format: ExportFormat): format is 'folder' | 'pdf' => format === 'folder' || format === 'pdf';

/** Cards that are read and formatted at once. The window can paint between two parts. */
const partSize = 100;
/** A clipboard holds all of its text in memory. */
const maxCopiedCards = 2_000;
/** In characters. Main writes a text of this length at once. */
const writtenLength = 500_000;

/** Formatting stops after this time, so that the window can paint. */
const maxTaskMs = 30;
/** Of the preview, which is read and laid out at once. */
const maxPreviewCards = 100;

interface Progress {
  readonly done: number;
  readonly verb: 'Copying' | 'Printing' | 'Saving';
}

const idsQuery = (where: Extract<CardsToExport, { where: unknown }>['where']) =>
  queryForAccount([selectRelated('cards', { ...where, $order: 'accountSeq' }, ['deckId'])]);

type ColumnOfIds = Extract<CardsToExport, { columns: unknown }>['columns'][number];

type ExportProps = Omit<Extract<DialogState, { kind: 'export' }>, 'kind'>;

export function ExportDialog(props: ExportProps): ReactElement {
  const run = rowByAnyId(useLookups().sprints, props.runId ?? '');
  return run ? <RunExport run={run} {...props} /> : <CardsExport burnUp={null} {...props} />;
}

function RunExport({ run, ...props }: ExportProps & { readonly run: SprintRow }): ReactElement {
  const { id, startDate: from, endDate: to, completedAt: endedAt } = run;
  const shown = useShownProgress(useProgress('sprint', id, endedAt !== null), { from, to, endedAt });
  // The chart begins with the second day.
  const burnUp = shown && shown.points.length > 1 && (
    <div className="burn-up">
      <SmallBurnUpChart points={shown.points} from={from} to={to} unit={shown.unit} width={640} height={120} />
      <small>
        {shown.now.done} of {shown.now.total} {shown.unit} done (thick line), from {from} to {to}; thin line: all;
        dashed line: an even pace.
      </small>
    </div>
  );
  return <CardsExport burnUp={burnUp} {...props} />;
}

/** In the United States, Canada and Mexico people print on Letter, elsewhere on A4. */
const usualPaper: PaperSize = /-(US|CA|MX)$/.test(navigator.language) ? 'Letter' : 'A4';
const layoutChoices = (Object.keys(pageLayouts) as PageLayout[]).map((value) => ({ value, label: pageLayouts[value] }));

const paperChoices = paperSizes.map((value) => ({ value, label: value }));

/** For the preview: the cards that come first, on a board of each column. */
function previewPart(columns: readonly ColumnOfIds[], total: number, layout: PageLayout): readonly ColumnOfIds[] {
  if (total <= maxPreviewCards) return columns;
  const perColumn = layout === 'board' ? Math.max(5, Math.floor(maxPreviewCards / columns.length)) : maxPreviewCards;
  let left = maxPreviewCards;
  return columns.flatMap(({ title, ids }) => {
    if (left <= 0) return [];
    const part = ids.slice(0, Math.min(left, perColumn));
    left -= Math.max(1, part.length);
    return [{ title, ids: part }];
  });
}

function CardsExport({
  title,
  cards,
  isPrint = false,
  burnUp,
}: ExportProps & { readonly burnUp: ReactNode }): ReactElement {
  const lookups = useLookups();
  const people = usePeople();
  const [lastFormat, setLastFormat] = useViewState<ExportFormat>('export:extension', 'csv');
  const [chosenFormat, setFormat] = useState<ExportFormat | null>(isPrint ? 'pdf' : null);
  const format = chosenFormat ?? lastFormat;
  const [paper, setPaper] = useViewState<PaperSize>('export:paper', usualPaper);
  const [chosenLayout, setLayout] = useState<PageLayout | null>(null);
  const [columns, setColumns] = useState<readonly ColumnOfIds[] | null>('columns' in cards ? cards.columns : null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const run = useRef<AbortController | null>(null);
  useEffect(() => () => run.current?.abort(), []);

  useEffect(() => {
    if (!('where' in cards)) return;
    queryOnce(idsQuery(cards.where)).then(
      (answer) => {
        const ids = Map.groupBy(Object.values(answer.card ?? {}), ({ deckId }) => deckId);
        setColumns(
          [...ids].map(([deckId, rows]) => ({
            title: deckId ? (lookups.decks[deckId]?.title ?? 'Deck out of sight') : 'Private cards',
            ids: rows.map(({ cardId }) => cardId),
          })),
        );
      },
      (error: unknown) => setFailure(errorText(error)),
    );
  }, [cards, lookups.decks]);

  const total = columns?.reduce((sum, { ids }) => sum + ids.length, 0) ?? 0;
  const layout = chosenLayout ?? (total === 1 ? 'cards' : (columns?.length ?? 0) > 1 ? 'board' : 'list');
  const pages: PrintedPages = { paper, isLandscape: layout === 'board' };
  const [openedAt] = useState(() => new Date().toISOString());
  const heading = { title, at: openedAt, burnUp };
  const names = { lookups, people };

  const previewed = useMemo(() => (columns ? previewPart(columns, total, layout) : []), [columns, total, layout]);
  const shownCount = previewed.reduce((sum, { ids }) => sum + ids.length, 0);
  const [preview, setPreview] = useState<readonly PageColumn[] | null>(null);
  const hasPreview = format === 'pdf';
  useEffect(() => {
    if (!hasPreview || previewed.length === 0) return;
    let isOutdated = false;
    queryOnce(exportedCardsQuery(previewed.flatMap(({ ids }) => ids))).then(
      (answer) => {
        if (isOutdated) return;
        setPreview(
          previewed.map((column, at) => ({
            heading: columns && columns.length > 1 ? column.title : null,
            cardCount: columns?.[at]?.ids.length ?? 0,
            isFirstPart: true,
            cards: exportedCardsOf(answer, column.ids),
          })),
        );
      },
      (error: unknown) => setFailure(errorText(error)),
    );
    return () => {
      isOutdated = true;
    };
  }, [hasPreview, previewed, columns]);

  /** `work` reads the board to its end. Resolves to false if the person cancelled. */
  async function readBoard(verb: Progress['verb'], work: (board: PageBoard) => Promise<void>): Promise<boolean> {
    const controller = new AbortController();
    run.current = controller;
    const { signal } = controller;
    let done = 0;
    setProgress({ done, verb });
    async function* partsOf(ids: readonly string[]): AsyncGenerator<ReturnType<typeof exportedCardsOf>> {
      for (let at = 0; at < ids.length && !signal.aborted; at += partSize) {
        const part = ids.slice(at, at + partSize);
        yield exportedCardsOf(await queryOnce(exportedCardsQuery(part)), part);
        done += part.length;
        setProgress({ done, verb });
        await new Promise((resolve) => setTimeout(resolve));
      }
    }
    const read = (columns ?? []).map(
      ({ title: heading, ids }): ExportedColumn => ({
        title: heading,
        cards: partsOf(ids),
      }),
    );
    await work({ ...heading, layout: format === 'pdf' ? layout : 'cards', columns: read, names });
    return !signal.aborted;
  }

  const writeText = (extension: ExportExtension, verb: Progress['verb'], write: (text: string) => Promise<unknown>) =>
    readBoard(verb, async (board) => {
      let waiting = '';
      let pausedAt = performance.now();
      const isPage = extension === 'html' || extension === 'pdf';
      for await (const text of isPage ? pageText(board, extension === 'pdf') : cardFileText[extension](board)) {
        waiting += text;
        if (performance.now() - pausedAt > maxTaskMs) {
          await new Promise((resolve) => setTimeout(resolve));
          pausedAt = performance.now();
        }
        if (waiting.length < writtenLength) continue;
        await write(waiting);
        waiting = '';
      }
      await write(waiting);
    });

  /** Null as for `saveFile`. */
  async function saveFolder(): Promise<{ readonly path: string; readonly missing: readonly string[] } | null> {
    const begun = await call('export/beginFolder', { name: title });
    if (!begun) return null;
    const missing: string[] = [];
    let isComplete = false;
    try {
      isComplete = await readBoard('Saving', async (board) => {
        for await (const file of cardFolderFiles(board)) {
          const answer = await call('export/file', { path: [...file.path], content: file.content });
          if (answer.missing) missing.push(`${file.path.join('/')}: ${failureText(answer.missing)}`);
        }
      });
    } finally {
      await call('export/end', { isComplete });
    }
    return isComplete ? { path: begun.path, missing } : null;
  }

  async function perform(work: () => Promise<void>): Promise<void> {
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      run.current = null;
      setProgress(null);
    }
  }

  const copy = (extension: ExportExtension) =>
    perform(async () => {
      let whole = '';
      if (
        await writeText(extension, 'Copying', async (text) => {
          whole += text;
        })
      ) {
        copyText(whole.replace('\u{feff}', ''), `Copied ${countWithNoun(total, 'card')}`);
        closeDialog();
      }
    });

  const print = () =>
    perform(async () => {
      await call('export/beginPrint', pages);
      let isComplete = false;
      try {
        isComplete = await writeText('pdf', 'Printing', (text) => call('export/write', { text }));
      } finally {
        await call('export/end', { isComplete });
      }
    });

  const save = () =>
    perform(async () => {
      const saved =
        format === 'folder'
          ? await saveFolder()
          : await saveFile({ name: title, extension: format, ...(format === 'pdf' ? { pages } : {}) }, (send) =>
              writeText(format, 'Saving', send),
            ).then((path) => path && { path, missing: [] });
      if (!saved) return;
      const { path, missing } = saved;
      toastAboutSavedFile(`Exported ${countWithNoun(total, 'card')}`, path);
      // The dialog stays, so that the person can read which attachments are not there.
      if (missing.length === 0) closeDialog();
      else
        setFailure(
          `${countWithNoun(missing.length, 'attachment')} could not be read; everything else is saved. ${missing.slice(0, 5).join('; ')}`,
        );
    });

  return (
    <Dialog
      onClose={closeDialog}
      title={`Export ${title}`}
      description={columns ? countWithNoun(total, 'card') : undefined}
      width={format === 'pdf' ? 1000 : undefined}
      actions={
        format === 'pdf' ? (
          <Button text="Print…" disabled={total === 0 || progress !== null} onClick={() => void print()} />
        ) : (
          <Button
            text="Copy"
            disabled={isFileOnly(format) || total === 0 || total > maxCopiedCards || progress !== null}
            onClick={() => !isFileOnly(format) && void copy(format)}
          />
        )
      }
      mainButton={{
        text: format === 'pdf' ? 'Save as PDF…' : 'Save…',
        disabled: total === 0 || progress !== null,
        onClick: () => void save(),
      }}
    >
      <div className={format === 'pdf' ? styles.withPreview : undefined}>
        <div className={form.form}>
          <fieldset className="stack gap-2" disabled={progress !== null}>
            <legend className="visually-hidden">Format</legend>
            {formats.map((value) => (
              <label key={value} className="row gap-2">
                <input
                  type="radio"
                  name="format"
                  autoFocus={format === value}
                  checked={format === value}
                  onChange={() => {
                    setFormat(value);
                    setLastFormat(value);
                  }}
                />
                <span>
                  <strong className="strong">{cardFileFormats[value].label}</strong>{' '}
                  <span className="soft">{cardFileFormats[value].about}</span>
                </span>
              </label>
            ))}
          </fieldset>
          {format === 'pdf' ? (
            <>
              <Select label="Layout" value={layout} options={layoutChoices} onChange={setLayout} />
              <Select label="Paper" prefix="Paper" value={paper} options={paperChoices} onChange={setPaper} />
            </>
          ) : null}
          {progress ? <ProgressBar label={`${progress.verb} the cards`} value={progress.done} total={total} /> : null}
          {failure ? <Banner tone="danger">{failure}</Banner> : null}
        </div>
        {format === 'pdf' && columns && total > 0 ? (
          <PrintPreview pages={pages} isCut={shownCount < total}>
            <PageHeader {...heading} />
            {preview ? <PageBody layout={layout} columns={preview} names={names} /> : null}
          </PrintPreview>
        ) : null}
      </div>
    </Dialog>
  );
}
