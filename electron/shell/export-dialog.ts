import { type BrowserWindow, dialog } from 'electron';

/** Undefined if the person cancels the dialog. */
export async function chooseExportFolder(window: BrowserWindow, title: string): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title,
    buttonLabel: 'Export here',
    properties: ['openDirectory', 'createDirectory'],
  });
  return canceled ? undefined : filePaths[0];
}
