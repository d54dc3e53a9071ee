import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../../../renderer/data/live.ts';
import { CommentComposer } from '../../../renderer/editor/CommentComposer.tsx';

vi.stubGlobal('window', { decktop: { on: () => () => undefined, call: () => new Promise(() => undefined) } });
const client = createQueryClient();
const completionData = { people: () => [], tags: () => [], cards: async () => [], today: () => '2026-11-23' };
const fieldCount = (initialText?: string) =>
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <CommentComposer
        draftKey="key"
        label="Comment"
        completionData={completionData}
        sendLabel="Send"
        onSend={async () => true}
        {...(initialText === undefined ? {} : { initialText })}
      />
    </QueryClientProvider>,
  ).split('<textarea').length - 1;

// Without a field, the first keys are lost. In the field of an edited comment, they would replace the stored draft.
test('a new comment can be typed before its draft is read, an edited one only after it', () => {
  expect(fieldCount()).toBe(1);
  expect(fieldCount('Old text')).toBe(0);
});
