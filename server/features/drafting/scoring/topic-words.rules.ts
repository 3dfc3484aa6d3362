import { contentWords } from '../../../text/content-words.rules.ts';

const stopWords: ReadonlySet<string> = new Set(
  `again always better channel change changed compared comparison demo different easier each example examples
   explain explained explaining explains find first full good help helped helps here interested interesting keep know last learn
   learned less long look looks minute minutes move moves need needs next never part parts people point points
   question questions recipe result room rule same says short show shown shows side sides small someone start
   started step steps still take takes tell tells thing time times topic track tutorial under want watch
   work working works wrong year years
   aber alle auch beim dabei damit dann dein deine dies diese diesem diesen dieser dieses durch eine einem
   einen einer etwas gibt habe haben hier ihre immer jede jeder kann keine machen mehr mein meine mich nicht
   noch oder ohne schon sehr sich sind über und unter video viel vielen wann warum wenn wieder wird
   algo como cómo con cuando cuatro desde donde entre está este esto estos gracias hace hacer hasta largo mucho
   nosotros otra otro para pero porque puede sobre también tiempo todo todos una vídeo
   aussi avec avez bien cela cette comme dans elle fait leur mais même merci nous pour quand sans sont très
   vidéo votre vous`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

export const topicWords = (text: string): string[] =>
  [...contentWords(text)].filter((word) => !stopWords.has(word));
