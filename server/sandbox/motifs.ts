/**
 * The drawing of each motif in a square of 100 by 100. The thumbnail's style sheet
 * colours the classes: `f` fills and `l` draws lines in the first colour, `g` and `k` do
 * so in the second one, and `h` cuts holes.
 */
export const motifs: Record<string, string> = {
  nodes: `<path class="l" d="M50 50 50 12M50 50 83 31M50 50 83 69M50 50 50 88M50 50 17 69M50 50 17 31"/>
<path class="l thin" d="M50 12 83 31 83 69 50 88 17 69 17 31Z"/><circle class="f" cx="50" cy="50" r="16"/>
<circle class="f" cx="50" cy="12" r="9"/><circle class="g" cx="83" cy="31" r="11"/><circle class="f" cx="83" cy="69" r="9"/>
<circle class="f" cx="50" cy="88" r="9"/><circle class="f" cx="17" cy="69" r="9"/><circle class="f" cx="17" cy="31" r="9"/>`,
  pipeline: `<path class="f" d="M0 34H22L36 50 22 66H0L14 50Z"/><path class="f" d="M28 34H50L64 50 50 66H28L42 50Z"/>
<path class="g" d="M56 34H78L92 50 78 66H56L70 50Z"/><circle class="f" cx="18" cy="18" r="6"/><circle class="f" cx="46" cy="18" r="6"/>
<circle class="g" cx="74" cy="18" r="9"/><path class="l thin" d="M4 84H90"/>`,
  gauge: `<path class="l fat" d="M10 72A42 42 0 0 1 71 36"/><path class="k fat" d="M76 39A42 42 0 0 1 92 72"/>
<path class="l" d="M51 72 78 46"/><circle class="f" cx="51" cy="72" r="10"/><path class="l thin" d="M10 90H92"/>`,
  stack: `<path class="f" d="M50 4 94 24 50 44 6 24Z"/><path class="g" d="M6 40 50 60 94 40V52L50 72 6 52Z"/>
<path class="f" d="M6 66 50 86 94 66V78L50 98 6 78Z"/>`,
  cylinder: `<path class="f" d="M12 18V82C12 92 88 92 88 82V18Z"/><ellipse class="g" cx="50" cy="18" rx="38" ry="12"/>
<path class="h" d="M12 38C20 50 80 50 88 38M12 60C20 72 80 72 88 60"/>`,
  tree: `<path class="l" d="M50 20V38M50 38H22V56M50 38H78V56M22 66V76H8V86M22 76H36V86M78 66V76H64V86M78 76H92V86"/>
<rect class="g" x="36" y="4" width="28" height="22" rx="4"/><rect class="f" x="10" y="50" width="24" height="18" rx="4"/>
<rect class="f" x="66" y="50" width="24" height="18" rx="4"/><rect class="f" x="1" y="82" width="15" height="14" rx="3"/>
<rect class="f" x="29" y="82" width="15" height="14" rx="3"/><rect class="f" x="57" y="82" width="15" height="14" rx="3"/>
<rect class="g" x="85" y="82" width="15" height="14" rx="3"/>`,
  table: `<rect class="f" x="4" y="10" width="92" height="18" rx="4"/><rect class="f" x="4" y="33" width="27" height="14"/>
<rect class="f" x="36" y="33" width="27" height="14"/><rect class="f" x="68" y="33" width="28" height="14"/>
<rect class="g" x="-2" y="52" width="104" height="18" rx="4"/><rect class="f" x="4" y="75" width="27" height="14"/>
<rect class="f" x="36" y="75" width="27" height="14"/><rect class="f" x="68" y="75" width="28" height="14"/>`,
  lock: `<path class="l fat" d="M28 46V30C28 0 72 0 72 30V46"/><rect class="f" x="12" y="44" width="76" height="52" rx="10"/>
<circle class="g" cx="50" cy="65" r="9"/><path class="k" d="M50 68V82"/>`,
  brackets: `<path class="l fat" d="M30 22 6 50 30 78M70 22 94 50 70 78"/><path class="k fat" d="M58 14 42 86"/>`,
  layers: `<rect class="f dim" x="24" y="4" width="72" height="54" rx="7"/><rect class="g" x="14" y="22" width="72" height="54" rx="7"/>
<rect class="f" x="4" y="40" width="72" height="54" rx="7"/><path class="h" d="M4 55H76"/>`,
  cursor: `<rect class="f" x="2" y="12" width="92" height="30" rx="15"/><path class="h" d="M18 27H50"/>
<path class="g" d="M46 34 92 66 70 70 82 94 70 99 59 75 44 90Z"/>`,
  grid: `<rect class="f" x="4" y="6" width="92" height="20" rx="4"/><rect class="g" x="4" y="32" width="28" height="62" rx="4"/>
<rect class="f" x="38" y="32" width="58" height="28" rx="4"/><rect class="f" x="38" y="66" width="26" height="28" rx="4"/>
<rect class="f" x="70" y="66" width="26" height="28" rx="4"/>`,
  graph: `<path class="l thin" d="M14 26 50 12M14 26 50 50M14 26 50 88M14 74 50 12M14 74 50 50M14 74 50 88M50 12 86 50M50 50 86 50M50 88 86 50"/>
<circle class="f" cx="14" cy="26" r="10"/><circle class="f" cx="14" cy="74" r="10"/><circle class="f" cx="50" cy="12" r="10"/>
<circle class="g" cx="50" cy="50" r="12"/><circle class="f" cx="50" cy="88" r="10"/><circle class="g" cx="86" cy="50" r="13"/>`,
  dots: `<g class="f"><circle cx="16" cy="80" r="7"/><circle cx="32" cy="66" r="7"/><circle cx="28" cy="88" r="7"/><circle cx="46" cy="78" r="7"/>
<circle cx="14" cy="58" r="7"/><circle cx="42" cy="52" r="7"/></g><g class="g"><circle cx="62" cy="30" r="7"/><circle cx="80" cy="22" r="9"/>
<circle cx="70" cy="46" r="7"/><circle cx="90" cy="42" r="7"/><circle cx="58" cy="12" r="7"/></g><path class="l thin" d="M8 24 94 82"/>`,
  funnel: `<g class="g"><circle cx="22" cy="8" r="7"/><circle cx="44" cy="14" r="7"/><circle cx="66" cy="7" r="7"/><circle cx="84" cy="15" r="6"/></g>
<path class="f" d="M4 26H96L62 62V92L38 80V62Z"/><circle class="g" cx="50" cy="97" r="6"/>`,
  prompt: `<path class="f" d="M12 8H88A10 10 0 0 1 98 18V64A10 10 0 0 1 88 74H46L24 96V74H12A10 10 0 0 1 2 64V18A10 10 0 0 1 12 8Z"/>
<path class="k cut" d="M22 28 36 41 22 54"/><path class="k" d="M46 56H72"/>`,
  waveform: `<g class="f"><rect x="2" y="40" width="8" height="20" rx="4"/><rect x="15" y="26" width="8" height="48" rx="4"/><rect x="28" y="36" width="8" height="28" rx="4"/>
<rect x="67" y="22" width="8" height="56" rx="4"/><rect x="80" y="38" width="8" height="24" rx="4"/><rect x="92" y="44" width="8" height="12" rx="4"/></g>
<g class="g"><rect x="41" y="8" width="8" height="84" rx="4"/><rect x="54" y="16" width="8" height="68" rx="4"/></g>`,
  fader: `<path class="l" d="M20 4V96M50 4V96M80 4V96"/><rect class="f" x="6" y="54" width="28" height="20" rx="4"/>
<rect class="g" x="36" y="18" width="28" height="20" rx="4"/><rect class="f" x="66" y="40" width="28" height="20" rx="4"/>
<path class="h" d="M10 64H30M40 28H60M70 50H90"/>`,
  microphone: `<rect class="f" x="32" y="2" width="36" height="58" rx="18"/><path class="h" d="M32 22H52M32 34H52"/>
<path class="l" d="M18 44C18 88 82 88 82 44M50 78V96M30 96H70"/><circle class="g" cx="60" cy="16" r="5"/>`,
  knob: `<circle class="f" cx="50" cy="54" r="32"/><path class="k fat" d="M50 54 68 32"/>
<path class="l" d="M12 84 18 78M4 54H11M14 24 20 30M50 6V14M86 24 80 30M96 54H89M88 84 82 78"/>`,
  plane: `<path class="f" d="M2 76H98V60H74C70 44 62 42 58 60H40L30 44C26 34 12 38 14 48L18 60H2Z"/>
<path class="k" d="M52 60 38 30M46 36C30 22 44 2 58 10 70 18 58 32 50 24"/><path class="l thin" d="M0 88H100"/>`,
  joint: `<path class="f" d="M2 4H46V16L62 10V34L46 28V72L62 66V90L46 84V96H2Z"/>
<path class="g" d="M98 4H52V13L68 7V38L52 32V68L68 62V94L52 88V96H98Z"/>`,
  saw: `<path class="f" d="M2 40 70 28V62L64 68 58 60 52 66 46 58 40 64 34 56 28 62 22 54 16 58 10 50 2 52Z"/>
<path class="g" d="M70 26C82 16 98 24 98 36V60C98 74 80 78 70 66Z"/><rect class="hole" x="79" y="36" width="10" height="24" rx="5"/>`,
  chair: `<path class="l fat" d="M26 6V96M26 58H78V96"/><path class="k fat" d="M26 20H64L70 50"/><path class="l" d="M26 78H78"/>`,
  blackboard: `<rect class="g" x="0" y="6" width="100" height="70" rx="5"/><rect class="f" x="7" y="13" width="86" height="56" rx="2"/>
<path class="h" d="M18 30H52M18 44H40M62 54 72 28 82 54M66 46H78"/><path class="l" d="M24 78 14 98M76 78 86 98"/>`,
  book: `<path class="f" d="M50 22C36 8 18 8 2 14V84C18 78 36 80 50 92Z"/><path class="g" d="M50 22C64 8 82 8 98 14V84C82 78 64 80 50 92Z"/>
<path class="h" d="M12 32C22 29 32 30 40 35M12 48C22 45 32 46 40 51M60 35C68 30 78 29 88 32M60 51C68 46 78 45 88 48"/>`,
  clock: `<circle class="f" cx="50" cy="50" r="46"/><path class="h" d="M50 10V18M90 50H82M50 90V82M10 50H18"/>
<path class="k fat" d="M50 22V50L70 62"/>`,
  hands: `<g class="f"><rect x="4" y="50" width="20" height="50" rx="10"/><rect x="78" y="44" width="20" height="56" rx="10"/><rect x="53" y="58" width="20" height="42" rx="10"/></g>
<rect class="g" x="28" y="14" width="20" height="86" rx="10"/><path class="k thin" d="M38 0V6M20 6 24 11M56 6 52 11"/>`,
  coins: `<g class="f"><ellipse cx="26" cy="86" rx="24" ry="9"/><ellipse cx="26" cy="72" rx="24" ry="9"/><ellipse cx="26" cy="58" rx="24" ry="9"/>
<ellipse cx="74" cy="86" rx="24" ry="9"/><ellipse cx="74" cy="72" rx="24" ry="9"/><ellipse cx="74" cy="58" rx="24" ry="9"/><ellipse cx="74" cy="44" rx="24" ry="9"/></g>
<ellipse class="g" cx="74" cy="30" rx="24" ry="9"/><circle class="g" cx="30" cy="20" r="15"/><path class="h" d="M2 79C8 86 44 86 50 79M2 65C8 72 44 72 50 65M50 79C56 86 92 86 98 79M50 65C56 72 92 72 98 65M50 51C56 58 92 58 98 51"/>`,
  chart: `<rect class="f" x="4" y="66" width="18" height="30" rx="3"/><rect class="f" x="29" y="52" width="18" height="44" rx="3"/>
<rect class="f" x="54" y="58" width="18" height="38" rx="3"/><rect class="g" x="79" y="26" width="18" height="70" rx="3"/>
<path class="l" d="M6 44 36 26 58 34 82 6M68 4H84V20"/>`,
  calendar: `<rect class="f" x="4" y="12" width="92" height="84" rx="9"/><path class="h" d="M4 36H96"/><path class="l fat" d="M28 4V20M72 4V20"/>
<g class="hole"><rect x="18" y="48" width="14" height="12" rx="2"/><rect x="43" y="48" width="14" height="12" rx="2"/><rect x="18" y="70" width="14" height="12" rx="2"/></g>
<rect class="g" x="66" y="46" width="20" height="16" rx="3"/><rect class="g" x="41" y="68" width="18" height="16" rx="3"/>`,
  house: `<path class="f" d="M2 52 50 8 98 52H86V96H14V52Z"/><rect class="g" x="40" y="62" width="20" height="34" rx="2"/>
<rect class="hole" x="22" y="58" width="12" height="14"/><rect class="hole" x="66" y="58" width="12" height="14"/>`,
};
