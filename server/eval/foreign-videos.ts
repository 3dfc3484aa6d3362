import type { EvalVideo } from './eval-video.ts';

/** The ten of the forty that are not in English. */
export const foreignVideos: readonly EvalVideo[] = [
  {
    title: 'Roggensauerteig ohne Hefe – so gelingt die Stückgare',
    channel: 'Backstube Nord',
    language: 'de',
    tags: [],
    description: 'Drei Stufen, Temperaturen und woran man Übergare erkennt. Mit Rezept für ein Kilo Brot.',
  },
  {
    title: 'Kubernetes für kleine Teams: lohnt sich das?',
    channel: 'Serverraum',
    language: 'de',
    tags: ['Kubernetes'],
    description: 'Betriebskosten, Upgrades und die Frage, ob ein einzelner Server nicht reicht.',
  },
  {
    title: 'Wärmepumpe im Altbau: ein Winter mit Zahlen',
    channel: 'Haustechnik konkret',
    language: 'de',
    tags: [],
    description: 'Vorlauftemperatur, Jahresarbeitszahl und Stromkosten von Oktober bis April.',
  },
  {
    title: 'Balkonkraftwerk richtig anschließen',
    channel: 'Haustechnik konkret',
    language: 'de',
    tags: [],
    description: 'Wechselrichter, Steckdose, Anmeldung. Was 800 Watt im Alltag bringen.',
  },
  {
    title: 'Migraciones sin bloqueo en PostgreSQL',
    channel: 'Datos en Vivo',
    language: 'es',
    tags: ['Performance'],
    description: 'Índices concurrentes, claves foráneas NOT VALID y cómo evitar un tiempo de espera largo.',
  },
  {
    title: 'Cómo afinar una guitarra de oído',
    channel: 'Seis Cuerdas',
    language: 'es',
    tags: [],
    description: 'Armónicos, quintas y por qué la tercera cuerda siempre parece desafinada.',
  },
  {
    title: 'Docker en producción: errores que ya cometí',
    channel: 'Datos en Vivo',
    language: 'es',
    tags: ['Docker'],
    description:
      'Límites de memoria, zonas horarias, registros sin rotación y copias de seguridad de volúmenes.',
  },
  {
    title: 'Réussir la pâte feuilletée du premier coup',
    channel: 'Le Fournil',
    language: 'fr',
    tags: [],
    description: 'Température du beurre, six tours et temps de repos. Les erreurs les plus courantes.',
  },
  {
    title: 'Git rebase expliqué sans peur',
    channel: 'Code au Café',
    language: 'fr',
    tags: ['DevOps'],
    description: 'Réécrire l’historique, résoudre les conflits et revenir en arrière avec reflog.',
  },
  {
    title: 'Isoler ses combles : laine ou ouate ?',
    channel: 'Maison Simple',
    language: null,
    tags: [],
    description: 'Épaisseur, pare-vapeur et prix au mètre carré. Retour après deux hivers.',
  },
];
