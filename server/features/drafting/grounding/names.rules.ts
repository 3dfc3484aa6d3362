import { spacedLetter } from '../../../text/words.rules.ts';

/** Letters and digits with what joins the parts of a name: K8s, Node.js, CI/CD, e5-large. */
const word = new RegExp(`${spacedLetter}(?:${spacedLetter}|[.'’_+#\\/&\\-](?=${spacedLetter}))*\\+*#?`, 'gv');
const firstPerson = /^I(?:['’]\p{L}+)?$/u;
const capital = /^\p{Lu}/u;
const capitalInside = /^.+[\p{Lu}\d]/u;
const figure = /^v?[\d.,:/-]+\p{L}{0,2}$/u;
const unit = /^[kKMGT]?(?:B|W|Wh|Wp|Hz|V|Ah?|J|Pa|L)$/;
const beginning = /(?:^|(?<!\b(?:Mr|Mrs|Ms|Dr|St|vs))\.|[^\p{L}\p{N}\s.,;'’%&/+)-])\s*$/u;
/** Words of any trade. */
const ordinary = new Set(
  'AI API B2B BTW CD CEO CFO CI CIO CTO DIY Dr DR EU FAQ FYI HR IMO IT KPI Mr Mrs Ms OK PC PDF PM PR PS QA Q&A ROI SaaS TL TV UI UK US UX VP YouTube'.split(
    ' ',
  ),
);

/** Words with capitals or digits inside, and others that `isName` knows: the first of a sentence is always capitalised. */
export function namesIn(sentence: string, isName: (word: string, isFirst: boolean) => boolean): string[] {
  return [...sentence.matchAll(word)].flatMap(({ 0: found, index }) => {
    const isFirst = beginning.test(sentence.slice(0, index));
    return partsOfName(found.replace(/['’]s$/u, '')).filter((name, place) => {
      if (firstPerson.test(name) || figure.test(name) || unit.test(name) || ordinary.has(name)) return false;
      const isMarked = capitalInside.test(name.replace(/-\p{Lu}/gu, ''));
      return isMarked || (capital.test(name) && isName(name, isFirst && place === 0));
    });
  });
}

/** "Kubernetes-native" names Kubernetes alone. */
const partsOfName = (name: string): string[] =>
  /[-/]\p{Ll}{3}/u.test(name) ? name.split(/[-/]/).filter((part) => part.length > 1) : [name];

/** Whether nouns are capitalised, as in German: then a capital letter makes no name. */
export function capitalisesNouns(text: string): boolean {
  const inside = text.match(/(?<=[\p{Ll},] )\p{L}{2,}/gu) ?? [];
  const capitals = inside.filter((found) => capital.test(found)).length;
  return inside.length > 40 && capitals / inside.length > 0.2;
}

/** Whether the texts write the word with a capital letter inside their sentences, and never without. */
export function isWrittenAsName(texts: readonly string[], name: string): boolean {
  const common = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return (
    texts.some((text) => wholeWords(text, name).some((at) => /[\p{Ll},;] $/u.test(text.slice(at - 2, at)))) &&
    !texts.some((text) => wholeWords(text, common).length > 0)
  );
}

function wholeWords(text: string, wanted: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length))
    if (
      !/[\p{L}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at)) &&
      !/^[\p{L}\p{N}]/u.test(text.slice(at + wanted.length, at + wanted.length + 2))
    )
      places.push(at);
  return places;
}
