/** What a text points to inside server/docs. */
export interface References {
  /** "7.4", as in "rule 7.4" or "rules 7.4 and 7.5". */
  rules: string[];
  /** "W3", as in "wire W3". */
  wire: string[];
  /** "011", as in "decision 011". */
  decisions: string[];
}

const lists = (text: string, pattern: RegExp, item: RegExp) =>
  [...text.matchAll(pattern)].flatMap(([, list = '']) => list.match(item) ?? []);

export function findReferences(text: string): References {
  return {
    rules: lists(text, /\brules? (\d+\.\d+(?:(?:, | and |, and )\d+\.\d+)*)/gi, /\d+\.\d+/g),
    wire: lists(text, /\bwire (W\d+(?:(?:, | and )W\d+)*)/g, /W\d+/g),
    decisions: lists(text, /\bdecisions? (\d{3}(?:(?:, | and )\d{3})*)/gi, /\d{3}/g),
  };
}

/** The targets of a Markdown page's links, addresses on the web and places on the page itself aside. */
export function findLinks(page: string): string[] {
  return [...page.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target.replace(/#.*$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

/** The rule numbers in the titles of tests and groups of tests. */
export function ruleNumbersInTitles(source: string): string[] {
  return findReferences([...source.matchAll(/\(rules? [^)'"`]*\)/g)].map(([found]) => found).join('\n'))
    .rules;
}
