/** Checks what a paste from other programs becomes. The samples have the forms that these programs write. */
import { expect, test } from 'vitest';
import { htmlToMarkdown } from '../../../renderer/editor/html-to-markdown.ts';

test.each([
  [
    'a browser',
    `<meta charset='utf-8'><h2 style="color: rgb(0,0,0)">Plan</h2><p>See <a href="https://example.com/a?b=1">the <b>page</b></a>, and <code>npm test</code>.</p>
     <ul><li>One</li><li>Two<ol><li>Nested</li></ol></li></ul><blockquote><p>Said</p></blockquote><pre><code class="language-ts">const a = 1;\n</code></pre>
     <table><thead><tr><th>Name</th><th>Count</th></tr></thead><tbody><tr><td>Sail | rope</td><td>2</td></tr></tbody></table>`,
    `## Plan

See [the **page**](https://example.com/a?b=1), and \`npm test\`.

- One
- Two
  1. Nested

> Said

\`\`\`ts
const a = 1;
\`\`\`

| Name | Count |
| - | - |
| Sail \\| rope | 2 |`,
  ],
  [
    'Google Docs',
    `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:700;font-style:normal">Bold</span><span style="font-weight:400"> and </span><span style="font-style:italic;font-weight:400">leaning</span></p><br /><ul><li dir="ltr" role="checkbox" aria-checked="true"><p dir="ltr"><span>Done box</span></p></li><li dir="ltr" role="checkbox" aria-checked="false"><p dir="ltr"><span>Open box</span></p></li></ul></b>`,
    `**Bold** and *leaning*

- [x] Done box
- [ ] Open box`,
  ],
  [
    'Word',
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0} --></style></head><body><!--StartFragment--><p class=MsoNormal><b>Head<o:p></o:p></b></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>First</p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:1.0in;mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o<span>&nbsp; </span></span>Below it</p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>Second</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>1.</span>Number</p><img src="file:///C:/a.png" alt="Chart"><!--EndFragment--></body></html>`,
    `**Head**

- First
  - Below it
- Second
- Number

Chart`,
  ],
  [
    'Slack',
    `<meta charset='utf-8'><span data-stringify-type="text">Hello </span><b data-stringify-type="bold">all</b><br><br><ul data-stringify-type="unordered-list" class="p-rich_text_list"><li data-stringify-indent="0">one</li><li><a target="_blank" href="https://example.com/x">two</a></li></ul><pre class="c-mrkdwn__pre">code <wbr>here</pre><img src="data:image/png;base64,AAAA" alt=":tada:">`,
    `Hello **all**

- one
- [two](https://example.com/x)

\`\`\`
code here
\`\`\`

:tada:`,
  ],
  [
    'Jira',
    `<h3>Steps</h3><ol class="ak-ol"><li><p>Open <span class="code" style="font-family: Consolas, monospace">app</span></p></li><li><p><s>Wait</s> <u>Click</u></p></li></ol><ul class="ak-tasklist"><li class="task-list-item checked">Tested</li></ul><p>By <a href="javascript:alert(1)">someone</a><script>alert(1)</script></p>`,
    `### Steps

1. Open \`app\`
2. ~~Wait~~ Click

- [x] Tested

By someone`,
  ],
])('a paste from %s keeps its structure', (_program, html, markdown) => {
  expect(htmlToMarkdown(html)).toBe(markdown);
});

test('no raw HTML comes out, and what looks like markup stays text', () => {
  expect(htmlToMarkdown('<p>&lt;img src=x onerror=alert(1)&gt; 2 * 3 * 4 #tag @ada $1a</p>')).not.toMatch(
    /(?<!\\)<img/,
  );
  expect(htmlToMarkdown('<iframe src="https://example.com"></iframe><object>x</object>')).toBe('x');
  expect(htmlToMarkdown('<!-- only a comment -->')).toBeNull();
});

test('long, deep and unclosed HTML is refused or takes linear time', () => {
  expect(htmlToMarkdown('<p>word</p>'.repeat(500_000))).toBeNull();
  expect(htmlToMarkdown(`${'<div>'.repeat(100_000)}deep`)).toBeNull();
  expect(htmlToMarkdown(Array.from({ length: 20_000 }, (_, at) => `<p><b id=${at}>x</p>`).join(''))).toBeNull();
  expect(htmlToMarkdown('<p>some <b>bold</b> words</p>'.repeat(2_000))).toBeNull();
  const timeOf = (html: string) => {
    const started = performance.now();
    expect(htmlToMarkdown(html)).toContain('**bold**');
    return performance.now() - started;
  };
  const paragraphs = (count: number) => timeOf('<p>some <b>bold</b> words</p>'.repeat(count));
  // A style that names a property again and again took 20 s.
  for (const name of ['text-decoration', 'font-family:', 'display: '])
    expect(timeOf(`<b>bold</b><span style="${name.repeat(30_000)}">x</span>`)).toBeLessThan(3_000);
  paragraphs(200);
  expect(paragraphs(1_400)).toBeLessThan(20 * Math.max(paragraphs(200), 20));
});
