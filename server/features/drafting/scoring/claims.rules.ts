import { sentencesOf } from '../../../text/segments.rules.ts';

const edge = '(?<![\\p{L}\\p{N}_])';
const end = '(?![\\p{L}\\p{N}_])';
const claim = (words: string) => new RegExp(`${edge}(?:${words.replace(/\s*\n\s*/g, '')})`, 'iu');

const mental =
  `(?:like|love|enjoy|watch|wonder|miss|expect|hope|want|wish|agree|laugh|appreciat|struggl|subscrib|pause|rewatch|
   follow|listen|need|ask|click|learn|look|stopp|disagree|doubt|assum|believ)(?:ed|d)|thought|kept coming|understood|knew|felt|came|heard|read|saw`.replace(
    /\s*\n\s*/g,
    '',
  );
const irregular =
  'ran|built|taught|threw|made|went|found|lost|got|sold|bought|wrote|hit|spent|had|led|kept|broke|grew|shot|sent|won|paid|put|cut|set|took|gave|did(?! not)|seen|done|gone|been|run|begun|met|tried';
const adverbs = '(?:(?:also|once|never|always|only|just|even|still|actually|recently|first) ){0,2}';
const notOwned =
  'question|guess|view|opinion|point|understanding|impression|only|favou?rite|mind|vote|bet|take|thanks|compliments|respect|knowledge|eyes|ears|head|first thought|feeling|suspicion|worry|own opinion|own view';

const patterns = [
  claim(
    `(?:i|we)(?:['’]ve| have|['’]d| had)? ${adverbs}(?!(?:${mental})${end})(?:\\p{L}{2,}ed|${irregular})${end}`,
  ),
  claim(
    `(?:i|we) (?:always|usually|often|never|mostly|teach|train|run|work|use|own|manage|lead|fire|coach)${end}`,
  ),
  claim(`(?:my|our)(?: own)? (?!(?:${notOwned})${end})\\p{L}{3,}`),
  claim(
    `(?:in|from) (?:my|our)(?: own)? (?:experience|case|practice)${end}|for us${end}|when (?:i|we) (?:was|were|ran)${end}`,
  ),
  claim(`as an? [^,.]{3,40}?,? (?:i|we)${end}`),
  claim(
    `(?:after|for|in) (?:\\p{L}+|\\d+) years? (?:in|as|at|of|with)${end}|(?:been|done) (?:there|that)${end}`,
  ),
  claim(
    `(?:ich habe?|habe ich|wir haben|haben wir|ich hatte|hatte ich|wir hatten|ich war|wir waren)${end}(?![^.!?]*(?:gesehen|gefragt|gefreut|verstanden|gelernt|gehört)${end})`,
  ),
  claim(
    `bei (?:uns|mir)${end}|bei einem kunden|(?:mein|unser)(?:e|em|en|er|es)? (?!(?:frage|meinung|vermutung|eindruck|dank)${end})\\p{L}{3,}`,
  ),
  /(?<![\p{L}\p{N}_])[Aa]ls \p{Lu}\p{L}+ (?:sehe|kenne|habe|weiß|würde|erlebe|arbeite) ich/u,
  claim(
    `(?:en|de) (?:mi|nuestr[oa]) \\p{L}{3,}|mis? (?:equipo|clientes?|empresa)${end}|(?:he|hemos) \\p{L}+(?:ado|ido)${end}`,
  ),
  claim(
    `(?:lo |la |los |las )?(?:probamos|usamos|perdimos|tuvimos|migramos|medimos|montamos|hicimos|vimos)${end}`,
  ),
  claim(`chez (?:nous|moi)${end}|nous avons${end}|dans (?:mon|ma|notre) \\p{L}{3,}|notre équipe`),
  claim(`j['’]ai (?!(?:aimé|adoré|appris|compris|vu|regardé)${end})\\p{L}+(?:é|i|u)${end}`),
];

/** What is quoted is somebody else's. */
const quotation = /["“„«][^"“”„«»]*["”“»]/g;

export function findClaims(text: string): string[] {
  return sentencesOf(text).filter((sentence) => {
    const own = sentence.replace(quotation, ' ');
    return patterns.some((pattern) => pattern.test(own));
  });
}
