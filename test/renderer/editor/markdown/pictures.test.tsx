import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from '../../../../renderer/editor/markdown/Markdown.tsx';
import {
  attachmentNameOfAddress,
  attachmentPicturesIn,
  markdownSafeFileName,
  pictureMarkdown,
  unusedFileName,
} from '../../../../renderer/editor/markdown/pictures.ts';
import { picturePreviewExtension, picturesChangedEffect } from '../../../../renderer/editor/picture-previews.ts';
import { TextPictureHandlersContext } from '../../../../renderer/editor/text-pictures.ts';
import { tagsIn } from '../../../../shared/domain/content.ts';

const names = ['shot.png', 'Picture 2026-11-22 19.30.12.png', 'Möwe (1).jpeg', 'a_b.webp', '100 percent.png'];

test('the inserted text refers to the picture in the editor and in the rendered text', () => {
  for (const name of names) {
    const text = `before ${pictureMarkdown(name)} behind`;
    expect(attachmentPicturesIn(text).map((picture) => picture.name)).toEqual([name]);
    const html = renderToStaticMarkup(
      <TextPictureHandlersContext
        value={{ addressOf: (asked) => (asked === name ? '/file/w/1' : null), attach: () => '' }}
      >
        <Markdown
          text={text}
          mentions={{ card: () => undefined, person: () => undefined, tag: () => undefined }}
          origin="https://bundle.app"
          openCard={() => {}}
          openOutside={() => {}}
        />
      </TextPictureHandlersContext>,
    );
    expect(html, name).toContain('<img');
    expect(html, name).toContain('src="/file/w/1"');
  }
});

test('a picture that is not attached is shown as its label, without a request', () => {
  const html = renderToStaticMarkup(
    <Markdown
      text="![a map](map.png)"
      mentions={{ card: () => undefined, person: () => undefined, tag: () => undefined }}
      origin="https://bundle.app"
      openCard={() => {}}
      openOutside={() => {}}
    />,
  );
  expect(html).toContain('a map');
  expect(html).not.toContain('<img');
});

test('other kinds of addresses are not names of pictures', () => {
  for (const address of ['https://a.b/c.png', 'data:image/png;base64,AA', '/file/w/1', 'a/b.png', '#top', ''])
    expect(attachmentNameOfAddress(address), address).toBeNull();
});

test('file names add no tags, mentions or ends of addresses to a text', () => {
  const name = markdownSafeFileName('a #art [x] <y> @ana.png');
  expect(name).toBe('a -art -x- -y- -ana.png');
  expect(tagsIn(pictureMarkdown(name))).toEqual([]);
});

test('a name that exists already gets a number', () => {
  const taken = new Set(['shot.png', 'shot 2.png']);
  expect(unusedFileName('shot.png', (name) => taken.has(name))).toBe('shot 3.png');
  expect(unusedFileName('other.png', (name) => taken.has(name))).toBe('other.png');
});

test('the editor shows a picture below its line as soon as it exists and while the line refers to it', () => {
  const known = new Map<string, string>();
  const extension = picturePreviewExtension((name) => known.get(name) ?? null);
  let state = EditorState.create({ doc: 'one\n![a](a.png)\ntwo', extensions: extension });
  const placesIn = () => {
    const places: number[] = [];
    for (const set of state.facet(EditorView.decorations))
      if (typeof set !== 'function') set.between(0, state.doc.length, (from) => void places.push(from));
    return places;
  };
  expect(placesIn()).toEqual([]);
  known.set('a.png', 'blob:1');
  state = state.update({ effects: picturesChangedEffect.of(null) }).state;
  expect(placesIn()).toEqual([state.doc.line(2).to]);
  state = state.update({ changes: { from: 0, insert: '![b](a.png)\n' } }).state;
  expect(placesIn()).toEqual([state.doc.line(1).to, state.doc.line(3).to]);
  state = state.update({ changes: { from: 0, to: state.doc.length } }).state;
  expect(placesIn()).toEqual([]);
});
