/** Asks the person for the folder into which data is exported. */
import { type BrowserWindow, dialog } from 'electron';

/** Returns the path of the chosen folder; undefined if the person cancels the dialog. */
export async function chooseExportFolder(window: BrowserWindow, title: string): Promise<string | undefined> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title,
    buttonLabel: 'Export here',
    properties: ['openDirectory', 'createDirectory'],
  });
  return canceled ? undefined : filePaths[0];
}
