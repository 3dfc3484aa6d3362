interface Language {
  /** Rules about somebody else's experience, or against telling one's own. */
  except: RegExp;
  /** Each alone is enough. */
  told: readonly RegExp[];
}

const begin = '(?<![\\p{L}\\p{N}])';
const end = '(?![\\p{L}\\p{N}])';
const pattern = (source: string) => new RegExp(`${begin}(?:${source})${end}`, 'iu');
/** Both, a few words apart, in either order. */
const near = (one: string, other: string) => {
  const between = "(?:[^\\p{L}\\p{N}.!?]+[\\p{L}\\p{N}’'-]+){0,4}?[^\\p{L}\\p{N}.!?]+";
  return [pattern(`(?:${one})${between}(?:${other})`), pattern(`(?:${other})${between}(?:${one})`)];
};

const languages: readonly Language[] = [
  {
    except: pattern(
      "(?:ask|asks|asking|question)|(?:no|not|never|don[’']t|avoid|without|leave out|drop|skip)(?: \\p{L}+){0,3} (?:own|personal|experiences?|stor(?:y|ies)|anecdotes?|figures?|numbers?)",
    ),
    told: [
      ...near(
        'your|my|own|personal|first-?hand|real-world',
        'experiences?|stor(?:y|ies)|anecdotes?|numbers?|figures?|metrics?|measurements?|data|results?|projects?|cases?|customers?|clients?|examples?|lessons?|mistakes?|incidents?|practice',
      ),
      pattern('(?:from|hands-on|production|practical|first-?hand) (?:experience|practice)'),
      pattern(
        "you(?:[’']ve| have|[’']d| had)?(?: \\p{L}+)? (?:used|tried|measured|worked|saw|seen|built|ran|run|learned|met|experienced|did|done)",
      ),
    ],
  },
  {
    except: pattern(
      'frag\\p{L}*|(?:kein\\p{L}*|nicht|nie|niemals|ohne|vermeide\\p{L}*)(?: \\p{L}+){0,3} (?:eigen\\p{L}*|persönlich\\p{L}*|erfahrung\\p{L}*|geschicht\\p{L}*|zahl\\p{L}*)',
    ),
    told: [
      ...near(
        'eigen\\p{L}*|dein\\p{L}*|mein\\p{L}*|persönlich\\p{L}*|selbst',
        '\\p{L}*erfahrung\\p{L}*|zahl(?:en)?|messwert\\p{L}*|messung\\p{L}*|\\p{L}*beispiel\\p{L}*|geschicht\\p{L}*|anekdot\\p{L}*|projekt\\p{L}*|kund\\p{L}*|ergebnis\\p{L}*|fehler\\p{L}*|praxis|gemessen|erlebt\\p{L}*',
      ),
      pattern('aus (?:der|eigener|deiner|meiner) (?:praxis|erfahrung)'),
    ],
  },
  {
    except: pattern(
      'pregunt\\p{L}*|(?:no|nunca|ningún|ninguna|sin|evita\\p{L}*)(?: \\p{L}+){0,3} (?:propi[oa]s?|personal(?:es)?|experiencias?|anécdotas?|historias?|cifras?|datos?)',
    ),
    told: near(
      'propi[oa]s?|tus?|mis?|personal(?:es)?',
      'experiencias?|cifras?|datos?|números?|ejemplos?|anécdotas?|historias?|proyectos?|clientes?|resultados?|errores?|mediciones?|práctica',
    ),
  },
];

/** Whether obeying the rule takes a figure, name or experience that only the person has. */
export function asksForOwnExperience(rule: string): boolean {
  return languages.some(
    ({ except, told }) => told.some((pattern) => pattern.test(rule)) && !except.test(rule),
  );
}
