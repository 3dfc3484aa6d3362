import { wordsOf } from './words.rules.ts';

/** Fewer than this many words beyond praise and filler say nothing about the video. */
export const fewestWordsOfSubstance = 6;

/** What a comment is made of that could stand under any video at all. */
const praiseAndFiller = new Set(
  `a about absolutely all always amazing an and appreciate are as at awesome be been best brilliant but by can
   channel clear clip cheers cool could definitely did do done enjoyed excellent explained explanation fan
   fantastic first for forward from glad good great had has have helped helpful here how i incredible
   informative is it job just keep like liked learned looking lot lots love loved made make makes man many
   more much my needed nice of on one or our out outstanding perfect please really right share shared sharing
   so some stuff super superb such thank thanks that the them then there these this those time to today too
   top true tutorial up us useful very video videos was watch watched watching way we well were what when
   will with wonderful work would wow you your
   bien bravo bueno clase danke dank der die das ein eine el en es excelente excelente fantastico favor
   genial gracias gran grazie gut gute guter gutes hilfreich ich je la las le les lo los mach mega merci
   mucho muchas muito muy obrigado obrigada para parabéns por que sehr super tolle toll tolles tout très
   tu un una und utile vidéo vídeo vielen weiter`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** A comment that praises and says nothing else. */
export function isEmptyPraise(text: string): boolean {
  const substance = new Set(wordsOf(text).filter((word) => !praiseAndFiller.has(word)));
  return substance.size < fewestWordsOfSubstance;
}
