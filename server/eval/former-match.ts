/** The match before it was measured: expertise areas alone, looked up in title, shown topics and description. */
interface FormerVideo {
  title: string;
  description: string;
  topics: readonly string[];
}

const fieldWeights = { title: 1, topics: 0.8, description: 0.6 };
const areaWeight = 0.85;
const scatteredWeight = 0.7;

const stopWords = new Set(
  'a an and are as at by for from how in into is it of on or the to vs what why with your'.split(' '),
);

export function formerMatch(areas: readonly string[]): (video: FormerVideo) => number {
  const wanted = areas.map(contentWords).filter((content) => content.length > 0);
  return ({ title, topics, description }) => {
    const fields = [
      { weight: fieldWeights.title, text: contentWords(title) },
      { weight: fieldWeights.topics, text: contentWords(topics.join(' ')) },
      { weight: fieldWeights.description, text: contentWords(description) },
    ];
    const gap = wanted.reduce((rest, area) => {
      const match = Math.max(...fields.map(({ weight, text }) => weight * areaMatch(area, text)));
      return rest * (1 - areaWeight * match);
    }, 1);
    return Math.round((1 - gap) * 100);
  };
}

function areaMatch(area: readonly string[], text: readonly string[]): number {
  const found = area.filter((word) => text.includes(word)).length;
  const isPhrase = text.some((_, start) => area.every((word, index) => text[start + index] === word));
  return isPhrase ? 1 : (found / area.length) * scatteredWeight;
}

function contentWords(text: string): string[] {
  const found = text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[\p{L}\p{N}\p{M}]+(?:\.[\p{L}\p{N}]+)*[+#]*/gu);
  const all = (found ?? []).map((word) => (isPlural(word) ? word.slice(0, -1) : word));
  const content = all.filter((word) => !stopWords.has(word));
  return content.length > 0 ? content : all;
}

function isPlural(word: string): boolean {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us');
}
