/**
 * The card's text: rendered, in the editor, or both side by side. Unsaved text is stored as a draft, so that Escape, a
 * click elsewhere or a crash does not lose it. The panel then offers to continue with the draft.
 */
import { Columns2, Pencil } from 'lucide-react';
import { type ReactElement, useMemo, useRef } from 'react';
import { withCheckbox } from '../../../shared/domain/content.ts';
import { mergeTexts } from '../../../shared/domain/text-merge.ts';
import { act, recordLocalChange, step } from '../../data/act.ts';
import { useViewState } from '../../data/app-state.ts';
import { CardText } from '../../editor/CardText.tsx';
import { checkboxesByLine, titleAndBody } from '../../editor/checkbox-lines.ts';
import { draftKeys } from '../../editor/draft-keeper.ts';
import type { EditorHandle } from '../../editor/Editor.tsx';
import frame from '../../editor/frame.module.css';
import { MarkdownField } from '../../editor/MarkdownField.tsx';
import { useCompletionData, useMentionResolver } from '../../editor/mention-resolver.ts';
import { useDraft } from '../../editor/use-draft.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import { Banner } from '../../ui/messages.tsx';
import { useSingleFlight } from '../../ui/single-flight.ts';
import type { PanelCard } from '../queries.ts';
import styles from './content.module.css';
import { TextConflict } from './TextConflict.tsx';

interface ContentProps {
  card: PanelCard;
  projectId: string | null;
  /** The reason why the text cannot be changed, or null. */
  disabledReason: string | null;
  editing: boolean;
  onEditing: (editing: boolean) => void;
  /** Whether there is enough width for the editor and the rendered text side by side. */
  isWide: boolean;
}

export function Content({ card, projectId, disabledReason, editing, onEditing, isWide }: ContentProps): ReactElement {
  const { cardId, content } = card;
  const { draft, isLoaded, storeError, write, current, clear } = useDraft(draftKeys.content(cardId));
  const [split, setSplit] = useViewState('cardSplit', false);
  const editor = useRef<EditorHandle>(null);
  const text = draft?.text ?? content;
  const texts = useMemo(() => [content, text], [content, text]);
  const mentions = useMentionResolver(texts, projectId);
  const completionData = useCompletionData(projectId);
  const merge = draft ? mergeTexts(draft.base, draft.text, content) : null;
  const conflict = merge && (merge.kind === 'merged' || merge.kind === 'clash') ? merge : null;

  const closeEditor = () => onEditing(false);
  const clearAndClose = () => {
    clear();
    closeEditor();
  };
  const discard = () => {
    const discarded = current();
    clearAndClose();
    if (discarded) recordLocalChange('Discard a draft', () => write(discarded), clear);
  };
  const save = useSingleFlight(async () => {
    if (conflict || disabledReason) return;
    const saved = current();
    if (!saved || saved.text === content) {
      clearAndClose();
      return;
    }
    if (!(await act('Edit the text', [step('cards/update', { id: cardId, content: saved.text })]))) return;
    const now = current();
    // The person typed while the text was being saved. The newer text stays a draft, and the editor stays open.
    if (now && now.text !== saved.text) write({ text: now.text, base: saved.text });
    else clearAndClose();
  });
  const tickCheckbox = (index: number, checked: boolean) => {
    if (editing) {
      const ticked = withCheckbox(text, index, checked);
      write({ text: ticked, base: draft?.base ?? content });
      editor.current?.replace(ticked);
      return;
    }
    const label = checked ? 'Tick a checkbox' : 'Untick a checkbox';
    void act(label, [step('cards/update', { id: cardId, content: withCheckbox(content, index, checked) })]);
  };
  const resolveConflict = (chosen: string) => {
    // `replace` makes the editor write the draft with the old base. So the draft is written again, with the new base.
    editor.current?.replace(chosen);
    write({ text: chosen, base: content });
  };

  // The conflict is below the editor, so that the editor does not move when somebody else changes the text.
  const conflictView = conflict ? (
    <TextConflict cardId={cardId} mine={text} theirs={content} found={conflict} onChoose={resolveConflict} />
  ) : null;

  return (
    <section className={styles.content} aria-label="Text" data-editing={editing || undefined}>
      {storeError ? <Banner tone="danger">The draft cannot be stored: {storeError} Save before closing.</Banner> : null}
      {editing ? null : conflictView}
      {editing && isLoaded ? (
        <>
          <div className={styles.editing} data-split={(split && isWide) || undefined}>
            <div className={cx(frame.frame, styles.editor)}>
              <MarkdownField
                label="Text of the card"
                text={text}
                placeholder="The first line is the title. / for commands, # tags, @ people, $ cards"
                completionData={completionData}
                autoFocus
                tabIndents
                handle={editor}
                onChange={(next) => write({ text: next, base: draft?.base ?? content })}
                onSave={() => void save()}
                onEscape={closeEditor}
              />
            </div>
            {split && isWide ? <RenderedText content={text} mentions={mentions} onTick={tickCheckbox} /> : null}
          </div>
          {conflictView}
          <div className={frame.actions}>
            {isWide ? (
              <IconButton
                small
                label={split ? 'Hide the rendered text' : 'Show the rendered text beside'}
                aria-pressed={split}
                onClick={() => {
                  setSplit(!split);
                  editor.current?.focus();
                }}
              >
                <Columns2 size={14} aria-hidden />
              </IconButton>
            ) : null}
            <span className={frame.kept}>{draft ? 'Saved as a draft' : 'No changes'}</span>
            <Button small look="quiet" onClick={discard} disabled={!draft}>
              Discard
            </Button>
            <Button small look="quiet" onClick={closeEditor}>
              Close <Kbd keys="Esc" />
            </Button>
            <Button
              small
              look="primary"
              onClick={() => void save()}
              title={disabledReason ?? undefined}
              disabled={!draft || conflict !== null || disabledReason !== null}
            >
              Save <Kbd keys="Mod+Enter" />
            </Button>
          </div>
        </>
      ) : (
        <>
          {draft ? (
            <Banner
              action={
                <>
                  <Button small onClick={() => onEditing(true)} disabled={disabledReason !== null}>
                    Continue
                  </Button>
                  <Button small look="quiet" onClick={discard}>
                    Discard
                  </Button>
                  <Button
                    small
                    look="primary"
                    onClick={() => void save()}
                    disabled={conflict !== null || disabledReason !== null}
                  >
                    Save
                  </Button>
                </>
              }
            >
              There is an unsaved draft of this text.
            </Banner>
          ) : null}
          <div className={styles.read}>
            <RenderedText
              content={content}
              mentions={mentions}
              {...(disabledReason ? {} : { onTick: tickCheckbox, onEdit: () => onEditing(true) })}
            />
            {disabledReason ? null : (
              <div className={styles.edit}>
                <IconButton small label="Edit the text" shortcut="E" onClick={() => onEditing(true)}>
                  <Pencil size={14} aria-hidden />
                </IconButton>
              </div>
            )}
          </div>
        </>
      )}
    </section>
  );
}

interface RenderedProps {
  content: string;
  mentions: ReturnType<typeof useMentionResolver>;
  onTick?: (index: number, checked: boolean) => void;
  onEdit?: () => void;
}

/** Shows the rendered text without its first line, which is the title. A double click starts editing. */
function RenderedText({ content, mentions, onTick, onEdit }: RenderedProps): ReactElement {
  const { body, bodyLine, boxes } = useMemo(
    () => ({ ...titleAndBody(content), boxes: checkboxesByLine(content) }),
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
    <div className={styles.rendered} dir="auto" onDoubleClick={onEdit}>
      {body.trim() ? (
        <div className="selectable">
          <CardText text={body} mentions={mentions} checkboxes={checkboxes} />
        </div>
      ) : onEdit ? (
        <button type="button" className={styles.empty} onClick={onEdit}>
          Add a description…
        </button>
      ) : null}
    </div>
  );
}
