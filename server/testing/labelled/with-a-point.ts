export interface UnderVideo {
  title: string;
  description: string;
  text: string;
}

const under = (title: string, description: string, text: string): UnderVideo => ({
  title,
  description,
  text,
});

/** Comments that say something about their video, however short. */
export const withAPoint: readonly UnderVideo[] = [
  under(
    'Kubernetes probes in practice',
    'Startup, readiness and liveness for slow services',
    'Setting the startup probe’s threshold above the slowest cold start is the part I had missed.',
  ),
  under(
    'Espresso for light roasts',
    'Ratio, temperature and grind for modern beans',
    'Does the 18:1 ratio still hold when the beans are a light roast?',
  ),
  under(
    'Building a chest of drawers, part 3',
    'Cutting, glue-up and fitting the drawers',
    'Great video. The bit about clamping the workpiece before the glue sets saved my second drawer.',
  ),
  under(
    'Room database in Android from scratch',
    'Entities, DAOs and a first screen. Null safety included',
    'At 3:40 you skip the null check, and that is where it crashed for me on Android 15.',
  ),
  under(
    'SQL-Abfragen schneller machen',
    'Indizes, EXPLAIN und typische Fehler in Postgres',
    'Die Sache mit dem zweiten Index auf (tenant_id, created_at) hat unsere Abfrage halbiert.',
  ),
  under(
    'Soldering for beginners',
    'Iron, tin, flux: your first through-hole board',
    'Why solder the ground pin first? With leaded tin I always start at the far corner.',
  ),
  under(
    'Reading sensors with an ADC',
    'Voltage dividers, resistors and noise on a microcontroller',
    'Thanks! Swapping the 10k resistor for 4.7k fixed the noise on my ADC.',
  ),
  under(
    'Water for coffee',
    'Does hardness change the taste of espresso? Blind test',
    'The comparison of soft and hard water on crema was new to me; did you control for temperature?',
  ),
  under(
    'Despliegues sin cortes',
    'Rolling updates, migraciones y conexiones a la base de datos',
    '¿Y si el pool de conexiones se agota durante el despliegue? Eso no lo vi en la demo.',
  ),
  under(
    'Bond ladders explained',
    'Maturity, interest and fees compared with a fund',
    'Bond ladders beat a fund here only if you really hold to maturity, which few people do.',
  ),
  under(
    'Casting silicone moulds',
    'Mixing, pouring and getting rid of bubbles',
    'I like that you show the failed first pour as well; the bubbles came from the cold mould.',
  ),
  under(
    'Vocal chain in ten minutes',
    'EQ, compressor, de-esser and reverb',
    'Two notes on the vocal chain: de-ess before the compressor, and roll off at 90 Hz.',
  ),
  under(
    'Migrations sans interruption',
    'Verrous, index et clés dans PostgreSQL',
    'La partie sur les migrations sans verrou m’a convaincu, mais que faites-vous des clés étrangères ?',
  ),
  under(
    'Why we moved to a monorepo',
    'Tooling, CI times and code ownership',
    'Counterpoint: a monorepo without remote caching made our CI slower, not faster.',
  ),
  under(
    'Fixing the Romanian deadlift',
    'Hip hinge, bar path and common mistakes',
    'The hip hinge cue with the broomstick finally made Romanian deadlifts click for my clients.',
  ),
  under(
    'Bach on period instruments',
    'Gut strings, the Baroque bow and tuning',
    'Interesting that the Baroque bow changes articulation more than the gut strings do.',
  ),
  under(
    'Pruning fruit trees in winter',
    'Espaliers, cordons and free-standing trees',
    'How would you prune a cordon that was never cut back in its second year?',
  ),
  under(
    'Upserts in SQL',
    'INSERT ON CONFLICT, MERGE and locking',
    'For anyone on Postgres 15: MERGE exists, but ON CONFLICT is still safer under concurrency.',
  ),
  under(
    'Brot backen über Nacht',
    'Kalte Führung, Teigruhe und Stückgare',
    'Der Trick mit dem kalten Teig über Nacht klappt auch bei Roggen, nur die Stückgare wird kürzer.',
  ),
  under(
    'Mortgages: what banks do not show',
    'Interest-only, fixed and variable loans in a spreadsheet',
    'Your interest-only example ignores the refinancing fee of 1.5 %.',
  ),
  under(
    'Text classification with a small network',
    'Embedding, dropout and training on a laptop',
    'The dropout layer after the embedding is unusual. What did the ablation say?',
  ),
  under(
    'Pizza dough at home',
    'Flour, hydration and resting times',
    'Does resting the dough change anything below 18 °C?',
  ),
  under(
    'Mixing drums',
    'Kick, snare and overheads with compression',
    'Love the video, but 4:3 compression on a snare kills the ghost notes.',
  ),
  under(
    'Zero-downtime migrations',
    'Constraints, backfills and transactions in Postgres',
    'My takeaway: validate the constraint in a second transaction.',
  ),
  under(
    'Baguette mit Vorteig',
    'Poolish, Hefe und Backzeiten',
    'Die Hefe ist hier gar nicht nötig, der Vorteig treibt genug.',
  ),
  under(
    'Changing a bicycle bottom bracket',
    'Tools, torque and bolts',
    'Thanks, the torque values for the M6 bolts were what I needed.',
  ),
  under(
    'Code splitting in React',
    'Lazy routes and bundle size',
    'Interesting! Would a lazy-loaded route change the bundle split here?',
  ),
  under(
    'Servidor propio con Nginx',
    'Puertos, SSL y dominios',
    'Ojo: con SSL activado ese puerto cambia al 8443.',
  ),
  under(
    'Firing an electric kiln',
    'Cones, shelves and schedules',
    'First time I see someone pre-heat the kiln shelves; what does it prevent?',
  ),
  under(
    'Wiring a camper van',
    'Battery, fuse box, switch panel',
    'Nice, but the fuse should sit before the switch.',
  ),
  under(
    'Certificates of deposit compared',
    'Interest, penalties and a table of banks',
    'So the interest is only due quarterly? That changes column three.',
  ),
  under(
    'Perfect mac and cheese',
    'A roux, three cheeses and a crust',
    'Love it. Roux first, then cold milk, no lumps.',
  ),
  under(
    'Holzverbindungen im Test',
    'Leim, Dübel, Zapfen: was hält am meisten?',
    'Kurze Frage: hält der Leim auch bei Hirnholz?',
  ),
  under(
    'Tiling a bathroom floor',
    'Levelling, adhesive, grout',
    'Thank you for mentioning that grout shrinks; mine cracked at the doorway.',
  ),
  under(
    'Home bike maintenance',
    'Wear, lubrication and when to replace parts',
    'A torque wrench is cheaper than a new crank.',
  ),
  under(
    'Índices en PostgreSQL',
    'Compuestos, cubrientes y cuándo no usarlos',
    'Excelente, aunque el índice parcial sería más pequeño que el compuesto.',
  ),
  under(
    'Writing a song in an evening',
    'Chords, melody and a bridge',
    'Why F minor for the bridge and not A flat?',
  ),
  under(
    'Hanging an interior door',
    'Hinges, shims and a clean gap',
    'Thanks, the tip with the shim under the left hinge was what mine needed.',
  ),
  under(
    'Index funds vs active funds',
    'Costs, spread and long-term returns',
    'Great comparison, though the fund column leaves out the entry load.',
  ),
  under(
    'Sourdough starter from zero',
    'Flour, water and a week of feeding',
    'My starter doubles in four hours at 26 °C, yours seems slower. Flour?',
  ),
  under(
    'Caching strategies for APIs',
    'Reads, writes and invalidation',
    'Would love a chart of writes next to the reads.',
  ),
  under(
    'Kanten brechen mit dem Hobel',
    'Fase, Rundung und Oberflächen',
    'Der Trick mit der Fase erspart das Schleifen, danke.',
  ),
  under(
    'Taming harsh vocals',
    'De-essing and a gentle high shelf',
    'Amazing how much a 2 dB shelf changes the sibilance.',
  ),
  under(
    'A quieter espresso machine',
    'Pump, mounts and a silent mill',
    'Cork under the press also dampens the pump noise.',
  ),
  under(
    'Croissants maison',
    'Beurre, tourage et cuisson',
    'Le beurre à 12 degrés, voilà ce qui manquait à ma recette.',
  ),
  under(
    'Desoldering chips',
    'Wick, flux and hot air',
    'Good call on draining the flux before the second pass.',
  ),
  under(
    'Particiones en PostgreSQL',
    'Tablas hijas, bloqueos y mantenimiento',
    'Nunca pensé en bloquear la tabla hija antes que la madre, gracias.',
  ),
];

/** Written after the rules. */
export const withAPointLater: readonly UnderVideo[] = [
  under(
    'Hot compost in a small garden',
    'Greens, browns and turning the heap',
    'Turning it every third day kept mine above 55 degrees.',
  ),
  under(
    'Learning the pedal steel',
    'Levers, tuning and first licks',
    'Why raise the E string with the knee instead of the foot?',
  ),
  under(
    'Event sourcing in practice',
    'Events, projections and snapshots',
    'Snapshots hide schema drift until the first replay.',
  ),
  under(
    'Wärmebrücken finden',
    'Mit der Wärmebildkamera durch den Altbau',
    'Am Fenstersturz täuscht die Spiegelung, schräg fotografieren hilft.',
  ),
  under(
    'Cheap microscopes compared',
    'Lenses, light and stage',
    'Lovely pictures, but the condenser on the second one was off centre.',
  ),
  under('Vermicompost indoors', 'Worms, bedding, smell', 'Citrus peel drove mine up the walls.'),
  under(
    'Aprender a soldar TIG',
    'Antorcha, gas y primeras soldaduras',
    '¿Por qué doce litros de gas y no ocho con esa boquilla?',
  ),
  under(
    'Marathon fuelling',
    'Gels, carbs and stomach training',
    'Ninety grams an hour only worked after a month of practice.',
  ),
];
