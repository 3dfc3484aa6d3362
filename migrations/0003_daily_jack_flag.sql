CREATE TABLE "forgotten_videos" (
	"youtube_id_hash" varchar(43) PRIMARY KEY NOT NULL
);
