/** The unsaved text is stored as a draft and merged with the versions that other people save. */
import { type RefObject, useState } from 'react';
import { withoutUnstorable } from '../../../shared/contract/check.ts';
import { contentWithCheckboxSet } from '../../../shared/domain/content.ts';
import { mergeTexts, type TextMergeResult } from '../../../shared/domain/text-merge.ts';
import { act, actStep, addLocalChangeToUndoStack } from '../../data/act.ts';
import { useAppState } from '../../data/app-state.ts';
import { draftKeys } from '../../editor/draft-keeper.ts';
import type { MarkdownEditorHandle } from '../../editor/Editor.tsx';
import { useDraft } from '../../editor/use-draft.ts';
import { useSingleFlight } from '../../ui/single-flight.ts';
import type { PanelCard } from '../queries.ts';

interface ContentDraftOptions {
  readonly card: Pick<PanelCard, 'cardId' | 'content'>;
  /** Null while the text is only shown. */
  readonly editor: RefObject<MarkdownEditorHandle | null>;
  readonly isEditing: boolean;
  readonly canSave: boolean;
  readonly closeEditor: () => void;
}

/** Both the draft and a text that another person has saved contain changes. The person decides which text to keep. */
type ContentConflict = Extract<TextMergeResult, { kind: 'merged' | 'clash' }>;

export function useContentDraft({ card, editor, isEditing, canSave, closeEditor }: ContentDraftOptions) {
  const { cardId, content } = card;
  const { draft, isLoaded, storeError, write, current, clear } = useDraft(draftKeys.content(cardId));
  const text = draft?.text ?? content;
  const merge = draft ? mergeTexts(draft.base, draft.text, content) : null;
  const conflict: ContentConflict | null = merge && (merge.kind === 'merged' || merge.kind === 'clash') ? merge : null;

  const [isSaving, setSaving] = useState(false);
  // A card of another workspace is not saved in this one; its draft stays there.
  const [workspaceId] = useState(() => useAppState.getState().workspace?.id);
  const discard = () => {
    const discarded = current();
    clear();
    closeEditor();
    if (discarded) addLocalChangeToUndoStack('Discard a draft', () => write(discarded), clear);
  };
  const store = useSingleFlight(async () => {
    const saved = current();
    if (!saved || saved.text === content) return clear();
    if (
      !(await act('Edit the text', [
        actStep('cards/update', { id: cardId, content: saved.text }, { content: saved.base }),
      ]))
    )
      return;
    const now = current();
    // The person typed while the text was being saved. The base is what was stored, or what could not be stored would
    // look like another person's change.
    if (now && now.text !== saved.text) write({ text: now.text, base: withoutUnstorable(saved.text) });
    else clear();
  });
  /** If the text cannot be saved now, the draft stays. */
  const save = async () => {
    if (conflict || !canSave || useAppState.getState().workspace?.id !== workspaceId) return;
    setSaving(true);
    await store();
    setSaving(false);
  };
  const tickCheckbox = (index: number, checked: boolean) => {
    if (isEditing) {
      const ticked = contentWithCheckboxSet(text, index, checked);
      write({ text: ticked, base: draft?.base ?? content });
      editor.current?.replace(ticked);
      return;
    }
    const label = checked ? 'Tick a checkbox' : 'Untick a checkbox';
    void act(label, [
      actStep('cards/update', { id: cardId, content: contentWithCheckboxSet(content, index, checked) }, { content }),
    ]);
  };
  const resolveConflict = (chosen: string) => {
    // `replace` makes the editor store the draft with the old card text as its base.
    editor.current?.replace(chosen);
    write({ text: chosen, base: content });
  };
  const change = (next: string) => write({ text: next, base: draft?.base ?? content });

  return {
    hasDraft: draft !== null,
    isSaving,
    isLoaded,
    storeError,
    text,
    conflict,
    change,
    save: () => void save(),
    discard,
    tickCheckbox,
    resolveConflict,
  };
}
