/**
 * Unsaved text is stored as a draft, so that Escape, a click outside the editor, or a crash does not lose it. The panel
 * then offers to continue with the draft.
 */
import { Columns2, Pencil } from 'lucide-react';
import { type ReactElement, type ReactNode, type RefObject, useMemo, useRef } from 'react';
import { useViewState } from '../../data/app-state.ts';
import { CardText } from '../../editor/CardText.tsx';
import { checkboxIndexesByLine, splitTitleAndBody } from '../../editor/checkbox-lines.ts';
import { DraftStoreError } from '../../editor/DraftStoreError.tsx';
import type { MarkdownEditorHandle } from '../../editor/Editor.tsx';
import frame from '../../editor/frame.module.css';
import { MarkdownField } from '../../editor/MarkdownField.tsx';
import type { MentionResolver } from '../../editor/markdown/Markdown.tsx';
import { useAutocompleteData, useMentionResolver } from '../../editor/mention-resolver.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { Banner } from '../../ui/messages.tsx';
import type { CardPanelPartProps } from '../fields/panel-card-state.ts';
import styles from './content.module.css';
import { TextConflictResolver } from './TextConflictResolver.tsx';
import { useContentDraft } from './use-content-draft.ts';

interface ContentProps extends Pick<CardPanelPartProps, 'card' | 'cardState'> {
  editing: boolean;
  onEditing: (editing: boolean) => void;
  /** Wide enough for the editor and the rendered text side by side. */
  isWide: boolean;
}

export function CardContent(props: ContentProps): ReactElement {
  const { card, cardState, editing, onEditing } = props;
  const { cardId, content } = card;
  const { disabledReason, projectId } = cardState;
  const editor = useRef<MarkdownEditorHandle>(null);
  const canSave = disabledReason === null;
  const draft = useContentDraft({ card, editor, isEditing: editing, canSave, closeEditor: () => onEditing(false) });
  const { text, conflict, storeError } = draft;
  const texts = useMemo(() => [content, text], [content, text]);
  const mentions = useMentionResolver(texts, projectId);

  // Below the editor, so that the editor does not move when another person changes the text.
  const conflictView = conflict ? (
    <TextConflictResolver
      cardId={cardId}
      mine={text}
      theirs={content}
      found={conflict}
      onChoose={draft.resolveConflict}
    />
  ) : null;

  return (
    <section className="stack gap-2" aria-label="Text" data-editing={editing || undefined}>
      <DraftStoreError error={storeError} />
      {editing ? null : conflictView}
      {editing && draft.isLoaded ? (
        <EditedText {...props} draft={draft} editor={editor} mentions={mentions} conflictView={conflictView} />
      ) : (
        <>
          {draft.hasDraft ? (
            <Banner
              action={
                <>
                  <Button text="Continue" small onClick={() => onEditing(true)} disabled={!canSave} />
                  <Button text="Discard" small look="quiet" onClick={draft.discard} />
                  <Button
                    text="Save"
                    small
                    look="primary"
                    onClick={draft.save}
                    disabled={conflict !== null || !canSave}
                  />
                </>
              }
            >
              There is an unsaved draft of this text.
            </Banner>
          ) : null}
          <div className={cx('relative', styles.read)}>
            <RenderedCardBody
              content={content}
              mentions={mentions}
              {...(disabledReason ? {} : { onTick: draft.tickCheckbox, onEdit: () => onEditing(true) })}
            />
            {disabledReason ? null : (
              <div className={cx('absolute', styles.edit)}>
                <IconButton icon={Pencil} small label="Edit the text" shortcut="E" onClick={() => onEditing(true)} />
              </div>
            )}
          </div>
        </>
      )}
    </section>
  );
}

interface EditedTextProps extends ContentProps {
  draft: ReturnType<typeof useContentDraft>;
  editor: RefObject<MarkdownEditorHandle | null>;
  mentions: MentionResolver;
  conflictView: ReactNode;
}

function EditedText(props: EditedTextProps): ReactElement {
  const { cardState, isWide, draft, editor, mentions, conflictView } = props;
  const { disabledReason, projectId } = cardState;
  const { hasDraft, text, conflict, storeError } = draft;
  const onClose = () => props.onEditing(false);
  const [split, setSplit] = useViewState('cardSplit', false);
  const completionData = useAutocompleteData(projectId);
  return (
    <>
      <div className={cx('grid gap-4', styles.editing)} data-split={(split && isWide) || undefined}>
        <div className={cx('scroll round bg-surface border-strong', frame.frame, styles.editor)}>
          <MarkdownField
            label="Text of the card"
            text={text}
            placeholder="The first line is the title. / for commands, # tags, @ people, $ cards"
            completionData={completionData}
            autoFocus
            tabIndents
            handle={editor}
            onChange={draft.change}
            onSave={draft.save}
            onEscape={onClose}
          />
        </div>
        {split && isWide ? <RenderedCardBody content={text} mentions={mentions} onTick={draft.tickCheckbox} /> : null}
      </div>
      {conflictView}
      <div className="row wrap justify-end gap-2">
        {isWide ? (
          <IconButton
            icon={Columns2}
            small
            label={split ? 'Hide the rendered text' : 'Show the rendered text beside'}
            aria-pressed={split}
            onClick={() => {
              setSplit(!split);
              editor.current?.focus();
            }}
          />
        ) : null}
        <span className={cx('note', frame.kept)}>
          {!hasDraft ? 'No changes' : storeError ? null : 'Saved as a draft'}
        </span>
        <Button text="Discard" small look="quiet" onClick={draft.discard} disabled={!hasDraft} />
        <Button small look="quiet" onClick={onClose}>
          Close <Kbd keys="Esc" />
        </Button>
        <Button
          small
          look="primary"
          onClick={draft.save}
          title={disabledReason ?? undefined}
          disabled={!hasDraft || conflict !== null || disabledReason !== null}
        >
          Save <Kbd keys="Mod+Enter" />
        </Button>
      </div>
    </>
  );
}

interface RenderedProps {
  content: string;
  mentions: ReturnType<typeof useMentionResolver>;
  onTick?: (index: number, checked: boolean) => void;
  onEdit?: () => void;
}

/** Leaves out the first line, which is the title. A double click starts editing. */
function RenderedCardBody({ content, mentions, onTick, onEdit }: RenderedProps): ReactElement {
  const { body, bodyLine, boxes } = useMemo(
    () => ({ ...splitTitleAndBody(content), boxes: checkboxIndexesByLine(content) }),
    [content],
  );
  const tick = useRef(onTick);
  tick.current = onTick;
  const canTick = onTick !== undefined;
  const checkboxes = useMemo(
    () =>
      canTick
        ? {
            indexAt: (line: number) => boxes.get(bodyLine + line) ?? null,
            tick: (index: number, checked: boolean) => tick.current?.(index, checked),
          }
        : undefined,
    [canTick, boxes, bodyLine],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the pointer; the pencil beside it does the same
    <div className={cx('stack gap-2 min-w-0', styles.rendered)} dir="auto" onDoubleClick={onEdit}>
      {body.trim() ? (
        <div className="selectable">
          <CardText text={body} mentions={mentions} checkboxes={checkboxes} />
        </div>
      ) : onEdit ? (
        <button type="button" className="self-start faint hover-plain" onClick={onEdit}>
          Add a description…
        </button>
      ) : null}
    </div>
  );
}
