import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import remarkCjkFriendly from 'remark-cjk-friendly/parseOnly';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { describe, expect, test } from 'vitest';
import { remarkMentions } from '../../../../renderer/editor/markdown/inline.ts';
import {
  Markdown,
  type MentionResolver,
  safeLinkAddress,
  sameOriginPictureUrl,
} from '../../../../renderer/editor/markdown/Markdown.tsx';
import * as content from '../../../../shared/domain/content.ts';
import { scanMarkdown } from '../../../../shared/domain/markdown-scan.ts';

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

const tokensIn = (text: string) => scanMarkdown(text).tokens;

/** Returns what the rendered text names, in order. */
function named(text: string): string[] {
  const tree = unified().use(remarkParse).use(remarkGfm).use(remarkCjkFriendly).use(remarkMentions);
  const found: string[] = [];
  const visit = (node: { children?: unknown[]; data?: { hProperties?: Record<string, string> } }) => {
    const { dataMention, dataValue } = node.data?.hProperties ?? {};
    if (dataMention) found.push(`${dataMention} ${dataValue}`);
    for (const child of node.children ?? []) visit(child as typeof node);
  };
  visit(tree.runSync(tree.parse(text), text) as never);
  return found;
}

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
  test('show their address where the app does not open it, and in the tooltip', () => {
    expect(html('[call](tel:+491234)')).toContain('call (tel:+491234)');
    expect(html('[note](obsidian://open?vault=a)')).toContain('note (obsidian://open?vault=a)');
    expect(html('[here](./a.md)')).toContain('here (./a.md)');
    expect(html('[bank](https://evil.example "https://bank.example")')).toContain(
      'title="https://evil.example/\nhttps://bank.example"',
    );
  });
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
  test('are not found inside code, targets of links, addresses, mentions and prices', () => {
    const texts = [
      '`$45j #art`',
      '[a](https://example.com/#art)',
      'https://example.com/(a)#art',
      'https://medium.com/@ana/x',
      'a@b.example x#y US$45j $45jb0 C#',
      '$129.99 to $149/month',
      '\\#art \\$45j',
      '[[#art]] [[Plan#x|#art]]',
      '(https://a.b) [[#art]]',
      '<#@1> <$45j@a.example>',
    ];
    for (const text of texts) expect(named(text), text).toEqual([]);
    expect(html('[$45j](https://example.com)')).not.toMatch(/<button/);
  });
  test('a line end breaks the line', () => {
    expect(html('one\ntwo')).toContain('<br/>');
  });
  test('are chips exactly where the service finds them', () => {
    const bits =
      '# $ @ #art $45j @ana @ana.Z @[userId:u1] a Z 1 - . / é ( ) & * ** _ ` [ ](u) [^1]: < > \\ 💡 ， 注 https://a.b/ WWW.a.b/ <b> <x> &amp; &#35; [[ ]] <!-- -->'.split(
        ' ',
      );
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...bits, ' ', '\n', '\n\n', '\n> ', '\n- '), { maxLength: 14 }), (parts) => {
        const text = parts.join('');
        expect(named(text)).toEqual(tokensIn(text).map(({ kind, value }) => `${kind} ${value}`));
      }),
      { numRuns: 3000 },
    );
  });
  test.each([
    ['mail/@ana and [x@y.example @ana', ['personName ana']],
    ['a\\@b.example/@ana', []],
    ['[see https://a.b/@ana', []],
    ['WWW.a.example/@ana', []],
    ['@[userId:u1](lead) and @[userId:u1]\n\n[userId:u1]: /u', ['personId u1', 'personId u1']],
    ['_ask @ana_ and _#art_', ['personName ana', 'tag art']],
    ['<!-- @ana\n\n#art', []],
  ])('are the same in window and service: %s', (text, expected) => {
    expect(named(text)).toEqual(expected);
    expect(tokensIn(text).map(({ kind, value }) => `${kind} ${value}`)).toEqual(expected);
  });
  test('in brackets, an address is still a link, and a comment without an end is still shown', () => {
    expect(html('[see https://a.b/@ana &lt; or x@y.example')).toContain('href="https://a.b/@ana"');
    expect(html('[see x@y.example')).toContain('href="mailto:x@y.example"');
    expect(html('[see https://a.b/c](https://d.e/)').match(/<a /g)).toHaveLength(1);
    expect(html('<!-- @ana\n\n#art')).toContain('@ana');
    expect(html('<!-- @ana\n\n#art -->after')).toBe(html('after'));
  });
  test.each(['@ana@.Z', '@ana+b@c.Z', '@ana-b@c.Z', '#art@c.Z', '$45j-a@c.Z', 'a-@ana.Z', 'a+@ana.Z', '@a-@ana.Z'])(
    'are not found in the mail address of %s',
    (text) => {
      expect(named(text)).toEqual([]);
      expect(tokensIn(text)).toEqual([]);
    },
  );
});

describe('HTML', () => {
  test('that is no element of texts is shown as text', () => {
    expect(html('The XML tag <person> must be renamed')).toContain('&lt;person&gt;');
    expect(html('Map<String, Foo> fails')).toContain('Map&lt;String, Foo&gt; fails');
    expect(html('if a<b and c>d')).toContain('if a&lt;b and c&gt;d');
    expect(html('Use <Button> here')).toContain('&lt;Button&gt; here');
    expect(html('<div>\nKept words\n</div>')).toContain('Kept words');
  });
  test('elements that format are rendered, comments are not', () => {
    expect(html('H<sub>2</sub>O, <kbd>Ctrl</kbd>, one<br>two')).toMatch(
      /H<sub>2<\/sub>O, <kbd>Ctrl<\/kbd>, one<br\/>\n?two/,
    );
    expect(html('a </b> b <i>c')).toContain('a &lt;/b&gt; b &lt;i&gt;c');
    expect(html('a <b>c <i>d</b> e</i> *f <S> g*')).toContain(
      'a <b>c &lt;i&gt;d</b> e&lt;/i&gt; <em>f &lt;S&gt; g</em>',
    );
    expect(html('a <!-- hidden --> b\n\n<!-- hidden -->')).not.toContain('hidden');
    expect(html('<b onclick="x()">a</b>')).not.toMatch(/<b\b/);
  });
});

describe('East Asian text', () => {
  test.each([
    ['**注意：**请先备份', '<strong>注意：</strong>请先备份'],
    ['**「重要」**です', '<strong>「重要」</strong>です'],
    ['这是**“强调”**的', '<strong>“强调”</strong>'],
    ['**주의:**입니다', '<strong>주의:</strong>입니다'],
    ['https://example.com/docs，详见', '>https://example.com/docs</a>，详见'],
    ['见https://example.com/a。', 'https://example.com/a'],
    ['（https://example.com/a）好', '>https://example.com/a</a>）好'],
    ['https://zh.wikipedia.org/wiki/看板', '>https://zh.wikipedia.org/wiki/看板</a>'],
  ])('%s', (text, expected) => {
    expect(html(text)).toContain(expected);
    // The title on faces shows the same words.
    expect(content.titleOfContent(text)).toBe(
      html(text)
        .replaceAll(/<[^>]*>/g, '')
        .trim(),
    );
  });
});

test('checkboxes can be ticked exactly where the service counts them', () => {
  expect(html('- [ ] a\n- [x] b')).toMatch(/disabled=""/);
  const out = html('- [ ] a\n- [x] b', true);
  expect(out).not.toMatch(/disabled/);
  expect(out.match(/type="checkbox"/g)).toHaveLength(2);
});
