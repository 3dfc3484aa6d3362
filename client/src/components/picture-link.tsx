/** A picture is seen on YouTube alone: its own address lasts for hours. */
export function PictureLink({ url }: { url: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      title="See it on YouTube"
      className="text-sm text-accent underline-offset-2 hover:underline"
    >
      A picture
    </a>
  );
}
