import { expect, test } from 'vitest';
import { accountId, createEngineFixture, decks, type EngineFixture, people } from '../../support/workspace.ts';

/** Inserts an uploaded file. Returns the params of `cards/addFile` for this file. */
function uploaded(
  workspace: EngineFixture,
  fileName: string,
  size: number | null = 5,
): { fileName: string; url: string } {
  const url = `http://127.0.0.1/files/${fileName}`;
  workspace.rows.insert('upload', {
    id: fileName,
    fileName,
    url,
    size,
    userId: people.ann,
    createdAt: workspace.now(),
  });
  return { fileName, url };
}

const addFile = (workspace: EngineFixture, cardId: string, fileName: string) =>
  workspace.act('cards/addFile', { cardId, fileData: uploaded(workspace, fileName) }, { by: 'bob' }).id;

test('a file becomes the last attachment of the card', () => {
  const workspace = createEngineFixture();
  const cardId = workspace.newCard();
  const ids = [addFile(workspace, cardId, 'notes.txt'), addFile(workspace, cardId, `${'long '.repeat(30)}.txt`)];
  expect(workspace.card(cardId)).toMatchObject({ attachments: ids, coverFileId: null, version: 3 });
  const attachment = workspace.row('attachment', ids[0] as string);
  expect(attachment).toMatchObject({
    accountId,
    cardId,
    content: 'notes.txt',
    title: 'notes.txt',
    creatorId: people.bob,
  });
  expect(workspace.row('file', attachment.fileId)).toMatchObject({
    name: 'notes.txt',
    size: 5,
    uploaderId: people.bob,
    url: 'http://127.0.0.1/files/notes.txt',
  });
  expect([...workspace.row('attachment', ids[1] as string).title].length).toBeLessThanOrEqual(80);
});

test.each([
  ['first', ['a.png', 'b.png'], 'a.png'],
  ['last', ['a.png', 'b.JPG', 'c.txt'], 'b.JPG'],
  ['none', ['a.png'], undefined],
] as const)('the cover in mode %s of %j is %j', (attachmentCoverMode, names, cover) => {
  const workspace = createEngineFixture();
  workspace.rows.update('account', accountId, { attachmentCoverMode });
  const cardId = workspace.newCard();
  for (const name of names) addFile(workspace, cardId, name);
  const { coverFileId } = workspace.card(cardId);
  expect(coverFileId === null ? undefined : workspace.row('file', coverFileId).name).toBe(cover);
});

test('a file that was not uploaded is refused', () => {
  const workspace = createEngineFixture();
  const cardId = workspace.newCard();
  expect(workspace.refusal('cards/addFile', { cardId, fileData: uploaded(workspace, 'late.txt', null) })).toBe(
    'not_found',
  );
  const elsewhere = { fileName: 'x', url: 'https://elsewhere.example/x' };
  expect(workspace.refusal('cards/addFile', { cardId, fileData: elsewhere })).toBe('not_found');
});

test('a copy gets its own attachments, with the cover, when asked', () => {
  const workspace = createEngineFixture();
  const cardId = workspace.newCard();
  const id = addFile(workspace, cardId, 'a.png');
  workspace.act('cards/copy', { ids: [cardId], props: ['attachments'], target: decks.more });
  const [copy] = workspace.rows.find('card', { deckId: decks.more });
  expect(copy?.coverFileId).toBe(workspace.card(cardId).coverFileId);
  const attachment = workspace.row('attachment', copy?.attachments[0] as string);
  expect(attachment).toMatchObject({
    cardId: copy?.cardId,
    fileId: workspace.row('attachment', id).fileId,
    content: 'a.png',
  });
  expect(attachment.id).not.toBe(id);
});
