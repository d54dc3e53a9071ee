import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ErrorBoundary } from '../../../renderer/app/ErrorBoundary.tsx';

function shown(error: Error): string {
  const boundary = new ErrorBoundary({ area: 'This view', children: null });
  boundary.state = ErrorBoundary.getDerivedStateFromError(error);
  return renderToStaticMarkup(boundary.render());
}

test('a view whose file is missing offers to reload the window', () => {
  const html = shown(
    new TypeError('Failed to fetch dynamically imported module: app://bundle/assets/RunsView-a1b2.js'),
  );
  expect(html).toContain('Reload the window');
  expect(html).not.toContain('Try again');
});

test('any other error is shown with a button that tries again', () => {
  const html = shown(new Error('The chart has no days'));
  expect(html).toContain('This view cannot be shown');
  expect(html).toContain('The chart has no days');
  expect(html).toContain('Try again');
});
