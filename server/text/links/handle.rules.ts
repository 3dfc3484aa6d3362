const handle = '@[\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_.-]{2,40})(?![/\\p{L}\\p{N}_])';
const messengers =
  'telegram|tg|whats ?app|instagram|insta|ig|twitter|tik ?tok|snapchat|snap|discord|facebook|fb|linkedin|wechat|weixin|viber|skype|kik|onlyfans|patreon|twitch|mastodon|bluesky|bsky|venmo|cash ?app|paypal';
/** Ambiguous: they count only before a colon or after "on". */
const others = 'x|signal|line|threads|github|reddit';
const word = (list: string) => `(?<![\\p{L}\\p{N}_@./])(?:${list})(?![\\p{L}\\p{N}_])`;
const linking =
  '(?:(?:is|as|under|at|unter|als|es|handle|channel|account|user|username|group|me)[ :]{1,3}){0,2}';
const pattern = (source: string) => new RegExp(source, 'iu');

const shapes = [
  // Telegram: @foo
  pattern(`(?:${word(messengers)}[ :=(–-]{0,4}${linking}|${word(others)} ?[:=] ?)${handle}`),
  // @foo on Telegram, but not @foo says on Telegram
  pattern(
    `(?<![\\p{L}\\p{N}_.])${handle}(?:[ ,–-]{1,3}(?:on|via|auf|en|sur|no) (?:my )?| ?\\()${word(`${messengers}|${others}`)}(?!['’]s)`,
  ),
  // IG: foo_bar
  pattern(
    `${word(messengers)} {0,2}[:=] {0,2}(?=[\\p{L}._]{0,30}[\\d_])\\p{L}[\\p{L}\\p{N}_.]{3,40}(?![\\p{L}\\p{N}_(])`,
  ),
  // discord: foo#1234
  pattern(`${word('discord')}[^\\n/]{0,24}?(?<![\\p{L}\\p{N}_/#-])[\\p{L}\\p{N}_.]{2,32}#\\d{4}(?!\\d)`),
  pattern('(?<![\\p{L}\\p{N}_/#-])[\\p{L}\\p{N}_.]{2,32}#\\d{4}(?!\\d)[ ,(]{1,2}(?:on|auf|en|sur) discord'),
  // DM me @foo
  pattern(
    `${word('(?:dm|pm|inbox|contact)(?: me| us)?|(?:message|text|reach(?: out to)?|follow|find|add|ping|write|hit) (?:me|us)|schreibt? mir|folgt? mir|escr[ií]beme|s[íi]gueme|suivez-moi')}(?: (?:on|at|under|unter|here|there|auf|en) ?\\p{L}{0,9})?:? ${handle}`,
  ),
];

export function findHandle(text: string): string | null {
  for (const shape of shapes) {
    const found = shape.exec(text);
    if (found) return found[0].trim();
  }
  return null;
}
