const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** DESIGN §8: the video's language unless the profile says otherwise. `tag` is BCP 47, or null when unknown. */
export function languageSection(tag: string | null): string {
  const name = tag === null ? undefined : nameOf(tag);
  const language = name
    ? `${name}, the language of the video`
    : 'the language the video’s title and description are in';
  return `Language: write in ${language}, unless the voice profile asks for another one.`;
}

function nameOf(tag: string): string | undefined {
  // The tag comes from YouTube; "zxx" and malformed ones name no language.
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(tag) || /^(zxx|und)\b/i.test(tag)) return undefined;
  return names.of(tag);
}
