import { expect, test } from 'vitest';
import {
  type ContextMenuTarget,
  contextMenuTemplate,
  imageFileName,
} from '../../../electron/shell/windows/context-menu.ts';

const nothing = {
  altText: '',
  dictionarySuggestions: [],
  editFlags: { canCut: false, canCopy: false, canPaste: true, canSelectAll: true },
  isEditable: false,
  linkURL: '',
  mediaType: 'none',
  misspelledWord: '',
  selectionText: '',
  srcURL: '',
  x: 4,
  y: 5,
} as unknown as ContextMenuTarget;

function shown(place: Partial<ContextMenuTarget>) {
  const done: unknown[] = [];
  const template = contextMenuTemplate(
    { ...nothing, ...place },
    {
      replaceMisspelling: (word) => done.push(['replace', word]),
      addToDictionary: (word) => done.push(['add', word]),
      openLink: (url) => done.push(['open', url]),
      copyText: (text) => done.push(['copy', text]),
      copyImageAt: (x, y) => done.push(['image', x, y]),
      saveImage: (url, name) => done.push(['save', url, name]),
      isSafeLink: (url) => /^(https?|mailto):/.test(url),
    },
  );
  const names = template.map(({ label, role, type }) => label ?? role ?? type);
  const click = (label: string) =>
    template.find((item) => item.label === label)?.click?.({} as never, undefined, {} as never);
  return { names, template, click, done };
}

test('a text field has edit commands, and only possible ones are enabled', () => {
  const { names, template } = shown({ isEditable: true });
  expect(names).toEqual(['cut', 'copy', 'paste', 'Paste as text', 'separator', 'selectAll']);
  expect(template.map(({ enabled }) => enabled)).toEqual([false, false, true, true, undefined, true]);
});

test('a misspelt word has its suggestions at the top', () => {
  const { names, click, done } = shown({ isEditable: true, misspelledWord: 'lihgt', dictionarySuggestions: ['light'] });
  expect(names.slice(0, 3)).toEqual(['light', 'Add to dictionary', 'separator']);
  click('light');
  click('Add to dictionary');
  expect(done).toEqual([
    ['replace', 'light'],
    ['add', 'lihgt'],
  ]);
  expect(shown({ isEditable: true, misspelledWord: 'xqz' }).names[0]).toBe('No suggestions');
});

test('a link can be opened in the browser or copied; one that the app does not open has no commands', () => {
  const { names, click, done } = shown({ linkURL: 'mailto:ida@example.com' });
  expect(names).toEqual(['Open link', 'Copy link address']);
  click('Copy link address');
  expect(done).toEqual([['copy', 'ida@example.com']]);
  expect(shown({ linkURL: 'app://bundle/index.html#/hand' }).names).toEqual([]);
});

test('a picture can be copied and saved, selected text copied, and nothing else has a menu', () => {
  const { names, click, done } = shown({
    mediaType: 'image',
    srcURL: 'app://bundle/file/key/1',
    altText: 'Harbour.png',
    selectionText: 'some',
  });
  expect(names).toEqual(['Copy image', 'Save image as…', 'separator', 'copy']);
  click('Copy image');
  click('Save image as…');
  expect(done).toEqual([
    ['image', 4, 5],
    ['save', 'app://bundle/file/key/1', 'Harbour.png'],
  ]);
  // The main process cannot read an image with a blob address, so the menu only offers to copy it.
  expect(shown({ mediaType: 'image', srcURL: 'blob:app://bundle/1' }).names).toEqual(['Copy image']);
  expect(shown({}).names).toEqual([]);
});

test('a saved image is named after its description and type', () => {
  expect(imageFileName('Harbour.png', 'image/png')).toBe('Harbour.png');
  expect(imageFileName('Old/new: harbour', 'image/jpeg')).toBe('Old new harbour.jpg');
  expect(imageFileName('', 'image/webp')).toBe('Image.webp');
  expect(imageFileName('', 'application/octet-stream')).toBe('Image');
});
