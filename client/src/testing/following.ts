/** Returns the timestamp this many hours ago. */
export const hoursAgo = (hours: number) =>
  new Date(Date.now() - hours * 3_600_000).toISOString();

export const aChannel = (id: number, over: object = {}) => ({
  id,
  channelId: `UC${id}`,
  title: `Channel ${id}`,
  thumbnailUrl: null,
  muted: false,
  videosLast30Days: 4,
  commented: 1,
  lastVideoAt: hoursAgo(30),
  readAt: hoursAgo(1),
  everyHours: 3,
  trouble: null,
  ...over,
});
