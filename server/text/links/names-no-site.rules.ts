export interface Domain {
  labels: readonly string[];
  ending: string;
  path: string;
}

const words = (list: string) => new Set(list.split(' '));

const technologies = words(
  'socket.io asp.net ado.net vb.net ml.net json.net xunit.net nunit.net paint.net draw.io diagrams.net fly.io crates.io docs.rs deno.land fast.ai character.ai c.ai h2o.ai hex.pm pub.dev pkg.go.dev val.town foo.bar repl.it notion.so last.fm itch.io web3.eth java.io java.net system.io system.net',
);
/** Json.NET and Quartz.NET. */
const dotNet = /^(?:\p{Lu}\p{L}{1,7}|[A-Z]{2,4})\.NET$/u;
/** Container images and Go packages. */
const registries =
  /^(?:(?:docker|ghcr|gcr|quay|registry\.k8s)\.io|public\.ecr\.aws|mcr\.microsoft\.com)\/|^(?:golang\.org\/x|k8s\.io)\/\w/;
/** app.kubernetes.io/name, cert-manager.io/v1 */
const kubernetesNames =
  /\.(?:kubernetes|k8s)\.io(?:\/[\w.-]{1,63})?$|(?:cert-manager\.io|argoproj\.io|istio\.io|coreos\.com|tekton\.dev)\/v\d$|\/v\d{1,2}(?:alpha|beta)\d{1,2}$/;

const onlyAddresses = words('com org net xyz biz edu gov info io dev co');
/** co.uk */
const secondLevel = /^(?:com?|ac|or|go|web)$/i;
const files = words('py md rs sh cc so tf ml mov zip map properties');
/** main.rs/lib.rs */
const fileBehind = /^\/[\w-]{1,63}\.\w{1,5}$/;
const members = words(
  'run map name data date now call fit race post search select open watch play show save next read total fail build style stream black blue red pink cat link host email id parts secure author',
);
const objects = words(
  'self this cls ctx req res request response requests app console log logger logging slog window document process env math os sys io np pd plt tf torch df arr array list set dict obj object el elem element node event props state params args kwargs user item row col data str string num std fmt path json fs spec metadata template config settings client server session cursor model tensor java javax jakarta kotlin android system date promise asyncio',
);
/** Package names begin with a reversed address. */
const reversed = words('com org net io edu gov');
/** After a forgotten space: "the team.It is". */
const openers = words(
  'It Is In So No Me My At As Be By Do Us Am To An On We He You How Here Now New One Best Love Read See Can Not Well Sorry Show Watch',
);
const count = /^\d{1,9}$/;
const sends =
  /(?:\b(?:visit|check out|go to|head (?:over )?to|sign up (?:at|on)|join|my (?:site|page|blog|website|shop)|website|besucht?|visita|visitez)(?: is| at|:)?)\s{0,3}$/i;

export function namesNoSite({ labels, ending, path }: Domain, before: string, next: string): boolean {
  const host = labels.join('.').toLowerCase();
  const lowerEnding = ending.toLowerCase();
  const first = labels[0] ?? '';
  const isAddressOnly = onlyAddresses.has(lowerEnding);
  const isMember =
    (objects.has(first.toLowerCase()) && (!isAddressOnly || lowerEnding === 'info')) ||
    (labels.length > 2 && reversed.has(first.toLowerCase()) && !isAddressOnly);

  if (registries.test(host + path) || kubernetesNames.test(host + path)) return true;
  if (path.length > 1) {
    if (technologies.has(host)) return ending === ending.toUpperCase();
    return files.has(lowerEnding) ? fileBehind.test(path) : isMember && members.has(lowerEnding);
  }
  if (technologies.has(host) || dotNet.test(labels.join('.')) || isMember) return true;
  if (isAddressOnly || (labels.length > 2 && secondLevel.test(labels.at(-2) ?? ''))) return false;
  if (next === '(' || (ending.length === 2 && labels.slice(0, -1).every((label) => count.test(label))))
    return true;
  if (sends.test(before)) return false;
  const isNextSentence =
    openers.has(ending) || (/^(?:AI|IT|TV|US|EU)$/.test(ending) && /^\p{Ll}/u.test(first));
  return isNextSentence || files.has(lowerEnding) || (members.has(lowerEnding) && !first.includes('-'));
}
