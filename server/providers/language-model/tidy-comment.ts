export function withoutControls(text: string): string {
  return (
    text
      .replace(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
      .trimStart()
  );
}

export function tidyComment(comment: string): string {
  const text = withoutControls(comment.toWellFormed()).trim();
  const quoted = /^(?:"([^"]*)"|“([^“”]*)”|„([^„“”]*)[“”])$/.exec(text);
  return (quoted?.slice(1).find((inner) => inner !== undefined) ?? text).trim();
}
