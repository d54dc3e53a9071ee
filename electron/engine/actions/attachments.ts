/** `cards/addFile` attaches an uploaded file to a card. */
import { refuse } from '../../../shared/contract/index.ts';
import { titleOfContent } from '../../../shared/domain/content.ts';
import { requireCard } from '../rules/access.ts';
import { changeCard } from '../rules/card-changes.ts';
import type { StoredRow } from '../store/rows.ts';
import { insertIfMissing } from '../store/sequences.ts';
import type { ActionContext, ActionHandlers } from '../types.ts';

const imageName = /\.(?:avif|bmp|gif|jpe?g|png|webp)$/i;

const uploadAt = ({ rows }: ActionContext, url: string): StoredRow<'upload'> | undefined =>
  rows.find('upload', { url })[0];

/** `coverFileId` is the cover until now (rules `files.cover.first`, `files.cover.last`, `files.cover.none`). */
function becomesCover({ rows, accountId }: ActionContext, coverFileId: string | null): boolean {
  const mode = rows.get('account', accountId)?.attachmentCoverMode;
  return mode === 'last' || (mode === 'first' && coverFileId === null);
}

export const attachmentHandlers = {
  'cards/addFile': {
    check(context, { cardId, fileData }) {
      requireCard(context, cardId);
      const upload = uploadAt(context, fileData.url);
      if (upload?.size == null) throw refuse('not_found', `Nothing has been uploaded to '${fileData.url}'.`);
    },
    effect(context, { cardId, fileData: { fileName, url } }) {
      const { rows, at, actor, accountId } = context;
      const id = context.newId('attachment');
      const fileId = context.newId('file');
      insertIfMissing(rows, 'file', {
        id: fileId,
        accountId,
        createdAt: at,
        name: fileName,
        size: uploadAt(context, url)?.size ?? 0,
        uploaderId: actor.userId,
        url,
      });
      insertIfMissing(rows, 'attachment', {
        id,
        accountId,
        cardId,
        content: fileName,
        createdAt: at,
        creatorId: actor.userId,
        fileId,
        title: titleOfContent(fileName),
      });
      const card = rows.get('card', cardId);
      if (card && !card.attachments.includes(id)) {
        rows.update('card', cardId, { attachments: [...card.attachments, id] });
        if (imageName.test(fileName) && becomesCover(context, card.coverFileId))
          changeCard(context, cardId, { coverFileId: fileId });
      }
      return { id };
    },
  },
} satisfies Partial<ActionHandlers>;
