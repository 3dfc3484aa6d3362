import type { Phrases } from './phrases.ts';

export const german: Phrases = {
  opening: {
    insightful: [
      'Zum Thema {s} eine Ergänzung aus der Praxis.',
      'Das deckt sich weitgehend mit meinen Erfahrungen zu {s}.',
      'Bei {s} war es auch bei uns ein kleines Detail, das die meiste Zeit gekostet hat.',
      'Gut, dass bei {s} die Abwägungen genannt werden und nicht nur das Rezept.',
      'Wir haben {s} im letzten Jahr selbst durchgespielt.',
      'Spannend an {s} finde ich vor allem, was im Fehlerfall passiert.',
    ],
    supportive: [
      '{s} so ruhig und nachvollziehbar zu zeigen, hilft gerade denen, die neu einsteigen.',
      'Schön, dass bei {s} auch die Begründungen vorkommen und nicht nur das Ergebnis.',
      'Danke, dass die unbequemen Stellen von {s} nicht ausgelassen werden.',
      'Dass {s} vom Problem her erklärt wird und nicht vom Werkzeug, macht den Unterschied.',
      'Ein einziges Beispiel durchzuhalten, macht {s} viel greifbarer.',
      'Die Reihenfolge bei {s} beantwortet die Fragen, kurz bevor sie entstehen.',
    ],
    questioning: [
      'Bei {s} bleibt für mich eine Frage offen.',
      'Zu {s} würde ich gern eine Seite genauer verstehen.',
      'Wir stehen bei {s} gerade vor einer Entscheidung.',
      'An einer Stelle von {s} bin ich hängen geblieben.',
      'Nach {s} waren wir uns im Team nicht einig.',
      'Eine Frage an alle, die mit {s} arbeiten.',
    ],
  },
  point: {
    insightful: [
      'Kurz gesagt: {i}.',
      'Was wir auf dem langsamen Weg gelernt haben: {i}.',
      'Überrascht hat uns etwas anderes: {i}.',
    ],
    supportive: [
      'Eine Erfahrung dazu: {i}.',
      'Das passt zu dem, was ich kenne: {i}.',
      'Aus unserem Alltag kann ich ergänzen: {i}.',
    ],
    questioning: [
      '{Q}? Hintergrund der Frage: {i}.',
      '{Q}? Ich frage aus einem Grund: {i}.',
      '{Q}? Unser Stand bisher: {i}.',
    ],
  },
  closing: {
    insightful: [
      'Mich würde interessieren, ob das auch für {t} gilt.',
      'Im Zusammenspiel mit {t} fiel es noch deutlicher auf.',
      'Das hat uns mehr Zeit gekostet, als ich zugeben möchte.',
      'Andere ziehen die Grenze bei {t} vielleicht woanders.',
    ],
    supportive: [
      'Über einen Teil zu {t} in derselben Art würde ich mich freuen.',
      'Das spart den Nächsten einen ganzen Nachmittag.',
      'Zwei Dinge davon probiere ich bei {t} gleich aus.',
      'Für Neulinge ist das mehr wert als noch eine Liste von Befehlen.',
    ],
    questioning: [
      'Auch eine grobe Faustregel würde schon helfen.',
      'Vielleicht ist das ein Thema für ein weiteres Video über {t}.',
      'Mit {t} zusammen fällt die Antwort womöglich anders aus.',
      'Ich vermute, dass es mehr als eine gute Antwort gibt.',
    ],
  },
  insights: [
    'die erste Fassung, die gehalten hat, war die mit den wenigsten beweglichen Teilen',
    'die Kosten zeigten sich erst ein halbes Jahr später in der Wartung',
    'eine kurze Checkliste neben dem Code hat mehr bewirkt als das lange Dokument',
    'die Voreinstellungen haben mehr entschieden als alles, worüber wir gestritten haben',
    'vertraut haben wir der Sache erst, nachdem wir sie ein paarmal absichtlich zerstört hatten',
    'der größte Gewinn kam daher, dass wir einen Schritt ganz weggelassen haben',
  ],
};
