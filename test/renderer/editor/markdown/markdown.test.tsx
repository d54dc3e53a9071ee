import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { inlinePartsOf } from '../../../../renderer/editor/markdown/inline.ts';
import { safeLinkAddress, sameOriginPictureUrl } from '../../../../renderer/editor/markdown/links.ts';
import { Markdown, type MentionResolver } from '../../../../renderer/editor/markdown/Markdown.tsx';
import * as content from '../../../../shared/domain/content.ts';

const mentions: MentionResolver = {
  card: (code) => (code === '45j' ? { cardId: 'c1', title: 'Ship it', derivedStatus: 'started' } : undefined),
  person: (id) => (id === 'u1' ? 'ana' : undefined),
  tag: (tag) => (tag === 'art' ? { color: '#ff0000', emoji: null } : undefined),
};

const html = (text: string, tickable = false) =>
  renderToStaticMarkup(
    <Markdown
      text={text}
      mentions={mentions}
      origin="https://bundle.app"
      checkboxes={tickable ? { indexAt: (line) => line, tick: () => {} } : undefined}
      openCard={() => {}}
      openOutside={() => {}}
    />,
  );

describe('hostile text', () => {
  test.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](file:///etc/passwd)',
    '[x](vbscript:msgbox)',
    '<javascript:alert(1)>',
    '[x]: javascript:alert(1)\n\n[x]',
    '![x](javascript:alert(1))',
    '![x](data:image/svg+xml;base64,AAAA)',
  ])('%s is not a link', (text) => {
    expect(html(text)).not.toMatch(/href=|src=/);
  });

  test.each([
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '<span data-mention="card" data-value="45j">x</span>',
    '<iframe src="https://example.com"></iframe>',
    '<style>*{display:none}</style>',
    '<a href="https://example.com" onclick="x()">a</a>',
    '<svg/onload=alert(1)>',
  ])('%s creates no element', (text) => {
    expect(html(text)).not.toMatch(/<(script|img|iframe|style|svg|a|button)\b|<[^>]*\bon\w+=/);
  });

  test('a picture of another site becomes a link and sends no request', () => {
    expect(html('![map](https://example.com/map.png)')).not.toContain('<img');
    expect(html('![map](https://example.com/map.png)')).toContain('href="https://example.com/map.png"');
    expect(html('![map](/file/1.png)')).toContain('<img');
  });
});

describe('links', () => {
  test('open only web and mail addresses outside the app', () => {
    expect(safeLinkAddress('https://example.com/a b')).toBe('https://example.com/a%20b');
    expect(safeLinkAddress('mailto:a@example.com')).toBe('mailto:a@example.com');
    expect(safeLinkAddress('decktop://card/1aj')).toBe('decktop://card/1aj');
    for (const address of ['javascript:1', ' javascript:1', 'ftp://x', '//x', '/x', 'x', ''])
      expect(safeLinkAddress(address)).toBeNull();
  });
  test("pictures are loaded from the app's own origin", () => {
    expect(sameOriginPictureUrl('/files/1', 'https://a.test')).toBe('https://a.test/files/1');
    for (const address of ['//b.test/1', 'https://b.test/1', 'data:image/png;base64,A', 'blob:https://a.test/1'])
      expect(sameOriginPictureUrl(address, 'https://a.test'), address).toBe(
        address.startsWith('blob:') ? address : null,
      );
    expect(sameOriginPictureUrl('x', 'null')).toBeNull();
  });
});

describe('mentions, tags and codes', () => {
  test('are chips if they are known, else the written text', () => {
    const out = html('See $45j and $111, #art by @ana and @[userId:u1] or @[userId:gone]');
    expect(out).toContain('Ship it');
    expect(out).toContain('$111');
    expect(out).toContain('#art');
    expect(out.match(/@ana/g)).toHaveLength(2);
    expect(out).toContain('@someone');
  });
  test('are not found inside code, links, addresses, mentions and prices', () => {
    expect(html('`$45j #art`')).not.toMatch(/<button/);
    expect(html('[$45j](https://example.com)')).not.toMatch(/<button/);
    expect(inlinePartsOf('a@b.example x#y US$45j $45jb0 C#')).toEqual([
      { kind: 'text', value: 'a@b.example x#y US$45j $45jb0 C#' },
    ]);
  });
  test('a line end breaks the line', () => {
    expect(html('one\ntwo')).toContain('<br/>');
  });
  test('tags and codes are chips exactly where the service finds them', () => {
    const bit = fc.constantFrom(
      '#',
      '$',
      '@',
      'a',
      'Z',
      '1',
      '45j',
      ' ',
      '-',
      '_',
      '.',
      '/',
      'é',
      '(',
      '\n',
      '&',
      '💡',
    );
    fc.assert(
      fc.property(fc.array(bit, { maxLength: 12 }), (bits) => {
        const text = bits.join('');
        // Four spaces make code.
        fc.pre(!text.includes('    '));
        const pieces = inlinePartsOf(text);
        const tags = pieces.flatMap((piece) => (piece.kind === 'tag' ? [piece.value] : []));
        expect(content.uniqueTags(tags)).toEqual(content.tagsIn(text));
        for (const piece of pieces)
          if (piece.kind === 'card') expect(content.shortCodesIn(text)).toContain(piece.value);
      }),
      { numRuns: 2000 },
    );
  });
  test('codes are found in lower and upper case', () => {
    const codes = inlinePartsOf('$45j ($45J) $111').flatMap((piece) => (piece.kind === 'card' ? [piece.value] : []));
    expect(codes).toEqual(['45j', '45j', '111']);
  });
});

test('checkboxes can be ticked exactly where the service counts them', () => {
  expect(html('- [ ] a\n- [x] b')).toMatch(/disabled=""/);
  const out = html('- [ ] a\n- [x] b', true);
  expect(out).not.toMatch(/disabled/);
  expect(out.match(/type="checkbox"/g)).toHaveLength(2);
});
