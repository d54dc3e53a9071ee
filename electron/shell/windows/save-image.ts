import { writeFile } from 'node:fs/promises';
import { type BrowserWindow, dialog, net } from 'electron';
import { errorMessage } from '../../../shared/contract/index.ts';
import { imageFileName } from './image-file-name.ts';

/** Shows an error message if the image cannot be saved. */
export async function saveImage(window: BrowserWindow, url: string, description: string): Promise<void> {
  try {
    const response = await net.fetch(url);
    if (!response.ok) throw new Error(`The image could not be read (${response.status}).`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const defaultPath = imageFileName(description, response.headers.get('content-type') ?? '');
    const { canceled, filePath } = await dialog.showSaveDialog(window, { title: 'Save image', defaultPath });
    if (!canceled && filePath) await writeFile(filePath, bytes);
  } catch (error) {
    dialog.showErrorBox('The image was not saved', errorMessage(error));
  }
}
