const scheme = /\b(?:https?|ftp):\/\/\S+/i;
const www = /\bwww\.[^\s.]+\.\S+/i;
const email = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+\.\p{L}{2,}/u;
const markdown = /\[[^[\]]*\]\([^)]+\)/;
/** Endings that nobody uses in the name of a technology; ASP.NET, Socket.IO and main.py are not links. */
const bareDomain =
  /(?<![a-z0-9.-])(?:[a-z0-9-]+\.)+(?:com|org|info|biz|xyz|shop|site|online|club|page|link|edu|gov)\b(?!\.\w)/i;
/** With a path behind it more endings are clear. */
const domainWithPath =
  /(?<![a-z0-9.-])(?:[a-z0-9-]+\.)+(?:net|io|dev|ai|app|co|me|tv|gg|ly|be|gl|eu|de|fr|es|it|nl|pl|uk|us|ca|jp|in|br|au)\/[\w~@-]/i;

/** So does a hyphen in the name, or a name of three parts. */
const clearEnding =
  '(?:net|io|dev|ai|app|co|me|tv|gg|eu|de|at|ch|fr|es|it|nl|pl|pt|uk|us|ca|in|br|mx|ar|au|academy|blog|studio|tech|store|cloud)';
const hyphenated = new RegExp(
  `(?<![\\w./-])(?:[a-z0-9]+-[a-z0-9-]+|[a-z][a-z0-9-]+\\.[a-z][a-z0-9-]+)\\.${clearEnding}(?![\\w.-])`,
);
/** A country's ending behind a long name, and any short ending with a path that is no file's. */
const countryDomain = /(?<![\w./@-])[a-z0-9]{8,}\.(?:de|at|ch|fr|nl|pl|eu)(?![\w.-])/;
const shortWithPath = /(?<![\w./-])[a-z][a-z0-9]{2,}\.(?!py|js|ts|rs|go|md|sh|cs|rb|kt|vb)[a-z]{2}\/[\w~@-]/;
/** Spelled out to get past filters. */
const spelled =
  /(?<![\w-])[\w-]{2,}\s*(?:\[dot\]|\(dot\)|\bdot\b)\s*(?:com|org|net|io|dev|co|de|app)\b|(?<![\w.])[\w.]+\s*[[(]at[\])]\s*[\w.-]+/i;

const shapes = [
  scheme,
  www,
  email,
  markdown,
  bareDomain,
  domainWithPath,
  hyphenated,
  countryDomain,
  shortWithPath,
  spelled,
];

/** The first thing in the text that reads as a link or an address; null where there is none. */
export function findLink(text: string): string | null {
  for (const shape of shapes) {
    const found = shape.exec(text);
    if (found) return found[0];
  }
  return null;
}
