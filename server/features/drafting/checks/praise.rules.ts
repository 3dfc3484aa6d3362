import { contentWords } from '../../../text/content-words.rules.ts';
import { wordsOf } from '../../../text/words.rules.ts';

/** Fewest words besides praise and stop words; praise without a reason or number needs most. */
const fewest = { onVideo: 3, reasoning: 4, plain: 6, praising: 8 };

const praiseAndStopWords = new Set(
  `a about absolutely again all always am amazing appreciated awesomeness an and another anyone appreciate are as at audience awesome be
   been best better bless breakdown brilliant but by bro came can cannot change channel cheers class clear
   comment commented commenting comments crazy dedicated dedication   clearest clearly clip come coming complex complicated congrats content cool could creator day days deserve
   deserves did disappoint disappointed do does doing done down dude easiest easy editing effort efforts ever every
   everybody everyone exactly excellent expert explain explained explaining explains explanation fan far
   fantastic favorite favourite feel field finally find finish first follow for found forward friend friends from fun
   genius gem get give glad go god gold good great had hands happy has have having hats help helped helpful
   helping helps here honestly how i i'm i’m i’ve i've in incredible information informative insight insightful
   insights inspiring interesting internet into is it it's it’s job just keep keeping kind knowledge last
   learn learned learning legend legit life like liked likes literally little look looked looking looks lot
   lots love loved lovely made make makes making man many master masterpiece mate me million minutes more most
   much my needed never new next nice no notes now of off on one ones or other our out outstanding perfect
   perfectly passion people please pm pure pleasure point posting presentation pro proper properly quality quite rarely rate real regret
   really recommend resource resources respect right saved saving says see seen series share shared sharing
   short should simple simply single sir so some someone something soon stay still straight stuff style sub subs
   subbed subject subscribe subscribed subscriber subscribers such super superb support talent teach teacher
   teaching thank thanks that that's that’s the their them then there these they thing things think this those
   though time to today too took top topic total totally true truly tutorial tutorials under underrated
   understand understood up upload uploads us use useful valuable value ve very video videos view views want
   was watch watched watching way we well were what when where which who whole wish with wonderful won't word
   words work world worth would wow years yes yet you you're you’re your yours youtube
   abo aber alle allen als auch auf beste bestes besten bien bitte bravo bueno buena canal cada ce cette chaîne
   clase clair como con contenido crack da danke dank das dass dein deine deinen deiner den der des deine die
   dir du echt ein eine einen einfach el en endlich er eres erklärt erklären erklärst erklärung es est et etwas
   excelente excellent explicación explicado explicas expliqué explication fantastico fantástico favor felicidades
   finalmente formidable freue für ganz gefällt génial genial gracias gran grazie grande großartig gut gute guter
   gutes habe hat hace hilfreich ich ihr im immer impresionante incroyable intéressant intéressante interesante
   ist j’ai j'ai je jemand jetzt kanal klar klasse la las le lernen les les leur lo los mach macht mal me mega mehr
   mejor mejores merci mir mit morceau mucho muchas muchísimas muy mühe muito nicht no nos nous nunca nächste
   nächsten obrigado obrigada on para parabéns por pour prima profe que qué qui saludos schon schön sehr siempre
   sigue sigues así so super sur sympa también tan toll tolle tolles top todo todos tous tout très trabajo travail
   tu un una und une unter utile vidéo vídeo vídeos vidéos video viel viele vielen verständlich von vous votre
   vraiment wahnsinn war weiter weiterhin wie wirklich wunderbar y zu zum amor animo ánimo año años arbeit cariño comentario corazón dedicación esfuerzo felicitaciones hacer
   hermano mucha muchísima nota notas pone pones poner saludo tiempo tus travaux effort efforts courage temps
   mühe einsatz respekt applaus hut ab daumen hoch zeit geil gracioso`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const words = (list: string) =>
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${list
      .trim()
      .split(/\s*\n\s*/)
      .join('')})(?![\\p{L}\\p{N}])`,
    'iu',
  );

const praising = words(`
  great|nice|awesome|amazing|excellent|exceptional|fantastic|brilliant|superb|wonderful|outstanding|perfect|best|legend|
  gold|masterclass|underrated|inspiring|lucky|love|loved|thanks|thank you|thx|congrats|respect|top notch|hats off|well done|
  keep (?:it|them|this)|never (?:miss|disappoint)\\p{L}*|instant like|subscribed|subscribe|subbed|subs|views|
  danke|dank|super|toll|tolle|tolles|klasse|großartig|weiter so|abo|genial|daumen hoch|hut ab|
  gracias|excelente|increíble|maestro|crack|felicidades|saludos|encantó|abrazo|
  merci|bravo|super|magnifique|excellent|génial|formidable|obrigad[oa]|parabéns|ótimo|grazie|complimenti`);
const reasoning = words(`
  but|however|although|because|if|unless|why|instead|than|whereas|so that|does|did|would|
  aber|weil|wenn|warum|obwohl|statt|sondern|mais|parce que|pourquoi|plutôt|pero|porque|aunque|sino|por qué`);

/** `shared` counts the content words in common with the video. */
export function isEmptyPraise(text: string, shared: number): boolean {
  // Without a shared word, other languages' stop words would count as substance.
  const words = shared > 0 ? new Set(wordsOf(text)) : contentWords(text);
  const substance = [...words].filter((word) => !praiseAndStopWords.has(word));
  return substance.length < fewestWords(text, shared);
}

function fewestWords(text: string, shared: number): number {
  if (shared > 0) return fewest.onVideo;
  if (reasoning.test(text) || /\d/.test(text)) return fewest.reasoning;
  return praising.test(text) ? fewest.praising : fewest.plain;
}
