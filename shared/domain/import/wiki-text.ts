/** Jira's wiki markup as markdown. What is not known stays as it is. Runs in linear time. */

const inlineCode = /\{\{([^{}\n]{1,500})\}\}/g;
const bold = /(^|[\s(])\*(\S[^*\n]{0,500}?)\*(?=[\s).,;:!?]|$)/g;
const link = /\[([^[\]|\n]{1,300})\|((?:https?|mailto):[^[\]|\s]{1,2000})(?:\|[^[\]\n]{0,100})?\]/g;
const bareLink = /\[((?:https?|mailto):[^[\]|\s]{1,2000})\]/g;

function line(text: string): string {
  const [, level, heading] = /^h([1-6])\. (.*)$/.exec(text) ?? [];
  if (level !== undefined) return `${'#'.repeat(Number(level))} ${inline(heading ?? '')}`;
  const quote = /^bq\. (.*)$/.exec(text);
  if (quote) return `> ${inline(quote[1] ?? '')}`;
  const [, marks, item] = /^([*#-]{1,6}) (.*)$/.exec(text) ?? [];
  if (marks !== undefined)
    return `${'   '.repeat(marks.length - 1)}${marks.endsWith('#') ? '1.' : '-'} ${inline(item ?? '')}`;
  return inline(text);
}

const inline = (text: string): string =>
  text.replace(inlineCode, '`$1`').replace(bold, '$1**$2**').replace(link, '[$1]($2)').replace(bareLink, '<$1>');

export function markdownOfWiki(text: string): string {
  let isCode = false;
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((each) => {
      const fence = /^\s*\{(?:code|noformat)(?::([^{}]{0,60}))?\}\s*$/.exec(each);
      if (!fence) return isCode ? each : line(each);
      isCode = !isCode;
      const language = /^[a-z]+$/i.exec(fence[1] ?? '')?.[0] ?? '';
      return isCode ? `\`\`\`${language}` : '```';
    })
    .join('\n');
}
