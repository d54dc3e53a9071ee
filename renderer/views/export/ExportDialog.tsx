/** Writes cards into a file or the clipboard. Reads and formats them in parts, so that the window stays usable. */
import { type ReactElement, useEffect, useRef, useState } from 'react';
import type { ExportExtension } from '../../../shared/bridge/index.ts';
import { queryForAccount, selectRelated } from '../../../shared/contract/index.ts';
import { useViewState } from '../../data/app-state.ts';
import { call, errorText, failureText } from '../../data/bridge.ts';
import { queryOnce } from '../../data/live.ts';
import { useLookups, usePeople } from '../../data/lookups.ts';
import { saveFile } from '../../data/save-file.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/dom/announce-to-screen-readers.ts';
import form from '../../ui/forms/form-layout.module.css';
import { ProgressBar } from '../../ui/icons/icons.tsx';
import { Banner } from '../../ui/messages.tsx';
import { Dialog } from '../../ui/popups/Dialog.tsx';
import { toast } from '../../ui/popups/toast.ts';
import { countWithNoun } from '../../ui/text/text.ts';
import { type CardsToExport, closeDialog } from '../../workbench/dialog-state.ts';
import {
  cardFileFormats,
  cardFileText,
  type ExportedBoard,
  type ExportedColumn,
  exportedCardsOf,
  exportedCardsQuery,
} from './card-files.tsx';
import { cardFolderFiles } from './card-folder.ts';

type ExportFormat = keyof typeof cardFileFormats;
const formats = Object.keys(cardFileFormats) as readonly ExportFormat[];

const isFileOnly = (format: ExportFormat): format is 'folder' | 'pdf' => format === 'folder' || format === 'pdf';

/** Cards that are read and formatted at once. The window can paint between two parts. */
const partSize = 100;
/** A clipboard holds all of its text in memory. */
const maxCopiedCards = 2_000;
/** In characters. Main writes a text of this length at once. */
const writtenLength = 500_000;

interface Progress {
  readonly done: number;
  readonly verb: 'Copying' | 'Saving';
}

const idsQuery = (where: Extract<CardsToExport, { where: unknown }>['where']) =>
  queryForAccount([selectRelated('cards', { ...where, $order: 'accountSeq' }, ['deckId'])]);

type ColumnOfIds = Extract<CardsToExport, { columns: unknown }>['columns'][number];

export function ExportDialog({ title, cards }: { title: string; cards: CardsToExport }): ReactElement {
  const lookups = useLookups();
  const people = usePeople();
  const [format, setFormat] = useViewState<ExportFormat>('export:extension', 'csv');
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

  /** `work` reads the board to its end. Resolves to false if the person cancelled. */
  async function readBoard(verb: Progress['verb'], work: (board: ExportedBoard) => Promise<void>): Promise<boolean> {
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
        // Formatting a part can take longer than a frame.
        await new Promise((resolve) => setTimeout(resolve));
      }
    }
    const read = (columns ?? []).map(
      ({ title: heading, ids }): ExportedColumn => ({
        title: heading,
        cards: partsOf(ids),
      }),
    );
    await work({ title, columns: read, names: { lookups, people }, at: new Date().toISOString() });
    return !signal.aborted;
  }

  const writeText = (extension: ExportExtension, verb: Progress['verb'], write: (text: string) => Promise<unknown>) =>
    readBoard(verb, async (board) => {
      let waiting = '';
      for await (const text of cardFileText(extension, board)) {
        waiting += text;
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

  const save = () =>
    perform(async () => {
      const saved =
        format === 'folder'
          ? await saveFolder()
          : await saveFile({ name: title, extension: format }, (send) => writeText(format, 'Saving', send)).then(
              (path) => path && { path, missing: [] },
            );
      if (!saved) return;
      const { path, missing } = saved;
      toast({ title: `Exported ${countWithNoun(total, 'card')}`, detail: path, tone: 'success' });
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
      actions={
        <Button
          text="Copy"
          disabled={isFileOnly(format) || total === 0 || total > maxCopiedCards || progress !== null}
          onClick={() => !isFileOnly(format) && void copy(format)}
        />
      }
      mainButton={{ text: 'Save…', disabled: total === 0 || progress !== null, onClick: () => void save() }}
    >
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
                onChange={() => setFormat(value)}
              />
              <span>
                <strong className="strong">{cardFileFormats[value].label}</strong>{' '}
                <span className="soft">{cardFileFormats[value].about}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {progress ? <ProgressBar label={`${progress.verb} the cards`} value={progress.done} total={total} /> : null}
        {failure ? <Banner tone="danger">{failure}</Banner> : null}
      </div>
    </Dialog>
  );
}
