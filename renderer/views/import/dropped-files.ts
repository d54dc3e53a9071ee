/** Files and folders that are dropped on the window, except on a place that takes files itself. */
import { importLimits } from '../../../shared/domain/import/source.ts';
import { toastFailure } from '../../data/bridge.ts';
import { isCardWindow } from '../../data/window-kind.ts';
import { openDialog, useDialog } from '../../workbench/dialog-state.ts';

export interface ChosenFile {
  /** Within the chosen folder, parts separated by `/`. */
  readonly path: string;
  readonly file: File;
}

/** @throws an error with a text for the person */
export async function readChosenFile({
  path,
  file,
}: {
  readonly path: string;
  readonly file: Blob;
}): Promise<{ path: string; bytes: Uint8Array<ArrayBuffer> }> {
  try {
    return { path, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch {
    // Browsers refuse a file that was written since it was chosen.
    throw new Error(`“${path}” was changed or moved since it was chosen. Choose it once more.`);
  }
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));
const someEntriesOf = (reader: FileSystemDirectoryReader) =>
  new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));

async function addFilesOf(entry: FileSystemEntry, files: ChosenFile[]): Promise<void> {
  // One more than allowed, so that the dialog says so.
  if (files.length > importLimits.files || entry.name.startsWith('.')) return;
  if (entry.isFile) {
    files.push({ path: entry.fullPath.replace(/^\//, ''), file: await fileOf(entry as FileSystemFileEntry) });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader returns the entries in parts; an empty one is the end.
  for (let some = await someEntriesOf(reader); some.length > 0; some = await someEntriesOf(reader))
    for (const each of some) await addFilesOf(each, files);
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') === true;
const isForImport = (event: DragEvent): boolean =>
  hasFiles(event) && !event.defaultPrevented && useDialog.getState().dialog === null;

export function importDroppedFiles(): void {
  if (isCardWindow) return;
  addEventListener('dragover', (event) => {
    if (isForImport(event)) event.preventDefault();
  });
  addEventListener('drop', (event) => {
    if (!isForImport(event)) return;
    event.preventDefault();
    // The list is emptied when the event is over.
    const entries: FileSystemEntry[] = [];
    const files: ChosenFile[] = [];
    for (const item of event.dataTransfer?.items ?? []) {
      const entry = item.webkitGetAsEntry();
      const file = entry ? null : item.getAsFile();
      if (entry) entries.push(entry);
      else if (file) files.push({ path: file.name, file });
    }
    Promise.all(entries.map((entry) => addFilesOf(entry, files))).then(() => {
      if (files.length > 0) openDialog({ kind: 'import', files });
    }, toastFailure);
  });
}
