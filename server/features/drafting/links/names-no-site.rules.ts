/** What looks like the address of a site, as it is written. */
export interface Domain {
  labels: readonly string[];
  ending: string;
  /** From the first slash, question mark or hash; empty without. */
  path: string;
}

const words = (list: string) => new Set(list.split(' '));

/** Technologies that are called by a domain. */
const technologies = words(
  'socket.io asp.net ado.net vb.net ml.net json.net xunit.net nunit.net paint.net draw.io diagrams.net fly.io crates.io docs.rs deno.land fast.ai character.ai c.ai h2o.ai hex.pm pub.dev pkg.go.dev val.town foo.bar repl.it notion.so last.fm itch.io web3.eth java.io java.net system.io system.net',
);
/** Images and Go packages are named by a host and a path. */
const registries =
  /^(?:(?:docker|ghcr|gcr|quay|registry\.k8s)\.io|public\.ecr\.aws|mcr\.microsoft\.com)\/|^(?:golang\.org\/x|k8s\.io)\/\w/;
/** Names of Kubernetes' API groups and labels: app.kubernetes.io/name, cert-manager.io/v1. */
const kubernetesNames = /\.(?:kubernetes|k8s)\.io(?:\/[\w.-]{1,63})?$|\/v\d{1,2}(?:(?:alpha|beta)\d{1,2})?$/;

/** Endings that are nothing but endings of addresses. */
const onlyAddresses = words('com org net xyz biz edu gov info io dev co');
/** Before a country's ending: co.uk. */
const secondLevel = /^(?:com?|ac|or|go|web)$/i;
/** Endings of files too. */
const files = words('py md rs sh cc so ps tf ml mk pm am ac mov zip map properties bz');
/** Members of objects too, and what variables are called. */
const members = words(
  'run map name data date now call fit race post search select open watch play show save next read total fail build style stream black blue red pink cat link host email id parts secure author',
);
/** Objects, modules and variables of many languages: what follows them is a member, whatever it is called. */
const objects = words(
  'self this cls ctx req res request response requests app console log logger logging slog window document process env math os sys io np pd plt tf torch df arr array list set dict obj object el elem element node event props state params args kwargs user item row col data str string num std fmt path json fs spec metadata template config settings client server session cursor model tensor java javax jakarta kotlin android system date promise asyncio',
);
/** A package's name begins with what ends an address. */
const reversed = words('com org net io dev edu gov');
/** Sentences begin with these where the space before was forgotten. */
const openers = words(
  'It Is In So No Me My At As Be By Do Us Am To An On We He You How Here Now New One Best Love Read See Can Not Well Sorry Show Watch',
);
/** Words that send somebody to what follows. */
const sends =
  /(?:\b(?:visit|check out|go to|head (?:over )?to|sign up (?:at|on)|join|my (?:site|page|blog|website|shop)|website|besucht?|visita|visitez)(?: is| at|:)?)\s{0,3}$/i;

/** Whether what looks like a domain is the name of a technology, a piece of code, a file, or two sentences. */
export function namesNoSite({ labels, ending, path }: Domain, before: string, next: string): boolean {
  const host = labels.join('.').toLowerCase();
  const lowerEnding = ending.toLowerCase();
  const first = labels[0] ?? '';
  const isPackage = labels.length > 2 && reversed.has(first.toLowerCase());
  const isMember =
    objects.has(first.toLowerCase()) && (!onlyAddresses.has(lowerEnding) || lowerEnding === 'info');
  const isShort = path.length < 2;
  const isSentTo = sends.test(before);

  if (registries.test(host + path) || kubernetesNames.test(host + path)) return true;
  if (isUppercaseName(labels, ending)) return true;
  if (technologies.has(host) && (isShort || ending === ending.toUpperCase())) return true;
  if (!isShort) return files.has(lowerEnding) || (isMember && members.has(lowerEnding));
  if (isPackage || isMember) return true;
  if (onlyAddresses.has(lowerEnding) || (labels.length > 2 && secondLevel.test(labels.at(-2) ?? '')))
    return false;
  if (next === '(' || labels.slice(0, -1).every((label) => /^\d{1,9}$/.test(label))) return true;
  if (isSentTo) return false;
  return openers.has(ending) || files.has(lowerEnding) || (members.has(lowerEnding) && !first.includes('-'));
}

/** Json.NET and Socket.IO, a constant such as Status.DATA, or "the team.AI is"; not DEVOPSMASTERY.NET. */
function isUppercaseName(labels: readonly string[], ending: string): boolean {
  const name = labels.slice(0, -1).join('.');
  if (!/^[A-Z]{2,20}$/.test(ending) || ending === 'COM' || ending === 'ORG') return false;
  const isShouted = name === name.toUpperCase();
  if (ending === 'NET') return /^\p{Lu}/u.test(name) && (!isShouted || name.length <= 4);
  if (isShouted) return false;
  return /^[\p{Ll}]/u.test(name) || ending.length > 3;
}
