import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button } from '../../../renderer/ui/Button.tsx';

test('screen readers get the text of a tooltip once, as the name or the description of the button', () => {
  const explained = renderToStaticMarkup(<Button text="Close thread" tip="Close the thread. Nobody waits then." />);
  expect(explained).toContain('aria-description="Close the thread. Nobody waits then."');
  expect(renderToStaticMarkup(<Button text="Reply" tip="Reply" />)).not.toContain('aria-description');
  expect(renderToStaticMarkup(<Button aria-label="More" text="…" tip="More" />)).not.toContain('aria-description');
});
