import { expect, test } from 'vitest';
import { parsePastedLink } from '../../../renderer/views/search/use-quick-find-groups.tsx';

const service = 'https://api.example.com';

test.each([
  ['https://studio.example.com/decks/12-tides/card/1aj-rough-cut', '$1aj'],
  ['https://example.com/card/1AJ', '$1aj'],
  ['https://studio.example.com/card/1aj-rough-cut/?view=board#top', '$1aj'],
])('the card of %s', (link, code) => {
  expect(parsePastedLink(link, service)).toEqual({ kind: 'card', code });
});

test.each([
  // The host of the link differs from the service's host.
  ['https://example.org/card/1aj', service],
  ['https://notexample.com/card/1aj', service],
  // The path of the link does not lead to a card, or the text is not a link.
  ['https://studio.example.com/decks/12-tides', service],
  ['https://studio.example.com/card/0-nothing', service],
  ['see https://studio.example.com/card/1aj', service],
  ['https://', service],
  // A local workspace has no web app.
  ['https://studio.example.com/card/1aj', null],
])('%s names no card for %s', (link, baseUrl) => {
  expect(parsePastedLink(link, baseUrl)).toBeNull();
});

test('addresses of one computer are one site', () => {
  expect(parsePastedLink('http://127.0.0.1:9000/card/1aj', 'http://127.0.0.1:8080')).toEqual({
    kind: 'card',
    code: '$1aj',
  });
  expect(parsePastedLink('http://127.0.0.2/card/1aj', 'http://127.0.0.1:8080')).toBeNull();
});

test('links of the app are left as they are', () => {
  expect(parsePastedLink('Decktop://deck/x?workspace=a', null)).toEqual({
    kind: 'app',
    link: 'Decktop://deck/x?workspace=a',
  });
});
