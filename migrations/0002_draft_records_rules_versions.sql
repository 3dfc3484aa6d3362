CREATE TABLE "draft_records" (
	"comment_id" integer PRIMARY KEY NOT NULL,
	"why" jsonb NOT NULL,
	"alternatives" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profile_versions" (
	"profile_id" integer NOT NULL,
	"number" integer NOT NULL,
	"reason" text NOT NULL,
	"fields" jsonb NOT NULL,
	"rules" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "profile_versions_profile_id_number_pk" PRIMARY KEY("profile_id","number")
);
--> statement-breakpoint
CREATE TABLE "voice_rules" (
	"id" serial PRIMARY KEY NOT NULL,
	"profile_id" integer NOT NULL,
	"text" text NOT NULL,
	"status" text NOT NULL,
	"evidence" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "draft_records" ADD CONSTRAINT "draft_records_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_versions" ADD CONSTRAINT "profile_versions_profile_id_voice_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."voice_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_rules" ADD CONSTRAINT "voice_rules_profile_id_voice_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."voice_profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "voice_rules_profile_id" ON "voice_rules" USING btree ("profile_id");