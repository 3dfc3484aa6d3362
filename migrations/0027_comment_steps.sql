CREATE TABLE "comment_steps" (
	"id" varchar(36) PRIMARY KEY NOT NULL,
	"number" serial NOT NULL,
	"comment_id" integer NOT NULL,
	"kind" text NOT NULL,
	"status_before" text NOT NULL,
	"place_before" jsonb,
	"text_before" text,
	"text_origin" text,
	"revision_before" integer,
	"revision_left" integer NOT NULL,
	"place_left" jsonb,
	"made_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "comment_steps" ADD CONSTRAINT "comment_steps_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_steps_comment_id" ON "comment_steps" USING btree ("comment_id");--> statement-breakpoint
CREATE INDEX "comment_steps_made_at" ON "comment_steps" USING btree ("made_at");