/** A CodeMirror extension that shows the pictures of a text below the lines that name them. */
import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { attachmentPicturesIn } from './markdown/pictures.ts';

/** Height of each preview. It is fixed, so that no line moves when a picture has loaded. */
const previewHeightPx = 160;

class PicturePreview extends WidgetType {
  readonly address: string;
  readonly label: string;
  constructor(address: string, label: string) {
    super();
    this.address = address;
    this.label = label;
  }
  override eq(other: PicturePreview): boolean {
    return other.address === this.address && other.label === this.label;
  }
  override get estimatedHeight(): number {
    return previewHeightPx;
  }
  override toDOM(): HTMLElement {
    const box = document.createElement('div');
    box.className = 'cm-picture';
    const picture = document.createElement('img');
    picture.src = this.address;
    picture.alt = this.label;
    picture.draggable = false;
    box.append(picture);
    return box;
  }
}

/** Effect that creates all previews again. Dispatch it when the results of `addressOf` may have changed. */
export const picturesChangedEffect = StateEffect.define<null>();

type AddressOf = (name: string) => string | null;

function previewsOf(state: EditorState, addressOf: AddressOf): DecorationSet {
  const previews = attachmentPicturesIn(state.doc.toString()).flatMap(({ name, label, end }) => {
    const address = addressOf(name);
    if (!address) return [];
    const widget = new PicturePreview(address, label);
    return [Decoration.widget({ widget, block: true, side: 1 }).range(state.doc.lineAt(end).to)];
  });
  return Decoration.set(previews, true);
}

/** `addressOf` takes the file name of an attachment; null if there is no such attachment. */
export function picturePreviewExtension(addressOf: AddressOf): Extension {
  const field = StateField.define<DecorationSet>({
    create: (state) => previewsOf(state, addressOf),
    update: (previews, transaction) =>
      transaction.docChanged || transaction.effects.some((effect) => effect.is(picturesChangedEffect))
        ? previewsOf(transaction.state, addressOf)
        : previews,
    provide: (self) => EditorView.decorations.from(self),
  });
  return [
    field,
    EditorView.theme({
      '.cm-picture': { boxSizing: 'border-box', height: `${previewHeightPx}px`, padding: '4px 12px' },
      '.cm-picture img': { maxWidth: '100%', maxHeight: '100%', borderRadius: 'var(--radius)' },
    }),
  ];
}
