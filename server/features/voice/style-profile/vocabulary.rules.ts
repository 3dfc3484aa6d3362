import type { StyleProfile } from '#shared/contracts/style-profile.ts';
import type { TextTraits } from './text-traits.rules.ts';

const mostWords = 20;
const shortest = 4;

const stopWords = new Set(
  `about above after again against all also although always among another because been before being below
   between both but came cannot come could does doing done down during each either else even ever every from
   gave give goes going gone good great have having here however into isn't it's itself just know least less
   like little look made make many maybe might more most much must need never next none nothing only other ours
   over part people point quite rather really same seen several should show since some something still such sure
   take than thank thanks that that's their them then there these they thing things think this those though
   through time tutorial under until upon used very video videos want watch well went were what when where whether which while
   whom whose will with within without work would yours your
   aber alle allem allen aller alles auch bei beim bin bist damit dann dass dein deine dem den denn der des dich
   die dies diese diesem diesen dieser dieses doch dort durch eine einem einen einer eines etwas euch gibt habe
   haben hast hatte hier ich ihr immer ist jede jeder kann kein keine machen macht mehr mein meine mich mir mit
   nach nicht nichts noch nur oder ohne schon sehr seine sich sind über und uns unter viel vom von vor war waren
   warum was wenn wer werden wie wieder wir wird zum zur
   algo como con cuando del desde donde ella ellos entre era eran eres esa ese eso esta está están este esto estos
   gracias hace hacer hasta hay las los más mucho muy nada nos otra otro para pero porque puede que quien ser siempre
   sin sobre son también tan tiene tienen todo todos una uno unos vídeo
   alors aussi avec avoir bien cela ces cette comme dans des donc elle elles encore est être fait faire ils
   leur leurs mais même merci moins notre nous parce pas peut plus pour quand que qui sans ses son sont sur très
   tous tout toute une vidéo votre vous
   ainda algum aqui assim cada com das depois dos ela ele eles essa esse está estão isso isto mais mas mesmo muito
   não nos obrigado pela pelo por porque quando quem são sem ser seu sua também tem tudo uma você`.split(
    /\s+/,
  ),
);

export function vocabularyOf(texts: readonly Pick<TextTraits, 'words'>[]): StyleProfile['vocabulary'] {
  const counts = new Map<string, number>();
  for (const { words } of texts) {
    for (const word of new Set(words)) {
      if (word.length >= shortest && !stopWords.has(word.replace('’', "'")) && /\p{L}/u.test(word))
        counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const least = Math.max(2, Math.ceil(texts.length / 100));
  return [...counts]
    .filter(([, count]) => count >= least)
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, mostWords)
    .map(([word, count]) => ({ word, texts: count }));
}
