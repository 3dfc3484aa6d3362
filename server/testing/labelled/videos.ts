/** Videos that the labelled drafts are about. */
export const labelledVideos = {
  probes: {
    title: 'Kubernetes probes explained: liveness, readiness, startup',
    description:
      'What each probe does, which one restarts your container, and why a readiness check should not call the database. Demo with a slow Java service.',
    tags: ['Kubernetes', 'DevOps'],
  },
  espresso: {
    title: 'Why your espresso runs too fast',
    description: 'Grind size, dose and pre-infusion: three shots side by side, and what the puck tells you.',
    tags: ['coffee', 'espresso'],
  },
  bonds: {
    title: 'Bond ladders vs bond funds in 2026',
    description:
      'Interest rates are falling again. Maturity, reinvestment risk and fees compared over ten years.',
    tags: ['investing'],
  },
  deadlift: {
    title: 'Deadlift after 50: what I changed',
    description: 'Hip hinge, block pulls and recovery between heavy days. With a drill using a broomstick.',
    tags: ['strength training'],
  },
  sourdough: {
    title: 'Roggensauerteig ohne Hefe – so gelingt die Stückgare',
    description: 'Drei Stufen, Temperaturen und woran man Übergare erkennt. Mit Rezept für ein Kilo Brot.',
    tags: ['Brot backen'],
  },
  postgres: {
    title: 'Migraciones sin bloqueo en PostgreSQL',
    description: 'Índices concurrentes, claves foráneas NOT VALID y cómo evitar un tiempo de espera largo.',
    tags: ['Postgres', 'SQL'],
  },
  vocals: {
    title: 'Mixing vocals that sit in the track',
    description:
      'EQ moves, compression and a de-esser. We start with a dry recording and end with a full chain.',
    tags: ['audio', 'mixing'],
  },
  rust: {
    title: 'Lifetimes in Rust are not that scary',
    description: 'Borrowing, elision rules and three compiler errors, each solved step by step.',
    tags: ['Rust'],
  },
} as const;

export type LabelledVideo = keyof typeof labelledVideos;
